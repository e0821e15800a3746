import { describe, expect, it } from 'vitest';

import { compareResourceVersions } from './resource-version.js';

describe('compareResourceVersions', () => {
  it.each([
    ['1', '1', 0],
    ['9', '10', -1],
    ['10', '9', 1],
    ['99999999999999999999998', '99999999999999999999999', -1],
    ['100000000000000000000000', '99999999999999999999999', 1],
  ])('puts %s and %s in order, of any size', (a, b, expected) => {
    expect(Math.sign(compareResourceVersions(a, b) ?? NaN)).toBe(expected);
  });

  it.each(['', '0', '01', '-1', '1.5', 'abc', '1a'])('says nothing of %j', (version) => {
    expect(compareResourceVersions(version, '1')).toBeUndefined();
    expect(compareResourceVersions('1', version)).toBeUndefined();
  });
});
