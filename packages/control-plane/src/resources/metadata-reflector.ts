import { sleep } from '@kubewright/api';
import type { Clock, Kind, Logger, ObjectMeta, StoredMeta, Transport } from '@kubewright/api';
import { collectionPath } from '@kubewright/client';
import { jsonLines } from './json-lines.js';

/** The metadata of an object, with its kind. */
export interface ObjectMetadata {
  readonly kind: Kind;
  readonly metadata: ObjectMeta & StoredMeta;
}

export interface MetadataHandler {
  /** The object appeared or changed. */
  applied(object: ObjectMetadata): void;
  /** The object is gone; of a deletion that was missed the last known state is given. */
  deleted(object: ObjectMetadata): void;
}

export interface MetadataReflectorOptions {
  kind: Kind;
  transport: Transport;
  clock: Clock;
  logger: Logger;
  handler: MetadataHandler;
  /** Called whenever `position` or `synced` changed. */
  onChange: () => void;
}

const listAccept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const watchAccept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const pageSize = 500;
const baseBackOffMs = 100;
const maxBackOffMs = 30_000;

interface PartialObject {
  metadata: ObjectMeta & StoredMeta;
}

interface PartialList {
  metadata: { resourceVersion: string; continue?: string };
  /** Go writes an empty list as null. */
  items: PartialObject[] | null;
}

interface WatchLine {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: PartialObject & { code?: number; message?: string };
}

/**
 * Follows the metadata of all objects of one kind: a list, then a watch from there, resumed where it ended. Promises:
 * - the handler is told of each object's states in order, the last one in any case;
 * - after the server has forgotten where the watch was (410), a list tells what changed and what is gone;
 * - it ends when the signal aborts; then neither a request nor a timer is left, and the handler is not called again.
 */
export class MetadataReflector {
  readonly kind: Kind;
  readonly #options: MetadataReflectorOptions;
  readonly #known = new Map<string, ObjectMetadata>();
  #position: string | undefined;
  #failures = 0;

  constructor(options: MetadataReflectorOptions) {
    this.kind = options.kind;
    this.#options = options;
  }

  /** The resource version seen last, bookmarks included; undefined until the first list. */
  get position(): string | undefined {
    return this.#position;
  }

  /** Every object known now, for the time when the kind itself disappears. */
  get objects(): readonly ObjectMetadata[] {
    return [...this.#known.values()];
  }

  async run(signal: AbortSignal): Promise<void> {
    const { logger, clock } = this.#options;
    while (!signal.aborted) {
      try {
        if (this.#position === undefined) await this.#list(signal);
        await this.#watch(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#failures += 1;
        logger.debug('metadata watch failed', { kind: this.kind.kind, error });
        const delay = Math.min(maxBackOffMs, baseBackOffMs * 2 ** (this.#failures - 1));
        await sleep(clock, delay, signal).catch(() => undefined);
      }
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const seen = new Set<string>();
    let next: string | undefined;
    let resourceVersion: string;
    do {
      const query = new URLSearchParams({
        limit: String(pageSize),
        ...(next === undefined ? {} : { continue: next }),
      });
      const list = (await this.#get(
        `${collectionPath(this.kind)}?${query.toString()}`,
        listAccept,
        signal,
      )) as PartialList;
      for (const { metadata } of list.items ?? []) {
        seen.add(metadata.uid);
        this.#apply(metadata);
      }
      resourceVersion = list.metadata.resourceVersion;
      next = list.metadata.continue === '' ? undefined : list.metadata.continue;
    } while (next !== undefined);
    for (const [uid, object] of this.#known) if (!seen.has(uid)) this.#delete(object.metadata);
    this.#moved(resourceVersion);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams({
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#position ?? '',
    });
    const path = `${collectionPath(this.kind)}?${query.toString()}`;
    const response = await this.#options.transport.request({
      method: 'GET',
      path,
      headers: { accept: watchAccept },
      signal,
    });
    if (response.status !== 200) {
      const text = new TextDecoder().decode(await response.body.bytes());
      if (response.status === 410) this.#position = undefined;
      throw new Error(`GET ${path}: the server answered ${String(response.status)}: ${text}`);
    }
    try {
      for await (const line of jsonLines(response.body)) {
        if (signal.aborted) return;
        this.#receive(line as WatchLine);
      }
    } finally {
      response.body.cancel();
    }
  }

  #receive({ type, object }: WatchLine): void {
    if (type === 'ERROR') {
      if (object.code === 410) this.#position = undefined;
      throw new Error(object.message ?? 'the server ended the watch with an error');
    }
    this.#failures = 0;
    if (type === 'DELETED') this.#delete(object.metadata);
    else if (type !== 'BOOKMARK') this.#apply(object.metadata);
    this.#moved(object.metadata.resourceVersion);
  }

  #apply(metadata: ObjectMeta & StoredMeta): void {
    const object = { kind: this.kind, metadata };
    this.#known.set(metadata.uid, object);
    this.#options.handler.applied(object);
  }

  #delete(metadata: ObjectMeta & StoredMeta): void {
    this.#known.delete(metadata.uid);
    this.#options.handler.deleted({ kind: this.kind, metadata });
  }

  #moved(resourceVersion: string): void {
    this.#position = resourceVersion;
    this.#options.onChange();
  }

  async #get(path: string, accept: string, signal: AbortSignal): Promise<unknown> {
    const { transport } = this.#options;
    const response = await transport.request({ method: 'GET', path, headers: { accept }, signal });
    const text = new TextDecoder().decode(await response.body.bytes());
    if (response.status !== 200)
      throw new Error(`GET ${path}: the server answered ${String(response.status)}: ${text}`);
    return JSON.parse(text) as unknown;
  }
}
