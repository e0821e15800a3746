import { sleep } from '@kubewright/api';
import type { Clock, KubernetesObject, Logger, Random } from '@kubewright/api';
import type { RawWatchEvent } from '@kubewright/client';

import { childSignal } from '../internal/signals.js';
import type { ChildSignal } from '../internal/signals.js';
import { toError } from '../internal/errors.js';
import { BackOff, reflectorBackOff } from './back-off.js';
import { parseBytes } from './codec.js';
import { InitialEvents } from './initial-events.js';
import type { ListWatch } from './list-watch.js';
import type { ObjectEntry } from './object-entry.js';
import { recoveryFrom, WatchBrokenError } from './recovery.js';

/*
 * What a reflector promises (after client-go's tools/cache/reflector.go):
 *  1. It lists in pages, then watches from the resourceVersion of the list, asking for bookmarks.
 *  2. When the server ends a watch, the next one starts from the last resourceVersion seen, bookmarks included; nothing
 *     is listed again.
 *  3. When the server no longer knows that version (410 Gone, reason Expired), or refuses the watch, it lists anew. When
 *     a page's continue token has expired, it lists once more without pages.
 *  4. A broken connection, 429 or 5xx resumes the watch from the last version seen.
 *  5. Every failure is followed by a wait that doubles, with jitter, until something was received again; a wait the
 *     server asks for (Retry-After) is kept. A watch that ends within a second without an event counts as a failure.
 *  6. A connection that went silent is given up soon after the server should have ended the watch.
 *  7. With `streamLists` the state comes as the first events of the watch (KEP-3157, client-go's WatchListClient), where
 *     the server offers that; where it refuses, or sends nothing for half a minute, it lists in pages from then on.
 *  8. `run` ends only by its signal, and leaves no timer and no request behind.
 */

/** Where the states of a reflector go. */
export interface ReflectorSink {
  /** A list begins: it will show at least what is there now. */
  beginList(): void;
  /** Makes of objects that arrived together what is kept of them; that is handed back to `replace`. */
  keep(arrived: readonly ObjectEntry[]): readonly ObjectEntry[];
  /** The complete state at a resourceVersion. */
  replace(entries: readonly ObjectEntry[], resourceVersion: string): void;
  /** One change; returns its resourceVersion. */
  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', bytes: Uint8Array): string;
  /** All changes up to this version were told. */
  bookmark(resourceVersion: string): void;
}

export type ReflectorState =
  | { readonly phase: 'new' }
  | { readonly phase: 'listing' }
  | { readonly phase: 'connecting' }
  | { readonly phase: 'watching' }
  | { readonly phase: 'backingOff'; readonly error: Error; readonly retryInMs: number }
  | { readonly phase: 'stopped' };

export interface ReflectorOptions {
  listWatch: ListWatch;
  sink: ReflectorSink;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** Called after each change of `state` or `resourceVersion`. */
  onChange?: () => void;
  /** Objects per page; client-go's pager uses 500. */
  pageSize?: number;
  /** Gets the state from the watch itself where the server offers it. Defaults to false: pages. */
  streamLists?: boolean;
  /** Watches end after one to two times this; client-go's `minWatchTimeout` is 5 minutes. */
  minWatchTimeoutMs?: number;
}

/** A watch that ends sooner than this and brought nothing is a failure (client-go's `VeryShortWatchError`). */
const veryShortWatchMs = 1000;
/** How long after its time a watch is taken for dead. */
const watchGraceMs = 30_000;

/** Keeps a sink in step with a collection of the server. */
export class Reflector {
  readonly #options: Required<ReflectorOptions>;
  readonly #backOff: BackOff;
  #state: ReflectorState = { phase: 'new' };
  /** Whether the server is still believed to stream its state. */
  #streams: boolean;
  #resourceVersion: string | undefined;
  #synced: string | undefined;
  #lastError: Error | undefined;

  constructor(options: ReflectorOptions) {
    this.#options = {
      onChange: () => undefined,
      pageSize: 500,
      minWatchTimeoutMs: 300_000,
      streamLists: false,
      ...options,
    };
    this.#streams = this.#options.streamLists;
    this.#backOff = new BackOff({ ...reflectorBackOff, clock: options.clock, random: options.random });
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The last one seen, in a list, an event or a bookmark; kept while listing anew. */
  get resourceVersion(): string | undefined {
    return this.#synced;
  }

