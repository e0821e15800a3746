import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encoded, storageConformance, textOf } from '../test-support/storage-conformance.js';
import { createMemoryStorage } from './memory-storage.js';
import { RevisionMismatchError } from './storage.js';
import type { Storage, StorageEvent } from './storage.js';

storageConformance('the storage in memory', createMemoryStorage);

describe('the history of a storage in memory', () => {
  it('is bounded by bytes too', () => {
    const storage = createMemoryStorage({ maxHistoryBytes: 1000 });
    const start = storage.revision;
    for (let i = 0; i < 20; i++) storage.put(`/a/${i}`, 0, encoded('x'.repeat(100)));
    expect(() => storage.watch('/', start, { onEvent: () => undefined })).toThrow('compacted');
    expect(storage.list('/a/', { atRevision: storage.revision - 9 }).entries).toHaveLength(11);
  });
});

/** What a storage is, said as simply as possible: all states there ever were. */
class Model {
  readonly states: Array<Map<string, string>> = [new Map()];

  write(key: string, text: string | undefined): void {
    const next = new Map(this.states[this.states.length - 1]);
    if (text === undefined) next.delete(key);
    else next.set(key, text);
    this.states.push(next);
  }

  at(writes: number, prefix: string): string[] {
    const state = this.states[writes] ?? new Map<string, string>();
    return [...state]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, text]) => `${key}=${text}`);
  }
}

type Step =
  | { readonly do: 'put'; readonly key: string; readonly text: string }
  | { readonly do: 'delete'; readonly key: string }
  | { readonly do: 'list'; readonly prefix: string; readonly back: number; readonly limit: number }
  | { readonly do: 'watch'; readonly prefix: string; readonly back: number };

const key = fc
  .tuple(fc.constantFrom('a', 'b', 'ab'), fc.constantFrom('x', 'y', 'z', 'xy'), fc.nat({ max: 9 }))
  .map(([group, namespace, name]) => `/${group}/${namespace}/${name}`);
const prefix = fc.constantFrom('/', '/a/', '/ab/', '/a/x/', '/b/xy/');
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('put' as const), key, text: fc.string({ maxLength: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('list' as const),
        prefix,
        back: fc.nat({ max: 5 }),
        limit: fc.integer({ min: 1, max: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('watch' as const), prefix, back: fc.nat({ max: 5 }) }),
    },
  ),
  { maxLength: 80 },
);

/** Reads a list page by page. */
function listAll(storage: Storage, under: string, atRevision: number, limit: number): string[] {
  const all: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = storage.list(under, { limit, atRevision, ...(after === undefined ? {} : { after }) });
    all.push(...page.entries.map((entry) => `${entry.key}=${textOf(entry) ?? ''}`));
    if (!page.more) return all;
    expect(page.remaining).toBeGreaterThan(0);
    after = page.entries[page.entries.length - 1]?.key;
  }
}

describe('a storage in memory and a naive model', () => {
  // Invariants: after any steps, every list, at every revision that is kept and with every page size, is the model's;
  // and every watch has seen, in order, exactly the writes after its revision under its prefix.
  it('agree after any sequence of steps', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const storage = createMemoryStorage();
        const start = storage.revision;
        const model = new Model();
        const writes: StorageEvent[] = [];
        const watches: Array<{ under: string; after: number; seen: StorageEvent[] }> = [];
        storage.watch('/', start, { onEvent: (event) => writes.push(event) });
        for (const step of sequence) {
          if (step.do === 'put') {
            storage.put(step.key, storage.get(step.key)?.revision ?? 0, encoded(step.text));
            model.write(step.key, step.text);
          } else if (step.do === 'delete') {
            const entry = storage.get(step.key);
            if (entry === undefined) {
              expect(() => storage.delete(step.key, 0, encoded(''))).toThrow(RevisionMismatchError);
            } else {
              storage.delete(step.key, entry.revision, encoded(''));
              model.write(step.key, undefined);
            }
          } else {
            const revision = Math.max(start, storage.revision - step.back);
            if (step.do === 'list') {
              const expected = model.at(revision - start, step.prefix);
              expect(listAll(storage, step.prefix, revision, step.limit)).toEqual(expected);
            } else {
              const seen: StorageEvent[] = [];
              watches.push({ under: step.prefix, after: revision, seen });
              storage.watch(step.prefix, revision, { onEvent: (event) => seen.push(event) });
            }
          }
        }
        expect(storage.count('/a/')).toBe(model.at(storage.revision - start, '/a/').length);
        for (const { under, after, seen } of watches) {
          expect(seen).toEqual(
            writes.filter(({ entry, revision }) => revision > after && entry.key.startsWith(under)),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
