import { describe, expect, it } from 'vitest';
import { age, humanDuration } from './duration.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('humanDuration', () => {
  it.each([
    [0, '0s'],
    [999, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 10 * SECOND, '3m10s'],
    [10 * MINUTE + 10 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [8 * HOUR + 59 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [48 * HOUR, '2d'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + 3 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [2 * 365 * DAY, '2y'],
    [3 * 365 * DAY + 20 * DAY, '3y20d'],
    [8 * 365 * DAY + 20 * DAY, '8y'],
  ])('tells %d ms as %s', (ms, text) => {
    expect(humanDuration(ms)).toBe(text);
  });

  it('takes a clock that is a second behind for now, and one further behind for a fault', () => {
    expect(humanDuration(-1999)).toBe('0s');
    expect(humanDuration(-2000)).toBe('<invalid>');
  });
});

describe('age', () => {
  it('is the time since a timestamp', () => {
    expect(age('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:05:30Z'))).toBe('5m30s');
  });

  it('is <unknown> without a timestamp', () => {
    expect(age(undefined, 0)).toBe('<unknown>');
    expect(age('', 0)).toBe('<unknown>');
  });
});
