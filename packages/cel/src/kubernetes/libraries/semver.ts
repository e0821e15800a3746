import type { Implementation, Library } from '../../library.js';
import { BOOL, INT, objectType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { int, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { compareVersions, parseLooseVersion, parseVersion } from '../values/semantic-version.js';
import type { SemanticVersion } from '../values/semantic-version.js';
import { noSuchOverload } from '../../library/errors.js';
import { caught } from './arguments.js';

const SEMVER_TYPE: Type = objectType('kubernetes.Semver');

/** A version as a value of CEL. */
class SemverValue extends OpaqueValue {
  readonly type = SEMVER_TYPE;
  readonly version: SemanticVersion;

  constructor(version: SemanticVersion) {
    super();
    this.version = version;
  }

  equals(other: Value): boolean {
    return other instanceof SemverValue && compareVersions(this.version, other.version) === 0;
  }
}

const parse: Implementation = (text, normalize = false) => {
  if (typeof text !== 'string' || typeof normalize !== 'boolean') return noSuchOverload();
  return caught(() => new SemverValue(normalize ? parseLooseVersion(text) : parseVersion(text)));
};

const isSemver: Implementation = (text, normalize = false) => {
  if (typeof text !== 'string' || typeof normalize !== 'boolean') return noSuchOverload();
  return parse(text, normalize) instanceof SemverValue;
};

const comparison = (name: string, id: string, result: Type, decide: (order: number) => Value) => ({
  name,
  overloads: [
    {
      id,
      member: true,
      args: [SEMVER_TYPE, SEMVER_TYPE],
      result,
      implementation: ((a, b) =>
        a instanceof SemverValue && b instanceof SemverValue
          ? decide(compareVersions(a.version, b.version))
          : noSuchOverload()) satisfies Implementation,
    },
  ],
});

const part = (name: 'major' | 'minor' | 'patch') => ({
  name,
  overloads: [
    {
      id: `semver_${name}`,
      member: true,
      args: [SEMVER_TYPE],
      result: INT,
      // What does not fit into an int wraps around, as a conversion in Go does.
      implementation: ((value) =>
        value instanceof SemverValue
          ? int(BigInt.asIntN(64, value.version[name]))!
          : noSuchOverload()) satisfies Implementation,
    },
  ],
});

/** `semver('1.2.3').isLessThan(semver('1.3.0'))` and the like (apiserver `pkg/cel/library/semverlib.go`, version 1). */
export const semverLibrary: Library = {
  name: 'kubernetes.Semver',
  functions: [
    {
      name: 'semver',
      overloads: [
        { id: 'string_to_semver', args: [STRING], result: SEMVER_TYPE, implementation: parse },
        { id: 'string_bool_to_semver', args: [STRING, BOOL], result: SEMVER_TYPE, implementation: parse },
      ],
    },
    {
      name: 'isSemver',
      overloads: [
        { id: 'is_semver_string', args: [STRING], result: BOOL, implementation: isSemver },
        { id: 'is_semver_string_bool', args: [STRING, BOOL], result: BOOL, implementation: isSemver },
      ],
    },
    comparison('isGreaterThan', 'semver_is_greater_than', BOOL, (order) => order > 0),
    comparison('isLessThan', 'semver_is_less_than', BOOL, (order) => order < 0),
    comparison('compareTo', 'semver_compare_to', INT, (order) => order),
    part('major'),
    part('minor'),
    part('patch'),
  ],
};
