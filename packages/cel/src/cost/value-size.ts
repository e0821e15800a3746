import { codePointCount } from '../text.js';
import { ListValue, MapValue, OpaqueValue, OptionalValue } from '../values.js';
import type { Value } from '../values.js';

/** The size of a value as costs count it: 1 for all that has none. */
export function actualSize(value: Value | undefined): number {
  if (typeof value === 'string') return codePointCount(value);
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof OpaqueValue) return value.size ?? 1;
  if (value instanceof OptionalValue && value.value !== undefined) return actualSize(value.value);
  return 1;
}

/** Number of bytes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
