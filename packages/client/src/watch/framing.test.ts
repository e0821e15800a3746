import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LineSplitter } from './framing.js';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Cuts bytes at the given places. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

describe('LineSplitter', () => {
  it('yields the same lines however the stream is cut into chunks', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify({ text }));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, places) => {
        const splitter = new LineSplitter();
        const chunks = cut(encode(lines.map((one) => `${one}\n`).join('')), places);
        expect(chunks.flatMap((chunk) => splitter.push(chunk)).map(decode)).toEqual(lines);
        expect(splitter.rest()).toBeUndefined();
      }),
    );
  });

  it('keeps what has no line end yet, and gives it as the rest', () => {
    const splitter = new LineSplitter();
    expect(splitter.push(encode('a\nb')).map(decode)).toEqual(['a']);
    expect(splitter.push(encode('c')).map(decode)).toEqual([]);
    expect(decode(splitter.rest() ?? encode(''))).toBe('bc');
    expect(splitter.rest()).toBeUndefined();
  });

  it('skips blank lines', () => {
    const splitter = new LineSplitter();
    expect(splitter.push(encode('\n \r\na\n\n')).map(decode)).toEqual(['a']);
    expect(splitter.rest()).toBeUndefined();
  });

  it('does not copy a line that lies within one chunk', () => {
    const chunk = encode('{"a":1}\n{"b":2}\n');
    for (const line of new LineSplitter().push(chunk)) expect(line.buffer).toBe(chunk.buffer);
  });
});
