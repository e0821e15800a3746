import { describe, expect, it } from 'vitest';
import { parseGoDuration } from './go-duration.js';

describe('a duration of Go', () => {
  it.each([
    ['0', 0],
    ['5s', 5000],
    ['1h30m', 5_400_000],
    ['-1.5s', -1500],
    ['.5ms', 0.5],
    ['1us', 0.001],
  ])('%s is %d ms', (text, expected) => {
    expect(parseGoDuration(text)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['foo', 'time: invalid duration "foo"'],
    ['', 'time: invalid duration ""'],
    ['5', 'time: missing unit in duration "5"'],
    ['5x', 'time: unknown unit "x" in duration "5x"'],
    ['1s-', 'time: unknown unit "s-" in duration "1s-"'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseGoDuration(text)).toThrow(message);
  });
});
