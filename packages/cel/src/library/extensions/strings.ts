import { GO_ESCAPES } from '@kubewright/api/go-text';
import { codePointCount } from '../../text.js';
import type { FunctionDeclaration, Implementation, Library, Overload } from '../../library.js';
import { DYN, INT, listType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { ArrayList, CelError } from '../../values.js';
import type { ListValue, Value } from '../../values.js';
import { formatValue } from '../../format-value.js';
import { formatString } from '../format/format-string.js';
import { formatValidator } from '../format/format-validator.js';
import { LOCALE_CLAUSES, LOCALE_FORMATTER } from '../format/locale-formatter.js';
import { PLAIN_CLAUSES, PLAIN_FORMATTER } from '../format/plain-formatter.js';

type Int = number | bigint;

const outOfRange = (index: Int): CelError => new CelError(`index out of range: ${index}`);

/** Indices are of code points; only in text beyond the basic plane these are not JavaScript's own. */
const isSimple = (text: string): boolean => codePointCount(text) === text.length;
const unitOffset = (text: string, index: number): number =>
  isSimple(text) ? index : [...text].slice(0, index).join('').length;
const pointIndex = (text: string, unit: number): number =>
  unit < 0 || isSimple(text) ? unit : codePointCount(text.slice(0, unit));

const charAt = (text: string, index: Int): Value => {
  const size = codePointCount(text);
  if (index < 0 || index > size) return outOfRange(index);
  const at = unitOffset(text, Number(index));
  return at >= text.length ? '' : String.fromCodePoint(text.codePointAt(at)!);
};

const indexOf = (text: string, part: string, offset: Int): Value => {
  if (part === '') return offset;
  if (offset < 0) return outOfRange(offset);
  if (offset >= codePointCount(text)) return -1;
  return pointIndex(text, text.indexOf(part, unitOffset(text, Number(offset))));
};

const lastIndexOf = (text: string, part: string, offset: Int): Value => {
  if (part === '') return offset;
  if (offset < 0) return outOfRange(offset);
  if (offset >= codePointCount(text)) return -1;
  return pointIndex(text, text.lastIndexOf(part, unitOffset(text, Number(offset))));
};

const lastIndexAnywhere = (text: string, part: string): Value => {
  const size = codePointCount(text);
  if (part === '') return size;
  return size === 0 ? -1 : lastIndexOf(text, part, size - 1);
};

const substring = (text: string, start: Int, end: Int | undefined): Value => {
  const size = codePointCount(text);
  const to = end ?? size;
  if (end !== undefined && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0 || start > size) return outOfRange(start);
  if (to < 0 || to > size) return outOfRange(to);
  return text.slice(unitOffset(text, Number(start)), unitOffset(text, Number(to)));
};

/** Go's strings.Replace; all where the limit is negative. An empty `old` stands before every character and at the end. */
const replace = (text: string, old: string, by: string, limit: Int): string => {
  if (limit === 0) return text;
  const times = limit < 0 ? Infinity : Number(limit);
  const parts = old === '' ? ['', ...text] : text.split(old);
  const places = old === '' ? parts.length : parts.length - 1;
  const count = Math.min(times, places);
  if (old === '') return parts.map((part, index) => part + (index < count ? by : '')).join('');
  const rest = parts.slice(count + 1).map((part) => old + part);
  return parts.slice(0, count + 1).join(by) + rest.join('');
};

/** Go's strings.SplitN; all parts where the limit is negative. */
const split = (text: string, separator: string, limit: Int): Value => {
  if (limit === 0) return new ArrayList([]);
  const parts = separator === '' ? [...text] : text.split(separator);
  if (limit < 0 || parts.length <= limit) return new ArrayList(parts);
  const kept = Number(limit) - 1;
  return new ArrayList([...parts.slice(0, kept), parts.slice(kept).join(separator)]);
};

const join = (list: ListValue, separator: string): Value => {
  const parts: string[] = [];
  for (const value of list) {
    if (typeof value !== 'string') return new CelError(`join: invalid input: ${formatValue(value)}`);
    parts.push(value);
  }
  return parts.join(separator);
};

/** Go's strings.TrimSpace, which knows U+0085 and not U+FEFF. */
const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING = new RegExp(`^${SPACE}+`);
const IS_SPACE = new RegExp(SPACE);
const trim = (text: string): string => {
  const start = LEADING.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && IS_SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
};

const QUOTED: Readonly<Record<string, string>> = { ...GO_ESCAPES, '"': '\\"' };

const quote = (text: string): string =>
  `"${text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\x07-\r\\"]/g, (character) => QUOTED[character]!)}"`;

const member = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation: (...values: never[]) => Value,
): Overload => ({
  id,
  member: true,
  args,
  result,
  // The values were compared with the types of the arguments before.
  implementation: implementation as Implementation,
});