  /** What the last attempt failed with, if nothing has succeeded since. */
  get lastError(): Error | undefined {
    return this.#lastError;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === undefined && !this.#streams) await this.#list(signal);
        await this.#watch(signal);
      } catch (error) {
        if (!signal.aborted) await this.#recover(toError(error), signal);
      }
    }
    this.#enter({ phase: 'stopped' });
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { listWatch, sink, pageSize } = this.#options;
    this.#enter({ phase: 'listing' });
    sink.beginList();
    let page = await listWatch.listPage({ limit: pageSize, signal });
    let entries: ObjectEntry[] = [];
    while (page.continue !== undefined) {
      // The server works on the next page while this one is taken apart.
      const next = listWatch.listPage({ limit: pageSize, continue: page.continue, signal });
      next.catch(() => undefined);
      for (const entry of sink.keep(page.items)) entries.push(entry);
      try {
        page = await next;
      } catch (error) {
        if (recoveryFrom(error).how !== 'relist' || signal.aborted) throw error;
        page = await listWatch.listPage({ signal });
        entries = [];
      }
    }
    for (const entry of sink.keep(page.items)) entries.push(entry);
    signal.throwIfAborted();
    sink.replace(entries, page.resourceVersion);
    this.#advance(page.resourceVersion);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { listWatch, clock, random, minWatchTimeoutMs } = this.#options;
    const timeoutSeconds = Math.round((minWatchTimeoutMs * (1 + random.next())) / 1000);
    const watch = childSignal(signal);
    const resourceVersion = this.#resourceVersion;
    const initial = resourceVersion === undefined ? this.#beginStream(watch) : undefined;
    const deadline = clock.setTimer(
      () => {
        watch.abort(
          new WatchBrokenError('the watch went on past its timeout: the connection is taken for dead'),
        );
      },
      timeoutSeconds * 1000 + watchGraceMs,
      { unref: true },
    );
    const startedAt = clock.now();
    let received = false;
    const connecting: ReflectorState = { phase: initial === undefined ? 'connecting' : 'listing' };
    const onOpen = () => {
      if (this.#state === connecting && initial === undefined) this.#enter({ phase: 'watching' });
    };
    this.#enter(connecting);
    try {
      for await (const event of listWatch.watch({
        ...(resourceVersion === undefined ? { sendInitialEvents: true as const } : { resourceVersion }),
        timeoutSeconds,
        signal: watch.signal,
        onOpen,
      })) {
        if (signal.aborted) return;
        received = true;
        if (initial?.isOpen === true) initial.take(event);
        else this.#receive(event);
      }
    } catch (error) {
      if (initial?.isOpen === true && isRefusal(error)) {
        this.#streams = false;
        return;
      }
      throw error;
    } finally {
      initial?.cancel();
      deadline.cancel();
      watch.release();
    }
    if (initial?.isOpen === true && !signal.aborted && !watch.signal.aborted)
      throw new WatchBrokenError('the server ended the watch before it had sent the whole state');
    if (watch.signal.aborted) throw toError(watch.signal.reason);
    if (!received && clock.now() - startedAt < veryShortWatchMs) {
      throw new WatchBrokenError('the server ended the watch within a second, without an event');
    }
  }

  /** Gathers the events of the state, until the bookmark that ends it. */
  #beginStream(watch: ChildSignal): InitialEvents {
    const { sink, clock } = this.#options;
    sink.beginList();
    return new InitialEvents({
      clock,
      sink,
      onEnd: (entries, resourceVersion) => {
        sink.replace(entries, resourceVersion);
        this.#advance(resourceVersion);
        this.#enter({ phase: 'watching' });
      },
      onSilence: () => {
        this.#streams = false;
        watch.abort(new WatchBrokenError('the server did not send its state in the watch: listing in pages'));
      },
    });
  }

  #receive(event: RawWatchEvent): void {
    const { sink } = this.#options;
    if (event.type !== 'BOOKMARK') {
      this.#advance(sink.apply(event.type, event.bytes));
      return;
    }
    const { resourceVersion } = (parseBytes(event.bytes) as KubernetesObject).metadata ?? {};
    if (resourceVersion !== undefined) sink.bookmark(resourceVersion);
    this.#advance(resourceVersion);
  }

  #advance(resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || resourceVersion === '') return;
    if (this.#resourceVersion !== undefined) this.#backOff.reset();
    this.#resourceVersion = resourceVersion;
    this.#synced = resourceVersion;
    this.#lastError = undefined;
    this.#options.onChange();
  }

  async #recover(error: Error, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const recovery = recoveryFrom(error);
    const listing = this.#resourceVersion === undefined;
    if (recovery.how === 'relist') this.#resourceVersion = undefined;
    const retryInMs = Math.round(Math.max(this.#backOff.next(), recovery.retryAfterMs ?? 0));
    this.#lastError = error;
    if (recovery.expired) logger.debug('watch expired, listing again', { error, retryInMs });
    else logger.warn(listing ? 'list failed' : 'watch failed', { error, retryInMs });
    this.#enter({ phase: 'backingOff', error, retryInMs });
    await sleep(clock, retryInMs, signal).catch(() => undefined);
  }

  #enter(state: ReflectorState): void {
    this.#state = state;
    this.#options.onChange();
  }
}

/** Whether the server does not know, or does not want, to stream its state. */
function isRefusal(error: unknown): boolean {
  const status = (error as { httpStatus?: number } | undefined)?.httpStatus;
  return status === 400 || status === 405 || status === 406 || status === 422;
}
