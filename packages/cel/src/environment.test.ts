import { describe, expect, it } from 'vitest';
import { adaptDynamic } from './adapter.js';
import { createEnvironment } from './environment.js';
import { formatValue } from './format-value.js';
import { STANDARD_LIBRARY } from './library/standard.js';
import { DYN, listType, mapType, INT, STRING } from './types.js';

const environment = createEnvironment({
  libraries: [STANDARD_LIBRARY],
  variables: [
    { name: 'self', type: DYN },
    { name: 'names', type: listType(STRING) },
    { name: 'counts', type: mapType(STRING, INT) },
  ],
});

const variables = new Map([
  ['self', adaptDynamic({ replicas: 3, maxReplicas: 5, items: ['a', 'bb'], none: null })],
  ['names', adaptDynamic(['x', 'y'])],
  ['counts', adaptDynamic({ x: 1 })],
]);

const evaluate = (text: string): string => {
  const compiled = environment.compile(text);
  if (compiled.ast === undefined) return compiled.issues.toString();
  return formatValue(environment.program(compiled.ast).evaluate(variables));
};

describe('values', () => {
  it.each([
    ['self.replicas <= self.maxReplicas && self.items.all(i, i.size() < 10)', 'true'],
    ['[1, 2, 3].map(x, x * 2)', '[2, 4, 6]'],
    ['has(self.missing)', 'false'],
    ['self.none == null', 'true'],
    ['counts.x + 1', '2'],
    ['size("a😀")', '2'],
    ['timestamp("2009-02-13T23:31:30Z").getHours("America/New_York")', '18'],
    ['[1, 2].exists(x, x / 0 == 1 || x == 2)', 'true'],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9007199254740991 + 2 - 2', '9007199254740991'],
    ['0 * -1', '0'],
  ])('%s is %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });
});

// Texts of cel-go: common/types, interpreter/attributes.go.
describe('errors of evaluation', () => {
  it.each([
    ['self.missing', 'no such key: missing'],
    ['{1: 2}[3]', 'no such key: 3'],
    ['names[5]', 'index out of bounds: 5'],
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['0u - 1u', 'unsigned integer overflow'],
    ['self.replicas + self.items', 'no such overload'],
    ['self.none + 1', 'no such overload: _+_'],
    ['"a".matches(self.items[0] + "(")', 'error parsing regexp: missing closing ): `a(`'],
    ['int(self.items[0])', "type conversion error from 'string' to 'int'"],
    ['timestamp(self.items[0])', "type conversion error from 'string' to 'google.protobuf.Timestamp'"],
  ])('%s: %s', (text, message) => {
    expect(evaluate(text)).toBe(message);
  });
});

// Texts of cel-go: checker/errors.go, parser/macro.go.
describe('issues', () => {
  it.each([
    ['x', "1:1: undeclared reference to 'x' (in container '')\n | x\n | ^"],
    ['x(1)', "1:2: undeclared reference to 'x' (in container '')\n | x(1)\n | .^"],
    ['1 + "a"', "1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + \"a\"\n | ..^"],
    [
      'names.startsWith("a")',
      "1:17: found no matching overload for 'startsWith' applied to 'list(string).(string)'\n | names.startsWith(\"a\")\n | ................^",
    ],
    ['names.all(1, true)', '1:11: argument must be a simple name\n | names.all(1, true)\n | ..........^'],
    ['has(names)', '1:5: invalid argument to has() macro\n | has(names)\n | ....^'],
    [
      '"a".all(x, true)',
      '1:1: expression of type \'string\' cannot be range of a comprehension (must be list, map, or dynamic)\n | "a".all(x, true)\n | ^',
    ],
    ['names.x', "1:6: type 'list(string)' does not support field selection\n | names.x\n | .....^"],
    ['1 && true', "1:1: expected type 'bool' but found 'int'\n | 1 && true\n | ^"],
    ['1 < 1.0', "1:3: found no matching overload for '_<_' applied to '(int, double)'\n | 1 < 1.0\n | ..^"],
    ['if', '1:1: reserved identifier: if\n | if\n | ^'],
    ['99999999999999999999', '1:1: invalid int literal\n | 99999999999999999999\n | ^'],
  ])('%s', (text, issue) => {
    expect(evaluate(text)).toBe(`ERROR: <input>:${issue}`);
  });

  it('marks wide characters with wide dots', () => {
    expect(evaluate('"é" + x')).toBe(
      `ERROR: <input>:1:7: undeclared reference to 'x' (in container '')\n | "é" + x\n | .\uff0e....^`,
    );
  });
});
