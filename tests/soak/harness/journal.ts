import { CLEANUP, NAMESPACES } from '../operator/tally.js';
import type { Tally } from '../operator/tally.js';

/** One change of one key, in the one order that etcd has for them all. */
interface Change {
  revision: number;
  key: string;
  /** Undefined when it was deleted. */
  object: Stored | undefined;
}

interface Stored {
  metadata: { name: string; namespace: string; uid: string; finalizers?: string[] };
  data?: Record<string, string>;
  spec?: Tally['spec'];
  status?: Tally['status'];
}

/** What a leader wrote, who it was and in which term. */
interface Signed {
  revision: number;
  key: string;
  term: number;
  by: string;
}

interface WatchLine {
  result?: { events?: Array<{ type?: 'DELETE'; kv: { key: string; value?: string; mod_revision: string } }> };
}

/*
 * What holds of every single change, read from etcd itself, past API server and client:
 *  1. The total of a tally is the sum of what its writers have counted, and only grows.
 *  2. The terms in what leaders write never go back: nobody writes in a term that is over.
 *  3. A tally that goes, and had the finalizer, was cleaned up before.
 */
export class Journal {
  /** What did not hold. */
  readonly broken: string[] = [];
  /** Tallies that went, and had the finalizer before. */
  readonly deleted = new Set<string>();
  changes = 0;
  /** The latest state of the tallies, and of their children. */
  readonly #tallies = new Map<string, Stored>();
  readonly #kept = new Set<string>();
  readonly #cleaned = new Set<string>();
  readonly #signed: Signed[] = [];
  readonly #stop = new AbortController();
  #done: Promise<void> = Promise.resolve();

  /** In how many terms something was written. */
  get terms(): number {
    return new Set(this.#signed.map(({ term }) => term)).size;
  }

  /** @param etcdUrl its gateway answers JSON under /v3. */
  async start(etcdUrl: string): Promise<void> {
    const prefixes = [
      '/registry/soak.example.com/tallies/',
      `/registry/configmaps/${NAMESPACES.led}/`,
      `/registry/configmaps/${NAMESPACES.solo}/`,
    ];
    const watches = await Promise.all(prefixes.map((prefix) => this.#watch(etcdUrl, prefix)));
    this.#done = Promise.all(watches.map((lines) => this.#read(lines))).then(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #watch(etcdUrl: string, prefix: string): Promise<ReadableStream<Uint8Array>> {
    const key = Buffer.from(prefix);
    const end = Buffer.from(key);
    end[end.length - 1] = (end[end.length - 1] ?? 0) + 1;
    const created = { key: key.toString('base64'), range_end: end.toString('base64') };
    const response = await fetch(`${etcdUrl}/v3/watch`, {
      method: 'POST',
      body: JSON.stringify({ create_request: created }),
      signal: this.#stop.signal,
    });
    if (!response.ok || response.body === null) throw new Error(`etcd's gateway answered ${response.status}`);
    return response.body;
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) for (const change of changesOf(line)) this.#take(change);
      }
      this.broken.push('the journal ended: etcd closed its watch');
    } catch (error) {
      if (!this.#stop.signal.aborted) this.broken.push(`the journal ended: ${String(error)}`);
    }
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
      if (this.#kept.delete(uid)) this.deleted.add(uid);
      return;
    }
    this.#tallies.set(key, object);
    if (object.metadata.finalizers?.includes(CLEANUP) === true) this.#kept.add(object.metadata.uid);
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

  /** Tallies that went without having been cleaned up. */
  uncleaned(): string[] {
    return [...this.deleted].filter((uid) => !this.#cleaned.has(uid));
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

function changesOf(line: string): Change[] {
  if (line.trim() === '') return [];
  const { result } = JSON.parse(line) as WatchLine;
  return (result?.events ?? []).map(({ type, kv }) => ({
    revision: Number(kv.mod_revision),
    key: Buffer.from(kv.key, 'base64').toString(),
    object:
      type === 'DELETE' || kv.value === undefined
        ? undefined
        : (JSON.parse(Buffer.from(kv.value, 'base64').toString()) as Stored),
  }));
}
