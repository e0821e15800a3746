/** POSIX classes, as the inside of a class of JavaScript. */
export const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
/** The classes of `\\d`, `\\w` and `\\s`, which in Go are ASCII. */
export const PERL: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\n\\f\\r ' };
/** A code point as an escape. */
export const hex = (code: number): string => `\\u{${code.toString(16)}}`;

/** A letter in both cases; anything else alone. */
export function cases(code: number): number[] {
  const char = String.fromCodePoint(code);
  return [...new Set([char, char.toLowerCase(), char.toUpperCase()])].flatMap((one) =>
    [...one].length === 1 ? [one.codePointAt(0)!] : [],
  );
}

/** The other case of the ASCII letters of a range. */
export function foldedRange(low: number, high: number): string {
  let output = '';
  for (const [first, last, distance] of [
    [0x41, 0x5a, 32],
    [0x61, 0x7a, -32],
  ] as const) {
    const from = Math.max(low, first);
    const to = Math.min(high, last);
    if (from <= to) output += `${hex(from + distance)}-${hex(to + distance)}`;
  }
  return output;
}

/** The ASCII set turned round, for use within a class. */
export function complement(set: string): string {
  const inside = new RegExp(`[${set}]`, 'u');
  const ranges: string[] = [];
  for (let code = 0; code <= 0x80; code++) {
    if (code < 0x80 && inside.test(String.fromCharCode(code))) continue;
    let end = code;
    while (end < 0x7f && !inside.test(String.fromCharCode(end + 1))) end++;
    ranges.push(end >= 0x7f ? `${hex(code)}-\\u{10ffff}` : `${hex(code)}-${hex(end)}`);
    if (end >= 0x7f) break;
    code = end;
  }
  return ranges.join('');
}
