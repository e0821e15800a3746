import {
  createClient,
  isApiError,
  isConflict,
  isNotFound,
  isTooManyRequests,
  mergePatch,
} from '@kubewright/client';
import type { Client } from '@kubewright/client';
import type { Transport } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { retryOnConflict } from '@kubewright/runtime';

import { NAMESPACES, Tally } from '../operator/tally.js';
import { pick } from './random.js';
import type { Next } from './random.js';
import { monotonicMs, sleep } from './time.js';

export interface WorkloadOptions {
  /** What meets the faults. */
  faulty: Transport;
  /** What does not. */
  direct: Transport;
  next: Next;
  tallies: number;
  configMaps: number;
  /** Of ConfigMaps, a second. */
  updates: number;
}

/** The tallies that everybody wants at once. */
const HOT = 10;
const WRITERS = 5;
/** Between two increments of a writer. */
const PAUSE_MS = 250;
const RECYCLED = 20;

/** Writes all the time: increments by several writers, a churn of ConfigMaps, tallies that come and go. */
export class Workload {
  /** By writer and tally, how many increments it knows of. */
  readonly acknowledged: Array<Map<string, number>> = [];
  readonly broken: string[] = [];
  increments = 0;
  churned = 0;
  recycled = 0;
  readonly #options: WorkloadOptions;
  readonly #faulty: Client;
  readonly #direct: Client;
  #stopping = false;
  #running: Promise<void>[] = [];

  constructor(options: WorkloadOptions) {
    this.#options = options;
    this.#faulty = createClient({ transport: options.faulty, timeoutMs: 20_000, maxRetries: 2 });
    this.#direct = createClient({ transport: options.direct, timeoutMs: 20_000 });
  }

  get names(): string[] {
    return Array.from({ length: this.#options.tallies }, (_, index) => `tally-${index}`);
  }

  /** Makes all objects. */
  async prepare(): Promise<void> {
    const { configMaps } = this.#options;
    const numbers = Array.from({ length: configMaps }, (_, index) => index);
    await many(20, numbers, async (index) => {
      const metadata = { namespace: NAMESPACES.churn, name: `churn-${index}` };
      await this.#direct.create(ConfigMap({ metadata, data: { sequence: '0', filler: 'x'.repeat(200) } }));
    });
  }

  async createTallies(): Promise<void> {
    const places = [
      ...this.names.map((name) => ({ namespace: NAMESPACES.led as string, name })),
      ...this.names.slice(0, HOT * 2).map((name) => ({ namespace: NAMESPACES.solo as string, name })),
    ];
    await many(10, places, async (metadata) => {
      await this.#direct.create(Tally({ metadata, spec: { total: 0, writers: {} } }));
    });
  }

  start(): void {
    for (let writer = 0; writer < WRITERS; writer++) {
      this.acknowledged.push(new Map());
      this.#running.push(this.#write(writer));
    }
    this.#running.push(this.#churn(), this.#recycle());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #write(writer: number): Promise<void> {
    const { next } = this.#options;
    const hot = this.names.slice(0, HOT);
    while (!this.#stopping) {
      const name = pick(next, next() < 0.3 ? hot : this.names);
      // Of what both namespaces have, the witness's now and then.
      const isSolo = next() < 0.2;
      const key = isSolo
        ? { namespace: NAMESPACES.solo, name: pick(next, this.names.slice(0, HOT * 2)) }
        : { namespace: NAMESPACES.led, name };
      await this.#increment(writer, key);
      await sleep(PAUSE_MS);
    }
  }

  /** Until it is known to be stored: an answer that was lost leaves open whether it is, and reading tells. */
  async #increment(writer: number, key: { namespace: string; name: string }): Promise<void> {
    const acknowledged = this.acknowledged[writer] as Map<string, number>;
    const place = `${key.namespace}/${key.name}`;
    const before = acknowledged.get(place) ?? 0;
    const own = `w${writer}`;
    for (;;) {
      try {
        await retryOnConflict(async () => {
          const tally = await this.#faulty.get(Tally, key);
          const { writers, total } = tally.spec;
          const counted = writers[own] ?? 0;
          if (counted < before)
            this.broken.push(`an update was lost: ${place} has ${counted} of the ${before} of ${own}`);
          if (counted > before) return;
          const spec = { ...tally.spec, total: total + 1, writers: { ...writers, [own]: before + 1 } };
          await this.#faulty.update({ ...tally, apiVersion: Tally.apiVersion, kind: Tally.kind, spec });
        });
        acknowledged.set(place, before + 1);
        this.increments += 1;
        return;
      } catch (error) {
        if (isApiError(error) && error.httpStatus < 500 && !isConflict(error) && !isTooManyRequests(error))
          this.broken.push(`a writer was refused: ${error.message}`);
        await sleep(200);
      }
    }
  }

  async #churn(): Promise<void> {
    const { configMaps, updates, next } = this.#options;
    const startedAt = monotonicMs();
    let sequence = 0;
    const pending = new Set<Promise<unknown>>();
    while (!this.#stopping) {
      const due = ((monotonicMs() - startedAt) / 1000) * updates;
      while (sequence < due && pending.size < 50) {
        sequence += 1;
        const key = { namespace: NAMESPACES.churn, name: `churn-${Math.floor(next() * configMaps)}` };
        const update = this.#direct
          .patch(ConfigMap, key, mergePatch({ data: { sequence: String(sequence) } }))
          .then(() => (this.churned += 1))
          // The API server is away.
          .catch(() => undefined)
          .finally(() => pending.delete(update));
        pending.add(update);
      }
      // What a server that was away for long did not get is let go.
      if (sequence < due - updates) sequence = Math.floor(due);
      await sleep(100);
    }
    await Promise.all(pending);
  }

  /**
   * In the state in which it was read. Without that condition a real API server lets an object go for good that got a
   * finalizer after the deletion had begun (kubernetes/kubernetes#77988), and no operator could clean up after it.
   */
  async #delete(key: { namespace: string; name: string }): Promise<void> {
    try {
      await retryOnConflict(async () => {
        const { uid, resourceVersion } = (await this.#direct.get(Tally, key)).metadata;
        await this.#direct.delete(Tally, key, { preconditions: { uid, resourceVersion } });
      });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Deletes tallies and makes them anew. */
  async #recycle(): Promise<void> {
    for (let round = 0; !this.#stopping; round++) {
      const key = { namespace: NAMESPACES.led, name: `recycled-${round % RECYCLED}` };
      try {
        await this.#delete(key);
        await this.#direct.create(Tally({ metadata: key, spec: { total: 0, writers: {} } }));
        this.recycled += 1;
      } catch {
        // Not gone yet, or the API server is: the next round.
      }
      await sleep(300);
    }
  }
}

/** Does a task for each item, so many at a time. */
async function many<T>(width: number, items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of rest) await task(item);
    }),
  );
}
