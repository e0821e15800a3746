import { CLEANUP, NAMESPACES } from '../operator/tally.js';
import type { Change, FollowChanges, StoredObject } from './changes.js';

/** What a leader wrote, who it was and in which term. */
interface Signed {
  revision: number;
  key: string;
  term: number;
  by: string;
}

/** The states of an object that had the finalizer, as far as its deletion is concerned. */
interface Life {
  place: string;
  /** The latest. */
  state: string;
  /** Each that differed from the one before it, with its revision. */
  states: string[];
}

/*
 * What holds of every single change, read from the store itself, past API server and client:
 *  1. The total of a tally is the sum of what its writers have counted, and only grows.
 *  2. The terms in what leaders write never go back: nobody writes in a term that is over.
 *  3. A tally that goes, and had the finalizer, was cleaned up before.
 */
export class Journal {
  /** What did not hold. */
  readonly broken: string[] = [];
  changes = 0;
  /** The latest state of the tallies, and of their children. */
  readonly #tallies = new Map<string, StoredObject>();
  /** By uid, what has the finalizer, or had it. */
  readonly #kept = new Map<string, Life>();
  /** By uid, what went. */
  readonly #gone = new Map<string, Life>();
  readonly #cleaned = new Set<string>();
  readonly #signed: Signed[] = [];
  readonly #stop = new AbortController();

  /** How many tallies went that had had the finalizer. */
  get deleted(): number {
    return this.#gone.size;
  }

  /** In how many terms something was written. */
  get terms(): number {
    return new Set(this.#signed.map(({ term }) => term)).size;
  }

  async start(follow: FollowChanges): Promise<void> {
    const prefixes = [
      '/registry/soak.example.com/tallies/',
      `/registry/configmaps/${NAMESPACES.led}/`,
      `/registry/configmaps/${NAMESPACES.solo}/`,
    ];
    await Promise.all(
      prefixes.map((prefix) =>
        follow({
          prefix,
          onChange: (change) => this.#take(change),
          onEnd: (why) => this.broken.push(`the journal ended: ${why}`),
          signal: this.#stop.signal,
        }),
      ),
    );
  }

  stop(): void {
    this.#stop.abort();
  }

  #take(change: Change): void {
    this.changes += 1;
    if (change.key.startsWith('/registry/configmaps/')) this.#takeConfigMap(change);
    else this.#takeTally(change);
  }

  #takeConfigMap({ object, key, revision }: Change): void {
    if (object === undefined) return;
    const { name } = object.metadata;
    if (name.startsWith('cleaned-')) this.#cleaned.add(name.slice('cleaned-'.length));
    else if (object.data?.['term'] !== undefined)
      this.#sign({ term: Number(object.data['term']), by: object.data['by'] ?? '', key, revision });
  }

  #takeTally({ key, object, revision }: Change): void {
    const before = this.#tallies.get(key);
    if (object === undefined) {
      this.#tallies.delete(key);
      const uid = before?.metadata.uid ?? '';
      const life = this.#kept.get(uid);
      if (life === undefined) return;
      life.states.push(`gone at revision ${revision}`);
      this.#kept.delete(uid);
      this.#gone.set(uid, life);
      return;
    }
    this.#tallies.set(key, object);
    this.#takeLife(key, object, revision);
    const { total = 0, writers = {} } = object.spec ?? {};
    const sum = Object.values(writers).reduce((all, each) => all + each, 0);
    if (sum !== total) this.#break(`${key} says ${total}, its writers have counted ${sum}`, revision);
    const was = before?.metadata.uid === object.metadata.uid ? (before.spec?.total ?? 0) : total;
    if (total < was) this.#break(`${key} went back from ${was} to ${total}`, revision);
    if (total > was + 1) this.#break(`${key} went from ${was} to ${total} in one update`, revision);
    const { status } = object;
    if (status?.term !== undefined && status.observedGeneration !== before?.status?.observedGeneration)
      this.#sign({ term: status.term, by: status.by ?? '', key, revision });
  }

  #takeLife(key: string, { metadata }: StoredObject, revision: number): void {
    const { uid, finalizers = [], deletionTimestamp = 'never' } = metadata;
    let life = this.#kept.get(uid);
    if (life === undefined) {
      if (!finalizers.includes(CLEANUP)) return;
      this.#kept.set(uid, (life = { place: key, state: '', states: [] }));
    }
    const state = `finalizers [${finalizers.join(', ')}], deleted ${deletionTimestamp}`;
    if (state === life.state) return;
    life.state = state;
    life.states.push(`${state} at revision ${revision}`);
  }

  /** What was written in a term that was over: two watches tell of it, so the order is that of the revisions. */
  writtenTooLate(): string[] {
    const late: string[] = [];
    let last: Signed | undefined;
    for (const each of this.#signed.toSorted((a, b) => a.revision - b.revision)) {
      if (last === undefined || each.term >= last.term) last = each;
      else late.push(`${textOf(each)}, after ${textOf(last)}`);
    }
    return late;
  }

  /** Tallies that went without having been cleaned up, and what etcd had of them. */
  uncleaned(): string[] {
    return [...this.#gone]
      .filter(([uid]) => !this.#cleaned.has(uid))
      .map(([uid, { place, states }]) => `${place} (${uid}): ${states.join('; ')}`);
  }

  /** The witness, which needs no lease, has no terms. */
  #sign(signed: Signed): void {
    if (signed.term > 0) this.#signed.push(signed);
  }

  #break(what: string, revision: number): void {
    this.broken.push(`at revision ${revision}: ${what}`);
  }
}

const textOf = ({ by, key, term, revision }: Signed): string =>
  `${by} wrote ${key} in term ${term} (revision ${revision})`;
