import type { IssueCollector } from './issues.js';

export type TokenKind =
  | 'identifier'
  | 'escapedIdentifier'
  | 'int'
  | 'uint'
  | 'float'
  | 'string'
  | 'bytes'
  | 'operator'
  | 'keyword'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

/** Words that are tokens of their own in the grammar; other reserved words are identifiers (parser/gen/CEL.g4). */
const KEYWORDS = new Set(['in', 'true', 'false', 'null']);

const SPACE = /[\t \r\n\f]+|\/\/[^\n]*/y;
const NUMBER =
  /0x[0-9a-fA-F]+[uU]|0x[0-9a-fA-F]+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|\d+[uU]|\d+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const ESCAPED = /`[A-Za-z0-9_.\-/ ]+`/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y;
const STRING_START = /[bB]?([rR]?)("""|'''|"|')/y;
const ESCAPE = /\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7][0-7])/y;

const match = (pattern: RegExp, text: string, offset: number): string | undefined => {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
};

/** Where the string literal that begins at `offset` ends, or undefined where it is not closed. */
const stringEnd = (text: string, offset: number): number | undefined => {
  STRING_START.lastIndex = offset;
  const [start, raw, quote] = STRING_START.exec(text)! as unknown as [string, string, string];
  const from = offset + start.length;
  if (raw !== '') {
    const end = text.indexOf(quote, from);
    if (end < 0) return undefined;
    return quote.length === 1 && /[\n\r]/.test(text.slice(from, end)) ? undefined : end + quote.length;
  }
  for (let at = from; at < text.length;) {
    if (text.startsWith(quote, at)) return at + quote.length;
    const character = text[at]!;
    if (character === '\\') {
      const escape = match(ESCAPE, text, at);
      if (escape === undefined) return undefined;
      at += escape.length;
    } else if (quote.length === 1 && (character === '\n' || character === '\r')) {
      return undefined;
    } else {
      at++;
    }
  }
  return undefined;
};

/** The token at an offset and where it ends; without a kind, what cannot be one. */
const tokenAt = (
  text: string,
  offset: number,
): { readonly kind: TokenKind | undefined; readonly end: number } => {
  const number = match(NUMBER, text, offset);
  if (number !== undefined) return { kind: numberKind(number), end: offset + number.length };
  const operator = match(OPERATOR, text, offset);
  if (operator !== undefined) return { kind: 'operator', end: offset + operator.length };
  const quoted = match(STRING_START, text, offset);
  if (quoted !== undefined) {
    const end = stringEnd(text, offset);
    if (end !== undefined) return { kind: /^[bB]/.test(quoted) ? 'bytes' : 'string', end };
    const line = text.indexOf('\n', offset);
    return { kind: undefined, end: line < 0 ? text.length : line };
  }
  const word = match(WORD, text, offset);
  if (word !== undefined)
    return { kind: KEYWORDS.has(word) ? 'keyword' : 'identifier', end: offset + word.length };
  const escaped = match(ESCAPED, text, offset);
  if (escaped !== undefined) return { kind: 'escapedIdentifier', end: offset + escaped.length };
  return { kind: undefined, end: offset + String.fromCodePoint(text.codePointAt(offset)!).length };
};

/** Splits an expression into tokens; what is no token is reported and left out, as ANTLR does. */
export const tokenize = (text: string, issues: IssueCollector): readonly Token[] => {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    const space = match(SPACE, text, offset);
    if (space !== undefined) {
      offset += space.length;
      continue;
    }
    const token = tokenAt(text, offset);
    if (token.kind === undefined) {
      issues.report(
        offset,
        `Syntax error: token recognition error at: '${printable(text.slice(offset, token.end))}'`,
      );
    } else {
      tokens.push({ kind: token.kind, text: text.slice(offset, token.end), offset });
    }
    offset = token.end;
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: text.length });
  return tokens;
};

const numberKind = (text: string): TokenKind => {
  if (/[uU]$/.test(text)) return 'uint';
  return !text.startsWith('0x') && /[.eE]/.test(text) ? 'float' : 'int';
};

const printable = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
