import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apart, cut, cutLine, lineWidth, oneLine, pad, paint, span, widthOf, wrap } from './text.js';

describe('text on a terminal', () => {
  it.each([
    ['plain', 'hello world', 8, 'hello w…'],
    ['what fits', 'hello', 5, 'hello'],
    ['wide characters, of which half is never shown', '日本語日本語', 6, '日本…'],
    ['a wide character that just fits', '日本語', 6, '日本語'],
    ['an emoji of several code points', '👩‍👩‍👧ab', 3, '👩‍👩‍👧…'],
    ['a letter with combining marks', 'éébc', 3, 'éé…'],
    ['one column', 'hello', 1, '…'],
    ['no column', 'hello', 0, ''],
  ])('is cut to its columns: %s', (_, text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected);
  });

  it('is padded to exactly its columns, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
        expect(widthOf(pad(oneLine(text), columns))).toBe(columns);
      }),
    );
  });

  it('does nothing to the terminal: escape sequences, line ends and controls are taken out', () => {
    expect(oneLine('\u001b[31mred\u001b[0m\n  next\ttab\u0007\u001b]0;title\u0007\u202e')).toBe(
      'red next  tab',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });

  it.each([
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['inside a word that is longer than a line', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['between wide characters', '日本語', 4, ['日本', '語']],
    ['not at all when it fits', 'one two', 7, ['one two']],
    ['nothing', '', 7, ['']],
  ])('is wrapped %s', (_, text, columns, expected) => {
    expect(wrap(text, columns)).toEqual(expected);
  });

  it('keeps every word when it is wrapped, in lines that fit', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })), (words) => {
        const text = oneLine(words.join(' '));
        const lines = wrap(text, 10);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(10);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('is cut across the pieces of a line', () => {
    const line = [span('one ', 'good'), span('two '), span('three', 'bad')];
    expect(cutLine(line, 6)).toEqual([span('one ', 'good'), { text: 't…' }]);
    expect(lineWidth(cutLine(line, 4))).toBe(4);
  });

  it('leaves out the right part when there is no room for both', () => {
    expect(paint(apart([span('left')], [span('right')], 12), false)).toBe('left   right');
    expect(paint(apart([span('left')], [span('right')], 10), false)).toBe('left');
  });

  it('is painted only when asked', () => {
    expect(paint([span('ok', 'good')], false)).toBe('ok');
    expect(paint([span('ok', 'good')], true)).toBe('\u001b[32mok\u001b[39m');
  });
});
