import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEnvironment } from './environment.js';
import { formatValue } from './format-value.js';
import { BINDINGS_LIBRARY } from './library/extensions/bindings.js';
import { ENCODERS_LIBRARY } from './library/extensions/encoders.js';
import { listsLibrary } from './library/extensions/lists.js';
import { MATH_LIBRARY } from './library/extensions/math.js';
import { OPTIONALS_LIBRARY } from './library/extensions/optionals.js';
import { SETS_LIBRARY } from './library/extensions/sets.js';
import { stringsLibrary } from './library/extensions/strings.js';
import { TWO_VARIABLE_LIBRARY } from './library/extensions/two-variable.js';
import { STANDARD_LIBRARY } from './library/standard.js';
import { conformanceCase, isOfMessages, isSame } from './test-support/conformance.js';
import type { ConformanceCase } from './test-support/conformance.js';
import { EXCEPTIONS } from './test-support/exceptions.js';
import { messagesOf, readTextproto, textOf } from './test-support/textproto.js';
import { formatType, sameType } from './types.js';
import { isError } from './values.js';

// The cases of github.com/google/cel-spec, tests/simple/testdata.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const oracles = process.env['KUBEWRIGHT_ORACLES'] ?? path.join(root, '../shared/oracles');
const folder = path.join(oracles, 'cel-spec');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.textproto')) : [];

/**
 * Files that are about protobuf messages, enums and wrappers, about partial evaluation, about cel.block, which only
 * optimizers of cel-go make, or about the functions on addresses, which Kubernetes has from a library of its own.
 */
const NOT_APPLICABLE = new Set(
  [
    'proto2',
    'proto3',
    'proto2_ext',
    'enums',
    'dynamic',
    'wrappers',
    'unknowns',
    'block_ext',
    'network_ext',
  ].map((name) => `${name}.textproto`),
);

const environment = createEnvironment({
  libraries: [
    STANDARD_LIBRARY,
    OPTIONALS_LIBRARY,
    BINDINGS_LIBRARY,
    ENCODERS_LIBRARY,
    listsLibrary(),
    MATH_LIBRARY,
    SETS_LIBRARY,
    stringsLibrary(),
    TWO_VARIABLE_LIBRARY,
  ],
  optionalSyntax: true,
  escapedIdentifiers: true,
  crossTypeNumericComparisons: true,
});

/** What is wrong, or undefined. */
const failure = (test: ConformanceCase, optimize: boolean): string | undefined => {
  const own = environment.extend({
    container: test.container,
    variables: test.variables,
    libraries: [{ name: 'of the case', functions: test.functions }],
  });
  const parsed = own.parse(test.expression);
  if (parsed.ast === undefined) return test.expected === 'error' ? undefined : String(parsed.issues);
  let ast = parsed.ast;
  if (!test.unchecked) {
    const checked = own.check(ast);
    if (checked.ast === undefined) return test.expected === 'error' ? undefined : String(checked.issues);
    if (test.type !== undefined && !sameType(checked.ast.resultType, test.type)) {
      return `type ${formatType(checked.ast.resultType)} instead of ${formatType(test.type)}`;
    }
    ast = checked.ast;
  }
  if (test.checkOnly) return undefined;
  const program = own.program(ast, { optimize });
  // Of constants this fails before anything can absorb the error, in cel-go too.
  if (program.planError?.message.startsWith('invalid qualifier type') === true && optimize) return undefined;
  const value = program.evaluate(test.bindings);
  // A case that says nothing of its value expects true.
  const expected = test.expected === undefined ? true : test.expected;
  if (expected === 'error') return isError(value) ? undefined : `${formatValue(value)} instead of an error`;
  return isSame(value, expected) ? undefined : `${formatValue(value)} instead of ${formatValue(expected)}`;
};

const all = files.flatMap((file) => {
  const message = readTextproto(readFileSync(path.join(folder, file), 'utf8'));
  return messagesOf(message, 'section').flatMap((section) =>
    messagesOf(section, 'test').map((test) => ({
      file,
      test,
      path: `${file.replace('.textproto', '')}/${textOf(section, 'name') ?? ''}`,
      applicable: !NOT_APPLICABLE.has(file) && !isOfMessages(test),
    })),
  );
});
const applicable = all
  .filter((one) => one.applicable)
  .map(({ path: name, test }) => conformanceCase(name, test));

describe.skipIf(files.length === 0)(
  'the cases of cel-spec (skipped where the oracle folder is absent)',
  () => {
    it.each([true, false])('give the values, types and errors they state, optimized: %s', (optimize) => {
      const failed = applicable.flatMap((test) => {
        const reason = failure(test, optimize);
        return reason === undefined ? [] : [{ name: test.name, text: `${test.expression}: ${reason}` }];
      });
      expect(failed.filter(({ name }) => !EXCEPTIONS.has(name))).toEqual([]);
      // An exception that has become one no longer is taken off the list.
      expect(failed.map(({ name }) => name).sort()).toEqual([...EXCEPTIONS.keys()].sort());
    });

    it('apply as far as they are not about messages', () => {
      expect({ all: all.length, applicable: applicable.length }).toEqual({ all: 2456, applicable: 1648 });
    });
  },
);
