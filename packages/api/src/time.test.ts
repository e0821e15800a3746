import { describe, expect, it } from 'vitest';
import { isoMicroTime, isoTime } from './time.js';

describe('isoTime', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [1_700_000_000_999, '2023-11-14T22:13:20Z'],
    [-1, '1969-12-31T23:59:59Z'],
  ])('writes %d as %s', (epochMs, expected) => {
    expect(isoTime(epochMs)).toBe(expected);
  });
});

describe('isoMicroTime', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000000Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123000Z'],
    [1_700_000_000_123.25, '2023-11-14T22:13:20.123250Z'],
    [-0.001, '1969-12-31T23:59:59.999999Z'],
  ])('writes %d as %s', (epochMs, expected) => {
    expect(isoMicroTime(epochMs)).toBe(expected);
  });
});
