import { goQuote } from '@kubewright/api/go-text';
import { ValueSyntaxError } from './syntax-error.js';

/** A version as semver.org has it; build metadata does not count when versions are compared. Immutable. */
export interface SemanticVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Numbers are compared as such, and come before words. */
  readonly prerelease: ReadonlyArray<bigint | string>;
  readonly build: readonly string[];
}

const MAX_UINT64 = 2n ** 64n - 1n;

/** Reads a version as blang/semver's `Parse`. Throws `ValueSyntaxError`. */
export function parseVersion(text: string): SemanticVersion {
  if (text === '') throw new ValueSyntaxError('Version string empty');
  const [majorText, minorText, ...more] = text.split('.');
  if (majorText === undefined || minorText === undefined || more.length === 0)
    throw new ValueSyntaxError('No Major.Minor.Patch elements found');
  const major = number('major', majorText);
  const minor = number('minor', minorText);
  const [withPrerelease, build] = cut(more.join('.'), '+');
  const [patchText, prerelease] = cut(withPrerelease, '-');
  const patch = number('patch', patchText);
  return {
    major,
    minor,
    patch,
    prerelease: prerelease === undefined ? [] : prerelease.split('.').map(prereleasePart),
    build: build === undefined ? [] : build.split('.').map(buildPart),
  };
}

function cut(text: string, at: string): [string, string | undefined] {
  const i = text.indexOf(at);
  return i < 0 ? [text, undefined] : [text.slice(0, i), text.slice(i + 1)];
}

const hasLeadingZero = (text: string): boolean => text.length > 1 && text.startsWith('0');

function number(name: string, text: string): bigint {
  if (/[^0-9]/.test(text))
    throw new ValueSyntaxError(`Invalid character(s) found in ${name} number ${goQuote(text)}`);
  if (hasLeadingZero(text)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    throw new ValueSyntaxError(`${title} number must not contain leading zeroes ${goQuote(text)}`);
  }
  return parseUint(text);
}

function parseUint(text: string): bigint {
  if (text === '') throw new ValueSyntaxError('strconv.ParseUint: parsing "": invalid syntax');
  const value = BigInt(text);
  if (value > MAX_UINT64)
    throw new ValueSyntaxError(`strconv.ParseUint: parsing ${goQuote(text)}: value out of range`);
  return value;
}

function prereleasePart(text: string): bigint | string {
  if (text === '') throw new ValueSyntaxError('Prerelease is empty');
  if (/^[0-9]+$/.test(text)) {
    if (hasLeadingZero(text)) {
      throw new ValueSyntaxError(
        `Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`,
      );
    }
    return parseUint(text);
  }
  if (/[^0-9A-Za-z-]/.test(text))
    throw new ValueSyntaxError(`Invalid character(s) found in prerelease ${goQuote(text)}`);
  return text;
}

function buildPart(text: string): string {
  if (text === '') throw new ValueSyntaxError('Build meta data is empty');
  if (/[^0-9A-Za-z-]/.test(text))
    throw new ValueSyntaxError(`Invalid character(s) found in build meta data ${goQuote(text)}`);
  return text;
}

/** Reads a version that may have a `v` in front, leading zeros, and no minor or patch number (`semver(text, true)`). */
export function parseLooseVersion(text: string): SemanticVersion {
  const [first = '', second, ...more] = (text.startsWith('v') ? text.slice(1) : text).split('.');
  const parts = [first, ...(second === undefined ? [] : [second])];
  if (more.length > 0) parts.push(more.join('.'));
  const trimmed = parts.map((part) => {
    if (part.length <= 1) return part;
    const bare = part.replace(/^0+/, '');
    return /^[0-9]/.test(bare) ? bare : `0${bare}`;
  });
  if (trimmed.length < 3) {
    if (/[+-]/.test(trimmed.at(-1) ?? ''))
      throw new ValueSyntaxError('short version cannot contain PreRelease/Build meta data');
    while (trimmed.length < 3) trimmed.push('0');
  }
  return parseVersion(trimmed.join('.'));
}

/** The order of versions: -1, 0 or 1. */
export function compareVersions(a: SemanticVersion, b: SemanticVersion): -1 | 0 | 1 {
  for (const part of ['major', 'minor', 'patch'] as const) {
    if (a[part] !== b[part]) return a[part] > b[part] ? 1 : -1;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    if (a.prerelease.length === b.prerelease.length) return 0;
    return a.prerelease.length === 0 ? 1 : -1;
  }
  for (let i = 0; i < a.prerelease.length && i < b.prerelease.length; i++) {
    const left = a.prerelease[i]!;
    const right = b.prerelease[i]!;
    if (left === right) continue;
    if (typeof left !== typeof right) return typeof left === 'bigint' ? -1 : 1;
    return left > right ? 1 : -1;
  }
  if (a.prerelease.length === b.prerelease.length) return 0;
  return a.prerelease.length < b.prerelease.length ? -1 : 1;
}
