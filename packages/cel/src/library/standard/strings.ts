import type { FunctionDeclaration, Implementation, Overload } from '../../library.js';
import { compileRegex } from '../../regex.js';
import { BOOL, STRING } from '../../types.js';
import { CelError } from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../errors.js';

const test = (
  name: string,
  id: string,
  holds: (text: string, part: string) => boolean,
): FunctionDeclaration => ({
  name,
  overloads: [{ id, member: true, args: [STRING, STRING], result: BOOL }],
  implementation: (text, part) =>
    typeof text === 'string' && typeof part === 'string' ? holds(text, part) : noSuchOverload(),
});

const matches = (text: Value, pattern: Value): Value => {
  if (typeof text !== 'string') return new CelError('no such overload: matches');
  if (typeof pattern !== 'string') return noSuchOverload();
  const regex = compileRegex(pattern);
  return typeof regex === 'string' ? new CelError(regex) : regex.matcher(text).find();
};

/** A pattern that is a constant is compiled once. */
const prepare: Overload['prepare'] = ([, pattern]): Implementation | CelError | undefined => {
  if (typeof pattern !== 'string') return undefined;
  const regex = compileRegex(pattern);
  if (typeof regex === 'string') return new CelError(regex);
  return (text) => (typeof text === 'string' ? regex.matcher(text).find() : noSuchOverload());
};

/** The string functions of the standard library; more are in the strings extension. */
export const STRINGS: readonly FunctionDeclaration[] = [
  test('contains', 'contains_string', (text, part) => text.includes(part)),
  test('endsWith', 'ends_with_string', (text, part) => text.endsWith(part)),
  test('startsWith', 'starts_with_string', (text, part) => text.startsWith(part)),
  {
    name: 'matches',
    overloads: [
      { id: 'matches', args: [STRING, STRING], result: BOOL, prepare },
      { id: 'matches_string', member: true, args: [STRING, STRING], result: BOOL, prepare },
    ],
    implementation: (text, pattern) => matches(text!, pattern!),
  },
];
