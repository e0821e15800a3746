import { describe, expect, it } from 'vitest';

import { parseWarnings } from './warnings.js';

describe('parseWarnings', () => {
  it('reads no header, one, and several', () => {
    expect(parseWarnings(undefined)).toEqual([]);
    expect(parseWarnings('299 - "v1 is old"')).toEqual(['v1 is old']);
    expect(parseWarnings(['299 - "a"', '299 kube-apiserver "b"'])).toEqual(['a', 'b']);
  });

  it('reads several in one header, with quotes and commas in them', () => {
    expect(parseWarnings('299 - "unknown field \\"a, b\\"", 299 - "c\\\\d"')).toEqual([
      'unknown field "a, b"',
      'c\\d',
    ]);
  });

  it('ignores what is no warning', () => {
    expect(parseWarnings('nonsense')).toEqual([]);
  });
});
