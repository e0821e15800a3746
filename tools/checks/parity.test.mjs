import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENT, documentText, problems } from '../parity/document.mjs';

describe('the document of parity', () => {
  it('names for each situation a test that exists, or a reason', () => {
    expect(problems()).toEqual([]);
  });

  it('is what `npm run parity` writes', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(documentText());
  });
});
