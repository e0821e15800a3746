import type { Timer } from '@kubewright/api';
import { encodeJson } from '../bytes/json.js';
import { expiredError, internalError, isStatusError } from '../errors/status-error.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { Presenter } from '../representation/presenter.js';
import { presenterFor } from '../representation/present.js';
import { CompactedError } from '../storage/storage.js';
import type { StorageEvent, StorageWatch, StoredEntry } from '../storage/storage.js';
import { framesFor } from '../watch/framing.js';
import type { Framing } from '../watch/framing.js';
import { selectEvent } from '../watch/watch-event.js';
import { WatchStream } from '../watch/watch-stream.js';
import { parseListOptions } from './list-options.js';
import type { ListOptions } from './list-options.js';
import { parseWatchRevision } from './resource-version.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { selection } from './selection.js';

const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' };
// A watch without timeoutSeconds lasts 30 to 60 minutes (apiserver `server/config.go`, MinRequestTimeout).
const MIN_TIMEOUT_MS = 30 * 60_000;

/**
 * Streams what happens to a collection: from a resource version, or from its current state, whose objects then come
 * first as ADDED. What fails after the query is read comes as an ERROR event, as in the real server.
 */
export const watchHandler: ResourceHandler = async (call) => {
  const options = parseListOptions(call.info.query, 'watch');
  const store = new ResourceStore(call.server, call.resource);
  const selects = withName(call.info.name, selection(call.resource, options));
  const revision = options.resourceVersion === '' ? 0 : parseWatchRevision(options.resourceVersion);
  const framing = await framesFor(call.representation.format);
  const watch = new Watch(call, { options, presenter: presenterFor(call, store), store, framing, selects });
  watch.start(watchedPrefix(call, store), revision);
  return { status: 200, headers: { 'content-type': framing.contentType }, body: watch.stream };
};

/** The path of an old-style watch may name a single object. */
function withName(name: string, selects: Selects | undefined): Selects | undefined {
  if (name === '') return selects;
  return (entry) => entry.key.endsWith(`/${name}`) && (selects === undefined || selects(entry));
}

function watchedPrefix(call: ResourceCall, store: ResourceStore): string {
  return store.prefix(call.resource.namespaced ? call.info.namespace : '');
}

type Selects = (entry: StoredEntry) => boolean;

interface WatchSettings {
  readonly options: ListOptions;
  readonly presenter: Presenter;
  readonly store: ResourceStore;
  readonly framing: Framing;
  /** Undefined selects everything. */
  readonly selects: Selects | undefined;
}

class Watch {
  readonly stream: WatchStream;
  private readonly call: ResourceCall;
  private readonly options: ListOptions;
  private readonly presenter: Presenter;
  private readonly store: ResourceStore;
  private readonly framing: Framing;
  private readonly selects: Selects | undefined;
  private storageWatch: StorageWatch | undefined;
  private timeout: Timer | undefined;
  private isOver = false;
  private turns: Promise<void> = Promise.resolve();
  private readonly onAbort = (): void => this.stream.cancel();

  constructor(call: ResourceCall, { options, presenter, store, framing, selects }: WatchSettings) {
    this.call = call;
    this.options = options;
    this.presenter = presenter;
    this.store = store;
    this.framing = framing;
    this.selects = selects;
    this.stream = new WatchStream({ onEnd: () => this.release() });
  }

  start(prefix: string, revision: number): void {
    const { server, request } = this.call;
    this.timeout = server.clock.setTimer(() => this.stream.end(), this.timeoutMs(), { unref: true });
    request.signal?.addEventListener('abort', this.onAbort, { once: true });
    server.watches.add(this);
    try {
      // Without initial events and without a version a watch begins now.
      const start = revision === 0 ? server.storage.revision : revision;
      const from = this.wantsInitialEvents(revision) ? this.sendInitialEvents(prefix) : start;
      const watch = server.storage.watch(prefix, from, { onEvent: (event) => this.send(event) });
      if (this.isOver) watch.stop();
      else this.storageWatch = watch;
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      const { status } = expiredError(`too old resource version: ${error.requested} (${error.oldest})`);
      this.stream.push(this.framing.frame('ERROR', encodeJson(status)));
      this.stream.end();
    }
    if (request.signal?.aborted === true) this.stream.cancel();
  }

  sendBookmark(): void {
    if (this.options.allowWatchBookmarks) this.pushBookmark(this.call.server.storage.revision);
  }

  end(): void {
    this.stream.end();
  }

  private wantsInitialEvents(revision: number): boolean {
    return this.options.sendInitialEvents ?? revision === 0;
  }

  private sendInitialEvents(prefix: string): number {
    const { storage } = this.call.server;
    const { entries, revision } = storage.list(
      prefix,
      this.selects === undefined ? {} : { filter: this.selects },
    );
    // However many objects there are, they are no reason to end the watch: frames are made as they are read. Tables
    // are made at once, as their first row says the columns.
    if (!this.store.convertsRemotely && this.call.representation.as !== 'table')
      this.stream.startWith(this.initialFrames(entries));
    else
      this.deliver(entries, () => {
        for (const frame of this.initialFrames(entries)) this.stream.push(frame);
      });
    if (this.options.allowWatchBookmarks) this.pushBookmark(revision, INITIAL_EVENTS_END);
    return revision;
  }

  private *initialFrames(entries: readonly StoredEntry[]): Generator<Uint8Array, void> {
    for (const entry of entries) yield this.framing.frame('ADDED', this.presenter.watchObject(entry));
  }

  private send(event: StorageEvent): void {
    const selected = selectEvent(event, this.selects);
    if (selected === undefined) return;
    this.deliver([selected.entry], () =>
      this.stream.push(this.framing.frame(selected.type, this.presenter.watchObject(selected.entry))),
    );
  }

  /** At once, or in its turn when a webhook is asked first. */
  private deliver(entries: readonly StoredEntry[], push: () => void): void {
    if (!this.store.convertsRemotely) {
      push();
      return;
    }
    const turn = async (): Promise<void> => {
      if (this.isOver) return;
      await this.store.load(entries);
      push();
    };
    this.turns = this.turns.then(turn).catch((error: unknown) => this.fail(error));
  }

  /** A watch that cannot show what happens ends, so that its reader lists again. */
  private fail(error: unknown): void {
    const { status } = isStatusError(error) ? error : internalError(error as Error);
    this.stream.push(this.framing.frame('ERROR', encodeJson(status)));
    this.stream.end();
  }

  private pushBookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    this.deliver([], () =>
      this.stream.push(
        this.framing.frame('BOOKMARK', this.presenter.bookmark(String(revision), annotations)),
      ),
    );
  }

  private timeoutMs(): number {
    const { timeoutSeconds = 0 } = this.options;
    if (timeoutSeconds > 0) return timeoutSeconds * 1000;
    return MIN_TIMEOUT_MS * (1 + this.call.server.random.next());
  }

  /** Runs once, whoever ended the stream. */
  private release(): void {
    this.isOver = true;
    this.storageWatch?.stop();
    this.timeout?.cancel();
    this.call.server.watches.remove(this);
    this.call.request.signal?.removeEventListener('abort', this.onAbort);
  }
}
