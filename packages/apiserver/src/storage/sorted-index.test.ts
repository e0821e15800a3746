import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixEnd, SortedIndex } from './sorted-index.js';

describe('a sorted index', () => {
  it('returns and counts any range as a sorted set does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/'), maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.boolean()), { maxLength: 200 }),
        word,
        word,
        (changes, from, to) => {
          const index = new SortedIndex();
          const set = new Set<string>();
          for (const [key, add] of changes) {
            if (add) index.add(key);
            else index.remove(key);
            if (add) set.add(key);
            else set.delete(key);
          }
          const expected = [...set].filter((key) => key >= from && key < to).sort();
          expect([...index.range(from, to)]).toEqual(expected);
          expect(index.count(from, to)).toBe(expected.length);
        },
      ),
    );
  });

  it('keeps its order over many more keys than one chunk holds', () => {
    const index = new SortedIndex();
    const keys = Array.from({ length: 5000 }, (_, i) => `/k/${String((i * 7919) % 5000).padStart(5, '0')}`);
    for (const key of keys) index.add(key);
    expect([...index.range('/k/', prefixEnd('/k/'))]).toEqual([...keys].sort());
    for (const key of keys.slice(0, 4990)) index.remove(key);
    expect([...index.range('/', '0')]).toEqual(keys.slice(4990).sort());
    expect(index.count('/k/', prefixEnd('/k/'))).toBe(10);
  });
});
