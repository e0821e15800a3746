import { Double, int, uint } from '../values.js';
import type { Value } from '../values.js';
import type { Token } from './lexer.js';
import { unescapeBytes, unescapeString } from './unescape.js';

/** More digits than any number of 64 bits needs: leading zeros aside, such a literal is out of range anyway. */
const MAX_DIGITS = 400;

/** The value of a literal token; undefined where the token is no literal. */
export const parseLiteral = (
  { kind, text }: Token,
  negative: boolean,
): { readonly value: Value } | { readonly error: string } | undefined => {
  switch (kind) {
    case 'int':
      return orError(integer(text, negative), 'invalid int literal');
    case 'uint':
      return orError(unsigned(text.slice(0, -1)), 'invalid uint literal');
    case 'float': {
      const value = Number(text);
      return orError(
        Number.isFinite(value) ? new Double(negative ? -value : value) : undefined,
        'invalid double literal',
      );
    }
    case 'string':
      return orError(unescapeString(text), 'invalid unicode code point');
    case 'bytes':
      return orError(unescapeBytes(text.slice(1)), 'unable to unescape string');
    case 'keyword':
      if (text === 'null') return { value: null };
      return text === 'in' ? undefined : { value: text === 'true' };
    default:
      return undefined;
  }
};

const orError = (value: Value | undefined, error: string): { value: Value } | { error: string } =>
  value === undefined ? { error } : { value };

const digits = (text: string): bigint | undefined => {
  const significant = text.replace(/^(0x)?0*/, '$1');
  if (significant.length > MAX_DIGITS) return undefined;
  return BigInt(significant === '' ? '0' : significant === '0x' ? '0' : significant);
};

const integer = (text: string, negative: boolean): Value | undefined => {
  const value = digits(text);
  return value === undefined ? undefined : int(negative ? -value : value);
};

const unsigned = (text: string): Value | undefined => {
  const value = digits(text);
  return value === undefined ? undefined : uint(value);
};
