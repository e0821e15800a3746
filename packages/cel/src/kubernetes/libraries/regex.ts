import type { RE2JS } from 're2js';
import type { Implementation, Library } from '../../library.js';
import { noSuchOverload } from '../../library/errors.js';
import { compileRegex } from '../../regex.js';
import { INT, listType, STRING } from '../../types.js';
import { ArrayList, CelError, isInt } from '../../values.js';

const compiled = new Map<string, RE2JS | string>();
const MOST_KEPT = 500;

function regexOf(pattern: string): RE2JS | string {
  let regex = compiled.get(pattern);
  if (regex === undefined) {
    regex = compileRegex(pattern);
    if (compiled.size >= MOST_KEPT) compiled.clear();
    compiled.set(pattern, regex);
  }
  return regex;
}

/** What is wrong with the pattern of a call of `find` or `findAll`, in Go's words; undefined: nothing. */
export function patternFault(pattern: string): string | undefined {
  const regex = regexOf(pattern);
  return typeof regex === 'string' ? regex : undefined;
}

const find: Implementation = (text, pattern) => {
  if (typeof text !== 'string' || typeof pattern !== 'string') return noSuchOverload();
  const regex = regexOf(pattern);
  if (typeof regex === 'string') return new CelError(`Illegal regex: ${regex}`);
  const matcher = regex.matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
};

const findAll: Implementation = (text, pattern, limit = -1) => {
  if (typeof text !== 'string' || typeof pattern !== 'string' || !isInt(limit)) return noSuchOverload();
  const regex = regexOf(pattern);
  if (typeof regex === 'string') return new CelError(`Illegal regex: ${regex}`);
  const matcher = regex.matcher(text);
  const found: string[] = [];
  while ((limit < 0 || found.length < limit) && matcher.find()) found.push(matcher.group() ?? '');
  return new ArrayList(found);
};

/** `'a1b2'.findAll('[0-9]')` and the like (apiserver `pkg/cel/library/regex.go`). */
export const regexLibrary: Library = {
  name: 'kubernetes.regex',
  functions: [
    {
      name: 'find',
      overloads: [
        {
          id: 'string_find_string',
          member: true,
          args: [STRING, STRING],
          result: STRING,
          implementation: find,
        },
      ],
    },
    {
      name: 'findAll',
      overloads: [
        {
          id: 'string_find_all_string',
          member: true,
          args: [STRING, STRING],
          result: listType(STRING),
          implementation: findAll,
        },
        {
          id: 'string_find_all_string_int',
          member: true,
          args: [STRING, STRING, INT],
          result: listType(STRING),
          implementation: findAll,
        },
      ],
    },
  ],
};
