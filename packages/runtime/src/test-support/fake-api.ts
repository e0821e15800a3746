import type {
  KubernetesObject,
  ObjectKey,
  Stored,
  Transport,
  TransportBody,
  TransportRequest,
  TransportResponse,
} from '@kubewright/api';
import { applyMergePatch, deepClone, jsonEquals } from '@kubewright/api';
import { TransportError } from '@kubewright/client';

import { WatchStream } from './watch-stream.js';

type Json = Record<string, unknown>;
type Item = Stored<KubernetesObject> & { status?: unknown };

interface Change {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly collection: string;
  readonly object: Item;
}

interface Answer {
  status: number;
  body: unknown;
}

interface OpenWatch {
  readonly collection: string;
  readonly namespace: string | undefined;
  readonly stream: WatchStream;
}

/** What a request is about: `/api/v1/namespaces/a/pods/b/status`. */
interface Target {
  collection: string;
  namespace: string | undefined;
  name: string | undefined;
  subresource: string | undefined;
}

const encoder = new TextEncoder();

/**
 * A small API server as a Transport: lists in pages, watches with bookmarks, writes with resource versions and
 * conflicts, for any resource; and on demand all that can go wrong (client-go's tools/cache/testing/fake_controller_source.go).
 */
export class FakeApi implements Transport {
  /** Every request, as `GET /api/v1/pods?limit=500`. */
  readonly requests: string[] = [];
  /** Called with each request before it is answered; what it returns is the answer. It may throw. */
  intercept: ((request: TransportRequest) => Answer | Promise<Answer | undefined> | undefined) | undefined;
  /** Resources that are not served, for example `apps`'s `/apis/apps/v1/deployments`. */
  readonly unserved = new Set<string>();
  /** What the server makes of each object that is written: its defaults and normal forms. */
  normalise: (object: KubernetesObject) => KubernetesObject = (object) => object;
  /** While true, changes are kept from open watches. */
  dropEvents = false;
  /** While true, changes wait for `releaseEvents`; the server and the answers to writes go on. */
  holdEvents = false;
  /** Whether a watch that asks for the state gets it. */
  streamsLists = false;
  /** Whether a delete that removes an object is answered with a Status, as most are, or with the object. */
  statusOfDeletes = false;
  /** Awaited between making an answer and giving it. */
  beforeAnswer: ((request: TransportRequest) => Promise<void> | undefined) | undefined;
  closed = false;
  #revision = 100;
  #uids = 0;
  #compacted = 0;
  readonly #objects = new Map<string, Map<string, Item>>();
  readonly #history: Change[] = [];
  readonly #watches = new Set<OpenWatch>();
  #held: Array<{ watch: OpenWatch; change: Change }> = [];

  get revision(): number {
    return this.#revision;
  }

  /** How many watches are open. */
  get watches(): number {
    return this.#watches.size;
  }

  /** The objects of a collection, for example `/api/v1/pods`, by key. */
  objects(collection: string): ReadonlyMap<string, Item> {
    return this.#objects.get(collection) ?? new Map();
  }