const STRINGS = listType(STRING);

const BASE: readonly FunctionDeclaration[] = [
  { name: 'charAt', overloads: [member('string_char_at_int', [STRING, INT], STRING, charAt)] },
  {
    name: 'indexOf',
    overloads: [
      member('string_index_of_string', [STRING, STRING], INT, (text: string, part: string) =>
        indexOf(text, part, 0),
      ),
      member('string_index_of_string_int', [STRING, STRING, INT], INT, indexOf),
    ],
  },
  {
    name: 'lastIndexOf',
    overloads: [
      member('string_last_index_of_string', [STRING, STRING], INT, lastIndexAnywhere),
      member('string_last_index_of_string_int', [STRING, STRING, INT], INT, lastIndexOf),
    ],
  },
  {
    name: 'lowerAscii',
    overloads: [
      member('string_lower_ascii', [STRING], STRING, (text: string) =>
        text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
      ),
    ],
  },
  {
    name: 'replace',
    overloads: [
      member(
        'string_replace_string_string',
        [STRING, STRING, STRING],
        STRING,
        (text: string, old: string, by: string) => replace(text, old, by, -1),
      ),
      member('string_replace_string_string_int', [STRING, STRING, STRING, INT], STRING, replace),
    ],
  },
  {
    name: 'split',
    overloads: [
      member('string_split_string', [STRING, STRING], STRINGS, (text: string, separator: string) =>
        split(text, separator, -1),
      ),
      member('string_split_string_int', [STRING, STRING, INT], STRINGS, split),
    ],
  },
  {
    name: 'substring',
    overloads: [
      member('string_substring_int', [STRING, INT], STRING, (text: string, start: Int) =>
        substring(text, start, undefined),
      ),
      member('string_substring_int_int', [STRING, INT, INT], STRING, substring),
    ],
  },
  { name: 'trim', overloads: [member('string_trim', [STRING], STRING, trim)] },
  {
    name: 'upperAscii',
    overloads: [
      member('string_upper_ascii', [STRING], STRING, (text: string) =>
        text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
      ),
    ],
  },
  {
    name: 'join',
    overloads: [
      member('list_join', [STRINGS], STRING, (list: ListValue) => join(list, '')),
      member('list_join_string', [STRINGS, STRING], STRING, join),
    ],
  },
];

const formatting = (version: number): readonly FunctionDeclaration[] => {
  const formatter = version >= 4 ? PLAIN_FORMATTER : LOCALE_FORMATTER;
  return [
    {
      name: 'format',
      overloads: [
        member('string_format', [STRING, listType(DYN)], STRING, (text: string, args: ListValue) =>
          formatString(text, args, formatter),
        ),
      ],
    },
    {
      name: 'strings.quote',
      overloads: [
        {
          id: 'strings_quote',
          args: [STRING],
          result: STRING,
          implementation: (text) => quote(text as string),
        },
      ],
    },
  ];
};

const REVERSE: FunctionDeclaration = {
  name: 'reverse',
  overloads: [member('string_reverse', [STRING], STRING, (text: string) => [...text].reverse().join(''))],
};

/**
 * Functions on strings (cel-go: ext.Strings). Version 1: format and quote; 3: reverse; 4: a format that takes every type
 * everywhere and writes no thousands separators. Kubernetes 1.36 has version 2.
 */
export const stringsLibrary = (version = 4): Library => ({
  name: 'cel.lib.ext.strings',
  functions: [...BASE, ...(version >= 1 ? formatting(version) : []), ...(version >= 3 ? [REVERSE] : [])],
  validators: version >= 1 ? [formatValidator(version >= 4 ? PLAIN_CLAUSES : LOCALE_CLAUSES)] : [],
});
