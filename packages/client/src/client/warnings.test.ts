import { describe, expect, it } from 'vitest';

import { deduplicateWarnings, parseWarnings } from './warnings.js';

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

describe('deduplicateWarnings', () => {
  it('hands on each text once', () => {
    const seen: string[] = [];
    const handle = deduplicateWarnings(({ text, request }) => seen.push(`${request} ${text}`));
    handle({ text: 'old', request: 'GET /a' });
    handle({ text: 'old', request: 'GET /b' });
    handle({ text: 'older', request: 'GET /b' });
    expect(seen).toEqual(['GET /a old', 'GET /b older']);
  });
});
