import { describe, expect, it } from 'vitest';
import { CompactedError, RevisionMismatchError } from '../storage/storage.js';
import type { EncodedObject, Storage, StorageEvent } from '../storage/storage.js';

/** The promises of storage.ts, one block each, for every implementation. `create` makes a storage that keeps few writes. */
export function storageConformance(
  name: string,
  create: (options: { maxHistoryEvents: number }) => Storage,
): void {
  const fresh = (): Storage => create({ maxHistoryEvents: 8 });

  describe(`${name} keeps the promises of a storage`, () => {
    describe('1. one revision counts all writes', () => {
      it('each successful write gets the next revision, and revision is the last', () => {
        const storage = fresh();
        const start = storage.revision;
        expect(storage.put('/a/x', 0, encoded('1')).revision).toBe(start + 1);
        expect(storage.put('/b/y', 0, encoded('2')).revision).toBe(start + 2);
        expect(storage.delete('/a/x', start + 1, encoded('1')).revision).toBe(start + 3);
        expect(storage.revision).toBe(start + 3);
      });

      it('what is encoded knows the revision of its write', () => {
        const storage = fresh();
        let told = 0;
        const entry = storage.put('/a/x', 0, (revision) => {
          told = revision;
          return encoded('1')();
        });
        expect(entry.revision).toBe(told);
      });

      it('a write that fails to encode uses no revision, changes nothing and is told to nobody', () => {
        const storage = fresh();
        const kept = storage.put('/a/kept', 0, encoded('1'));
        const seen: string[] = [];
        storage.watch('/a/', storage.revision, { onEvent: (event) => seen.push(describeEvent(event)) });
        const failing = (): EncodedObject => {
          throw new Error('no');
        };
        expect(() => storage.put('/a/x', 0, failing)).toThrow('no');
        expect(() => storage.put('/a/kept', kept.revision, failing)).toThrow('no');
        expect(() => storage.delete('/a/kept', kept.revision, failing)).toThrow('no');
        expect(storage.revision).toBe(kept.revision);
        expect(storage.get('/a/x')).toBeUndefined();
        expect(storage.get('/a/kept')).toEqual(kept);
        expect(seen).toEqual([]);
      });

      it('a new storage starts at 1, and a refused write uses no revision', () => {
        const storage = fresh();
        expect(storage.revision).toBe(1);
        expect(() => storage.put('/a/x', 5, encoded('1'))).toThrow(RevisionMismatchError);
        expect(() => storage.delete('/a/x', 5, encoded('1'))).toThrow(RevisionMismatchError);
        expect(storage.put('/a/x', 0, encoded('1')).revision).toBe(2);
      });
    });

    describe('2. compare and swap', () => {
      it('a write with the present revision succeeds, one with another throws and changes nothing', () => {
        const storage = fresh();
        const first = storage.put('/a/x', 0, encoded('1'));
        const second = storage.put('/a/x', first.revision, encoded('2'));
        expect(() => storage.put('/a/x', first.revision, encoded('3'))).toThrow(RevisionMismatchError);
        expect(() => storage.delete('/a/x', first.revision, encoded('3'))).toThrow(RevisionMismatchError);
        expect(textOf(storage.get('/a/x'))).toBe('2');
        expect(storage.revision).toBe(second.revision);
      });

      it('revision 0 means that the key must not exist', () => {
        const storage = fresh();
        storage.put('/a/x', 0, encoded('1'));
        expect(() => storage.put('/a/x', 0, encoded('2'))).toThrow(RevisionMismatchError);
        expect(() => storage.put('/a/y', 7, encoded('2'))).toThrow(RevisionMismatchError);
        expect(() => storage.delete('/a/y', 0, encoded('2'))).toThrow(RevisionMismatchError);
      });

      it('what is removed is gone, and its key may be written as if it had never been', () => {
        const storage = fresh();
        const first = storage.put('/a/x', 0, encoded('1'));
        const removed = storage.delete('/a/x', first.revision, encoded('last'));
        expect(textOf(removed)).toBe('last');
        expect(storage.get('/a/x')).toBeUndefined();
        expect(storage.list('/a/').entries).toEqual([]);
        expect(storage.count('/a/')).toBe(0);
        expect(() => storage.put('/a/x', first.revision, encoded('2'))).toThrow(RevisionMismatchError);
        expect(() => storage.put('/a/x', removed.revision, encoded('2'))).toThrow(RevisionMismatchError);
        expect(storage.put('/a/x', 0, encoded('2')).revision).toBe(removed.revision + 1);
      });

      it('the error tells which revision there is', () => {
        const storage = fresh();
        const { revision } = storage.put('/a/x', 0, encoded('1'));
        const error = thrown(() => storage.put('/a/x', 0, encoded('2')));
        expect(error).toMatchObject({ key: '/a/x', expected: 0, actual: revision });
      });
    });

    describe('3. calls are synchronous and atomic', () => {
      it('a write is visible, and told to watchers, when the call returns', () => {
        const storage = fresh();
        const seen: string[] = [];
        storage.watch('/a/', storage.revision, { onEvent: (event) => seen.push(describeEvent(event)) });
        storage.put('/a/x', 0, encoded('1'));
        expect(textOf(storage.get('/a/x'))).toBe('1');
        expect(seen).toEqual(['put /a/x 1']);
      });
    });

    describe('4. list is sorted, and the state of one revision', () => {
      it('sorts by key, and returns only what is under the prefix', () => {
        const storage = fresh();
        for (const key of ['/a/z', '/a/b', '/ab/c', '/a/a/x']) storage.put(key, 0, encoded(key));
        expect(keysOf(storage.list('/a/'))).toEqual(['/a/a/x', '/a/b', '/a/z']);
        expect(storage.list('/a/').revision).toBe(storage.revision);
        expect(storage.count('/a/')).toBe(3);
      });

      it('pages through the keys, and says how many are left', () => {
        const storage = fresh();
        for (const key of ['/a/1', '/a/2', '/a/3', '/a/4']) storage.put(key, 0, encoded(key));
        const first = storage.list('/a/', { limit: 3 });
        expect(keysOf(first)).toEqual(['/a/1', '/a/2', '/a/3']);
        expect(first).toMatchObject({ more: true, remaining: 1 });
        const second = storage.list('/a/', { limit: 3, after: '/a/3' });
        expect(keysOf(second)).toEqual(['/a/4']);
        expect(second).toMatchObject({ more: false, remaining: 0 });
      });

      it('entries that the filter drops do not count towards the limit', () => {
        const storage = fresh();
        for (const key of ['/a/1', '/a/2', '/a/3', '/a/4']) storage.put(key, 0, encoded(key));
        const odd = storage.list('/a/', { limit: 2, filter: ({ key }) => Number(key.slice(3)) % 2 === 1 });
        expect(keysOf(odd)).toEqual(['/a/1', '/a/3']);
      });

      it('tells the state of an earlier revision', () => {
        const storage = fresh();
        const x = storage.put('/a/x', 0, encoded('1'));
        storage.put('/a/y', 0, encoded('1'));
        const then = storage.revision;
        storage.put('/a/x', x.revision, encoded('2'));
        storage.delete('/a/y', then, encoded('1'));
        storage.put('/a/z', 0, encoded('1'));
        const earlier = storage.list('/a/', { atRevision: then });
        expect(earlier.entries.map((entry) => `${entry.key} ${textOf(entry)}`)).toEqual(['/a/x 1', '/a/y 1']);
        expect(earlier.revision).toBe(then);
        expect(storage.list('/a/', { atRevision: then, limit: 1 })).toMatchObject({
          more: true,
          remaining: 1,
        });
      });

      it('does not change what it told when something is written', () => {
        const storage = fresh();
        const x = storage.put('/a/x', 0, encoded('1'));
        const list = storage.list('/a/');
        storage.put('/a/x', x.revision, encoded('2'));
        storage.put('/a/y', 0, encoded('1'));
        expect(list.entries.map((entry) => `${entry.key} ${textOf(entry) ?? ''}`)).toEqual(['/a/x 1']);
        expect(list.revision).toBe(x.revision);
      });

      it('pages and filters an earlier revision as it does the present one', () => {
        const storage = fresh();
        for (const key of ['/a/1', '/a/2', '/a/3', '/a/4']) storage.put(key, 0, encoded(key));
        const then = storage.revision;
        for (const key of ['/a/1', '/a/3'])
          storage.delete(key, storage.get(key)?.revision ?? 0, encoded(key));
        const odd = {
          atRevision: then,
          filter: ({ key }: { key: string }) => Number(key.slice(3)) % 2 === 1,
        };
        const page = storage.list('/a/', { ...odd, limit: 1 });
        expect(keysOf(page)).toEqual(['/a/1']);
        expect(page.more).toBe(true);
        expect(keysOf(storage.list('/a/', { ...odd, after: '/a/1' }))).toEqual(['/a/3']);
      });

      it('throws CompactedError for a revision that is forgotten, which tells the oldest that is kept', () => {
        const storage = fresh();
        const start = storage.revision;
        for (let i = 0; i < 20; i++) storage.put(`/a/${i}`, 0, encoded('1'));
        const error = thrown(() => storage.list('/a/', { atRevision: start }));
        expect(error).toBeInstanceOf(CompactedError);
        const { requested, oldest } = error as CompactedError;
        expect(requested).toBe(start);
        expect(storage.list('/a/', { atRevision: oldest }).revision).toBe(oldest);
        expect(() => storage.list('/a/', { atRevision: oldest - 1 })).toThrow(CompactedError);
      });
    });

    describe('5. a watch delivers every later write once, in order', () => {
      it('first those of the history, then each as it happens', () => {
        const storage = fresh();
        const start = storage.revision;
        const x = storage.put('/a/x', 0, encoded('1'));
        storage.put('/b/y', 0, encoded('1'));
        const seen: StorageEvent[] = [];
        storage.watch('/a/', start, { onEvent: (event) => seen.push(event) });
        const changed = storage.put('/a/x', x.revision, encoded('2'));
        storage.delete('/a/x', changed.revision, encoded('2'));
        expect(seen.map(describeEvent)).toEqual(['put /a/x 1', 'put /a/x 2', 'delete /a/x 2']);
        expect(seen.map(({ previous }) => textOf(previous))).toEqual([undefined, '1', '2']);
        expect(seen[2]?.entry.revision).toBe(storage.revision);
      });

      it('fails before it delivers anything when the history does not reach back', () => {
        const storage = fresh();
        const start = storage.revision;
        for (let i = 0; i < 20; i++) storage.put(`/a/${i}`, 0, encoded('1'));
        const seen: StorageEvent[] = [];
        expect(() => storage.watch('/a/', start, { onEvent: (event) => seen.push(event) })).toThrow(
          CompactedError,
        );
        expect(seen).toEqual([]);
      });

      it('from a revision still to come it skips what comes before', () => {
        const storage = fresh();
        const seen: string[] = [];
        storage.watch('/a/', storage.revision + 1, { onEvent: (event) => seen.push(describeEvent(event)) });
        storage.put('/a/x', 0, encoded('1'));
        storage.put('/a/y', 0, encoded('1'));
        expect(seen).toEqual(['put /a/y 1']);
      });

      it('tells of each what was there before: nothing, when the key was created again', () => {
        const storage = fresh();
        const seen: StorageEvent[] = [];
        storage.watch('/a/', storage.revision, { onEvent: (event) => seen.push(event) });
        const first = storage.put('/a/x', 0, encoded('1'));
        storage.delete('/a/x', first.revision, encoded('1'));
        storage.put('/a/x', 0, encoded('2'));
        expect(seen.map(({ previous }) => textOf(previous))).toEqual([undefined, '1', undefined]);
      });

      it('tells all watches the same, in the order of the revisions, whatever their prefixes', () => {
        const storage = fresh();
        const [all, some]: [StorageEvent[], StorageEvent[]] = [[], []];
        storage.watch('/', storage.revision, { onEvent: (event) => all.push(event) });
        storage.watch('/a/', storage.revision, { onEvent: (event) => some.push(event) });
        for (const key of ['/a/z', '/b/y', '/a/b/c', '/ab/x', '/a/a']) storage.put(key, 0, encoded(key));
        expect(all.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6]);
        expect(some).toEqual(all.filter(({ entry }) => entry.key.startsWith('/a/')));
      });

      it('may be stopped by what it delivers, without taking it from others', () => {
        const storage = fresh();
        const seen: string[] = [];
        const once = storage.watch('/a/', storage.revision, {
          onEvent(event) {
            seen.push(`once ${event.entry.key}`);
            once.stop();
          },
        });
        storage.watch('/a/', storage.revision, { onEvent: ({ entry }) => seen.push(`always ${entry.key}`) });
        storage.put('/a/x', 0, encoded('1'));
        storage.put('/a/y', 0, encoded('1'));
        expect(seen).toEqual(['once /a/x', 'always /a/x', 'always /a/y']);
      });

      it('delivers nothing after it is stopped', () => {
        const storage = fresh();
        const seen: string[] = [];
        const watch = storage.watch('/a/', storage.revision, {
          onEvent: (event) => seen.push(describeEvent(event)),
        });
        watch.stop();
        watch.stop();
        storage.put('/a/x', 0, encoded('1'));
        expect(seen).toEqual([]);
      });
    });

    describe('6. the history is bounded', () => {
      it('keeps the latest writes and no more', () => {
        const storage = fresh();
        for (let i = 0; i < 20; i++) storage.put(`/a/${i}`, 0, encoded('1'));
        const from = (revision: number): number => {
          let seen = 0;
          storage.watch('/', revision, { onEvent: () => (seen += 1) }).stop();
          return seen;
        };
        expect(from(storage.revision - 8)).toBe(8);
        expect(() => from(storage.revision - 9)).toThrow(CompactedError);
      });
    });
  });
}

/** An encoder of an object that is nothing but this text. */
export const encoded =
  (text: string): (() => EncodedObject) =>
  () => ({ bytes: Buffer.from(text), labels: undefined, fields: undefined });

export const textOf = (entry: EncodedObject | undefined): string | undefined =>
  entry === undefined ? undefined : Buffer.from(entry.bytes).toString();

function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const keysOf = ({ entries }: { entries: ReadonlyArray<{ key: string }> }): string[] =>
  entries.map(({ key }) => key);

const describeEvent = ({ type, entry }: StorageEvent): string =>
  `${type} ${entry.key} ${textOf(entry) ?? ''}`;