  /** Ends all watches as a server does whose time is up. */
  endWatches(): void {
    for (const watch of [...this.#watches]) watch.stream.end();
  }

  /** Breaks all watches, as a lost connection does. */
  cutWatches(): void {
    for (const watch of [...this.#watches]) {
      watch.stream.fail(new TransportError('ConnectionLost', 'the connection was lost', { host: 'fake' }));
    }
  }

  /** Ends all watches with an ERROR event. */
  failWatches(code: number, reason: string): void {
    for (const watch of [...this.#watches]) {
      watch.stream.push({ type: 'ERROR', object: failure(code, reason, 'the watch failed').body });
      watch.stream.end();
    }
  }

  /** Forgets the past: resource versions and continue tokens before now are answered with 410. */
  compact(): void {
    this.#compacted = this.#revision;
    this.#history.length = 0;
  }

  /** Sends a bookmark with the current revision to all watches. */
  sendBookmarks(): void {
    for (const { stream } of this.#watches) {
      stream.push({ type: 'BOOKMARK', object: { metadata: { resourceVersion: String(this.#revision) } } });
    }
  }

  /** Lets the oldest events go that were held, or all of them. */
  releaseEvents(count = Infinity): void {
    for (const { watch, change } of this.#held.splice(0, count)) send(watch, change);
  }

  /** Raises the revision without a change to any object that is served. */
  advanceRevision(): void {
    this.#revision += 1;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(`${request.method} ${request.path}`);
    request.signal?.throwIfAborted();
    await Promise.resolve();
    const answer = await this.intercept?.(request);
    request.signal?.throwIfAborted();
    if (answer !== undefined) return respond(answer);
    const url = new URL(request.path, 'http://fake');
    const target = targetOf(url.pathname);
    if (this.unserved.has(target.collection))
      return respond(failure(404, 'NotFound', 'the server could not find the requested resource'));
    if (url.searchParams.get('watch') === 'true' || url.searchParams.get('watch') === '1') {
      return this.#watch(target, url.searchParams, request.signal);
    }
    const made = this.#answer(request, target, url.searchParams);
    await this.beforeAnswer?.(request);
    return respond(made);
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  #answer(request: TransportRequest, target: Target, query: URLSearchParams): Answer {
    const body =
      request.body === undefined ? {} : (JSON.parse(new TextDecoder().decode(request.body)) as Json);
    switch (request.method) {
      case 'GET':
        return target.name === undefined ? this.#list(target, query) : this.#get(target);
      case 'POST':
        return this.#create(target, body as unknown as KubernetesObject);
      case 'PUT':
        return this.#update(target, body as unknown as Item);
      case 'PATCH':
        return this.#patch(target, body);
      case 'DELETE':
        return this.#delete(target);
    }
  }

  #get(target: Target): Answer {
    const object = this.#find(target);
    return object === undefined ? missing(target) : { status: 200, body: object };
  }

  #list(target: Target, query: URLSearchParams): Answer {
    const limit = Number(query.get('limit') ?? 0);
    const token = query.get('continue');
    const [revision, after] =
      token === null ? [this.#revision, ''] : (JSON.parse(atob(token)) as [number, string]);
    if (token !== null && revision < this.#compacted)
      return failure(410, 'Expired', 'the continue token is too old');
    const all = [...this.#at(target, revision).entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([key]) => key > after);
    const page = limit > 0 ? all.slice(0, limit) : all;
    const more = page.length < all.length;
    // Items of built-in kinds come without their type.
    const items = page.map(([, { apiVersion: _apiVersion, kind: _kind, ...rest }]) => rest);
    const next = more ? { continue: btoa(JSON.stringify([revision, page.at(-1)?.[0]])) } : {};
    return {
      status: 200,
      body: {
        kind: 'List',
        apiVersion: 'v1',
        metadata: { resourceVersion: String(revision), ...next },
        items,
      },
    };
  }

  /** The state at a revision, from the state now and the changes since. */
  #at(target: Target, revision: number): Map<string, Item> {
    const state = new Map(this.#objects.get(target.collection));
    for (const change of [...this.#history].reverse()) {
      if (change.revision <= revision || change.collection !== target.collection) continue;
      const key = keyOf(change.object);
      const before = this.#history.findLast(
        (past) =>
          past.revision < change.revision &&
          past.collection === change.collection &&
          keyOf(past.object) === key,
      );
      if (before === undefined || before.type === 'DELETED') state.delete(key);
      else state.set(key, before.object);
    }
    return new Map([...state].filter(([, object]) => inScope(object, target.namespace)));
  }

  #create(target: Target, draft: KubernetesObject): Answer {
    const name = draft.metadata?.name ?? `${draft.metadata?.generateName ?? ''}${this.#uids}`;
    if (this.#find({ ...target, name }) !== undefined)
      return failure(409, 'AlreadyExists', `"${name}" already exists`);
    const object = {
      ...this.normalise(draft),
      metadata: {
        ...draft.metadata,
        ...(target.namespace !== undefined && { namespace: target.namespace }),
        name,
        uid: `uid-${(this.#uids += 1)}`,
        creationTimestamp: '2026-01-01T00:00:00Z',
        generation: 1,
      },
    } as Item;
    return { status: 201, body: this.#store('ADDED', target.collection, object) };
  }

  #update(target: Target, wanted: Item): Answer {
    const current = this.#find(target);
    if (current === undefined) return missing(target);
    const { resourceVersion } = wanted.metadata;
    if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion) {
      return failure(409, 'Conflict', `${target.name} has been modified`);
    }
    return { status: 200, body: this.#replace(target, current, wanted) };
  }

  #patch(target: Target, patch: Json): Answer {
    const current = this.#find(target);
    if (current === undefined) return missing(target);
    const { resourceVersion } = (patch['metadata'] ?? {}) as { resourceVersion?: string };
    if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion) {
      return failure(409, 'Conflict', `${target.name} has been modified`);
    }
    return {
      status: 200,
      body: this.#replace(
        target,
        current,
        applyMergePatch(deepClone(current) as never, patch as never) as unknown as Item,
      ),
    };
  }

  #replace(target: Target, current: Item, wanted: Item): Item {
    const written = target.subresource === 'status' ? { ...current, status: wanted.status } : wanted;
    const changed = this.normalise(written) as Item;
    const { uid, creationTimestamp, deletionTimestamp, resourceVersion, generation = 1 } = current.metadata;
    const raised =
      'spec' in changed &&
      JSON.stringify(changed.spec) !== JSON.stringify((current as { spec?: unknown }).spec);
    const metadata = {
      ...changed.metadata,
      uid,
      creationTimestamp,
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      resourceVersion,
      generation: raised ? generation + 1 : generation,
    };
    const replaced = { ...changed, metadata };
    if (deletionTimestamp !== undefined && !isFinalized(replaced)) {
      this.#store('DELETED', target.collection, replaced);
      // A server answers the object with the version it had.
      return replaced;
    }
    // A write that changes nothing is not stored.
    return jsonEquals(replaced, current) ? current : this.#store('MODIFIED', target.collection, replaced);
  }

  /** A collection is answered with the objects as they were before. */
  #deleteCollection(target: Target): Answer {
    const items = [...(this.#objects.get(target.collection) ?? new Map<string, Item>()).values()].filter(
      (object) => inScope(object, target.namespace),
    );
    for (const { metadata } of items) this.#delete({ ...target, name: metadata.name });
    return { status: 200, body: { kind: 'List', apiVersion: 'v1', metadata: {}, items } };
  }

  #delete(target: Target): Answer {
    if (target.name === undefined) return this.#deleteCollection(target);
    const current = this.#find(target);
    if (current === undefined) return missing(target);
    if (isFinalized(current)) {
      if (current.metadata.deletionTimestamp !== undefined) return { status: 200, body: current };
      const deleted = {
        ...current,
        metadata: { ...current.metadata, deletionTimestamp: '2026-01-01T00:00:01Z' },
      };
      return { status: 200, body: this.#store('MODIFIED', target.collection, deleted) };
    }
    const gone = this.#store('DELETED', target.collection, current);
    if (!this.statusOfDeletes) return { status: 200, body: gone };
    const details = { name: gone.metadata.name, uid: gone.metadata.uid };
    return { status: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success', details } };
  }

  #find({ collection, namespace, name }: Target): Item | undefined {
    return this.#objects.get(collection)?.get(namespace === undefined ? `${name}` : `${namespace}/${name}`);
  }

  #store(type: Change['type'], collection: string, object: Item): Item {
    this.#revision += 1;
    const stored: Item = {
      ...deepClone(object),
      metadata: { ...object.metadata, resourceVersion: String(this.#revision) },
    };
    const objects = this.#objects.get(collection) ?? new Map<string, Item>();
    this.#objects.set(collection, objects);
    if (type === 'DELETED') objects.delete(keyOf(stored));
    else objects.set(keyOf(stored), stored);
    const change: Change = { revision: this.#revision, type, collection, object: stored };
    this.#history.push(change);
    if (!this.dropEvents) for (const watch of this.#watches) this.#send(watch, change);
    return stored;
  }

  #send(watch: OpenWatch, change: Change): void {
    if (this.holdEvents) this.#held.push({ watch, change });
    else send(watch, change);
  }

  #watch(target: Target, query: URLSearchParams, signal: AbortSignal | undefined): TransportResponse {
    const from = Number(query.get('resourceVersion'));
    if (query.get('sendInitialEvents') === 'true') {
      if (!this.streamsLists) return respond(failure(422, 'Invalid', 'sendInitialEvents is forbidden'));
    } else if (from < this.#compacted) return respond(failure(410, 'Expired', 'too old resource version'));
    const stream = new WatchStream(() => this.#watches.delete(watch));
    const watch: OpenWatch = { collection: target.collection, namespace: target.namespace, stream };
    this.#watches.add(watch);
    signal?.addEventListener(
      'abort',
      () => {
        stream.fail(signal.reason as Error);
      },
      { once: true },
    );
    if (query.get('sendInitialEvents') === 'true') {
      for (const object of this.#at(target, this.#revision).values()) stream.push({ type: 'ADDED', object });
      const annotations = { 'k8s.io/initial-events-end': 'true' };
      stream.push({
        type: 'BOOKMARK',
        object: { metadata: { resourceVersion: String(this.#revision), annotations } },
      });
      return { status: 200, headers: {}, body: stream };
    }
    for (const change of this.#history) if (change.revision > from) this.#send(watch, change);
    return { status: 200, headers: {}, body: stream };
  }
}

/** Whether finalizers keep the object from going. */
function isFinalized(object: Item): boolean {
  return (object.metadata.finalizers?.length ?? 0) > 0;
}

function send(watch: OpenWatch, change: Change): void {
  if (change.collection !== watch.collection || !inScope(change.object, watch.namespace)) return;
  watch.stream.push({ type: change.type, object: change.object });
}

function inScope(object: Item, namespace: string | undefined): boolean {
  return namespace === undefined || object.metadata.namespace === namespace;
}

function keyOf({ metadata: { namespace, name } }: { metadata: ObjectKey }): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function targetOf(path: string): Target {
  const parts = path.split('/').filter((part) => part !== '');
  const root = parts.splice(0, parts[0] === 'api' ? 2 : 3).join('/');
  const namespace = parts[0] === 'namespaces' && parts.length > 2 ? parts.splice(0, 2)[1] : undefined;
  const [plural, name, subresource] = parts;
  return { collection: `/${root}/${plural}`, namespace, name, subresource };
}

function missing(target: Target): Answer {
  return failure(404, 'NotFound', `"${target.name}" not found`);
}

/** An error as a server answers it. */
export function failure(code: number, reason: string, message: string): Answer {
  return {
    status: code,
    body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message },
  };
}

function respond({ status, body }: Answer): TransportResponse {
  const bytes = encoder.encode(JSON.stringify(body));
  const whole: TransportBody = {
    bytes: () => Promise.resolve(bytes),
    cancel: () => undefined,
    [Symbol.asyncIterator]: async function* () {
      yield await Promise.resolve(bytes);
    },
  };
  return { status, headers: {}, body: whole };
}
