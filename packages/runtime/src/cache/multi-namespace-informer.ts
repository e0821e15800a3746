import type { KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { CacheReadError } from '../errors.js';
import { allNamespaces } from './cache-options.js';
import type { InformerHandler, InformerListOptions, WritableInformer, WriteAnswer } from './informer.js';
import { describeKind } from './kind-name.js';
import { entryOf } from './object-entry.js';
import type { IndexFunction } from './store.js';

/** Several informers of one kind, one per namespace, as one (controller-runtime's pkg/cache/multi_namespace_cache.go). */
export class MultiNamespaceInformer implements WritableInformer {
  readonly kind: KindName;
  readonly #informers: ReadonlyMap<string, WritableInformer>;

  constructor(kind: KindName, informers: ReadonlyMap<string, WritableInformer>) {
    this.kind = kind;
    this.#informers = informers;
  }

  get hasSynced(): boolean {
    return this.#all().every((informer) => informer.hasSynced);
  }

  get lastError(): Error | undefined {
    return this.#all().find((informer) => informer.lastError !== undefined)?.lastError;
  }

  async whenSynced(options?: { signal?: AbortSignal }): Promise<void> {
    await Promise.all(this.#all().map((informer) => informer.whenSynced(options)));
  }

  addHandler(handler: InformerHandler): () => void {
    const removals = this.#all().map((informer) => informer.addHandler(handler));
    return () => {
      for (const remove of removals) remove();
    };
  }

  addIndex(name: string, valuesOf: IndexFunction): void {
    for (const informer of this.#all()) informer.addIndex(name, valuesOf);
  }

  removeIndex(name: string): void {
    for (const informer of this.#all()) informer.removeIndex(name);
  }

  hasIndex(name: string): boolean {
    return this.#all().every((informer) => informer.hasIndex(name));
  }

  get(key: ObjectKey): Stored<KubernetesObject> | undefined {
    return this.#in(key.namespace ?? '').get(key);
  }

  bytesOf(key: ObjectKey): Uint8Array | undefined {
    return this.#in(key.namespace ?? '').bytesOf(key);
  }

  list(options: InformerListOptions = {}): Array<Stored<KubernetesObject>> {
    if (options.namespace !== undefined) return this.#in(options.namespace).list(options);
    const found: Array<Stored<KubernetesObject>> = [];
    for (const informer of this.#all()) {
      const limit = options.limit === undefined ? {} : { limit: options.limit - found.length };
      found.push(...informer.list({ ...options, ...limit }));
      if (found.length === options.limit) break;
    }
    return found;
  }

  written(answer: WriteAnswer): void {
    const namespace =
      answer.type === 'state' ? entryOf(answer.bytes).namespace : (answer.key.namespace ?? '');
    this.#covering(namespace)?.written(answer);
  }

  caughtUp(key: ObjectKey | undefined): Promise<void> | undefined {
    if (key !== undefined) return this.#in(key.namespace ?? '').caughtUp(key);
    const waits = this.#all().flatMap((informer) => informer.caughtUp(undefined) ?? []);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  #all(): WritableInformer[] {
    return [...this.#informers.values()];
  }

  #covering(namespace: string): WritableInformer | undefined {
    return this.#informers.get(namespace) ?? this.#informers.get(allNamespaces);
  }

  #in(namespace: string): WritableInformer {
    const informer = this.#covering(namespace);
    if (informer !== undefined) return informer;
    throw new CacheReadError(
      'NamespaceNotCached',
      `the cache of ${describeKind(this.kind)} covers the namespaces ${[...this.#informers.keys()].join(', ')}, not "${namespace}": ` +
        'add it to the namespaces of the manager, or read with apiReader',
    );
  }
}
