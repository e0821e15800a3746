import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { escapeCommentEnd, escapeSigns, unescapeCommentEnd } from './comment-escapes.js';
import { readComments } from './read-comments.js';
import { createMarkerRegistry } from './registry.js';

const registry = createMarkerRegistry();

function read(text: string): { documentation: string; markers: number; findings: number } {
  const diagnostics = new Diagnostics();
  const lines = text.split('\n').map((line) => ({ text: line }));
  const blocks = [{ place: 'doc', lines }] as const;
  const { documentation, markers } = readComments({ blocks, target: 'field', registry, diagnostics });
  return { documentation, markers: markers.length, findings: diagnostics.all().length };
}

describe('escapes in comments', () => {
  it.each([
    ['+optional', '\\+optional'],
    ['@default 1', '\\@default 1'],
    ['in a line  +kubebuilder:default=1', 'in a line  \\+kubebuilder:default=1'],
    ['in a line @minimum 1', 'in a line \\@minimum 1'],
    ['see {@link Pod}', 'see {\\@link Pod}'],
    ['\\+optional', '\\\\+optional'],
    ['\\@daily', '\\\\@daily'],
    ['a + b, +1, me@example.com, sent @daily', 'a + b, +1, me@example.com, sent @daily'],
  ])('make the text %j documentation, written %j', (text, written) => {
    expect(escapeSigns(text, registry)).toBe(written);
    expect(read(written)).toEqual({ documentation: text, markers: 0, findings: 0 });
  });

  it('give back any text that comments can hold', () => {
    const word = fc.constantFrom(
      '+optional',
      '@minimum',
      '\\',
      ' ',
      '+',
      '@',
      'word',
      '{@link X}',
      '+k8s:x',
      '`',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words
          .join('')
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join('\n');
        expect(read(escapeSigns(text, registry))).toEqual({ documentation: text, markers: 0, findings: 0 });
      }),
      { numRuns: 500 },
    );
  });

  it('keep any text from ending its comment', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('*', '/', '\\', 'a') }), (text) => {
        expect(escapeCommentEnd(text)).not.toContain('*/');
        expect(unescapeCommentEnd(escapeCommentEnd(text))).toBe(text);
      }),
    );
  });
});
