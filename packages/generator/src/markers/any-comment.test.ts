import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerTarget } from '../model/marker.js';
import { readComments } from './read-comments.js';
import { block, read, registry } from './test-support/reading.js';

/*
 * Of any comment:
 * - it is read, whatever it holds, and what is wrong with it is told with a place inside of it;
 * - a marker is read, reported, or is text: nothing else becomes of it.
 */

const words = fc.constantFrom(
  ...[
    'Text',
    'two  words',
    '+',
    '@',
    '  ',
    '`',
    '"',
    "'",
    '{',
    '}',
    '=',
    ':',
    ',',
    ';',
    '\\',
    '```',
    '---',
    'TODO',
  ],
  ...['1', '-1.5', 'true', '{a: 1}', 'a;b', '{@link X}', 'é', '\u{1F600}', '\t', '[1]', '#', '$', '(', '\\+'],
  ...registry.definitions.map(({ name }) => `+${name}`),
  ...registry.definitions.flatMap(({ tags = [] }) => tags.map((tag) => `@${tag}`)),
  ...['+kubebuilder:', '+kubebuilder:nothing', '+other', '@other', '+k8s:x', '+:', '@.', '+optinal'],
);
const comments = fc
  .array(fc.array(words, { maxLength: 6 }), { maxLength: 6 })
  .map((lines) => lines.map((line) => line.join('')).join('\n'));
const targets = fc.constantFrom<MarkerTarget>('package', 'type', 'field');

describe('any comment', () => {
  test('is read, and what is wrong with it is told with a place inside of it', () => {
    fc.assert(
      fc.property(
        comments,
        targets,
        fc.constantFrom<'doc' | 'detached'>('doc', 'detached'),
        (text, target, place) => {
          const diagnostics = new Diagnostics();
          const { markers } = readComments({ blocks: [block(text, place)], target, registry, diagnostics });
          const lines = text.split('\n');
          for (const { position } of [...diagnostics.all(), ...markers]) {
            const line = lines[(position?.line ?? 0) - 1] ?? '';
            expect(position?.column).toBeGreaterThanOrEqual(4);
            expect(position?.column).toBeLessThanOrEqual(4 + line.length);
          }
        },
      ),
    );
  });

  test('loses no marker that stands on a line of its own', () => {
    const lines = fc.constantFrom(
      ...registry.definitions.map(({ name }) => `+${name}`),
      '+optinal',
      '+k8s:nothing',
    );
    fc.assert(
      fc.property(lines, fc.string({ unit: 'grapheme', maxLength: 12 }), targets, (name, rest, target) => {
        fc.pre(!/\s/.test(rest) && registry.find(name.slice(1))?.withoutEffect !== true);
        const { markers, problems, documentation } = read(`${name}=${rest}`, target);
        expect(markers.length + problems.length).toBeGreaterThan(0);
        expect(documentation).toBe('');
      }),
    );
  });

  test('that holds neither plus nor at signs is documentation, word for word', () => {
    const prose = fc.stringMatching(/^[A-Za-z0-9 .,;:'"=()[\]/]{1,60}$/);
    fc.assert(
      fc.property(fc.array(prose, { minLength: 1, maxLength: 5 }), targets, (lines, target) => {
        fc.pre(!lines.some((line) => line.startsWith('TODO') || line.trim() === ''));
        const { documentation, markers, problems } = read(lines.join('\n'), target);
        expect(documentation).toBe(lines.map((line) => line.trimEnd()).join('\n'));
        expect([...markers, ...problems]).toEqual([]);
      }),
    );
  });
});
