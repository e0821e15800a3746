import type { KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { CacheReadError } from '../errors.js';
import type { Informer, InformerHandler, InformerListOptions } from './informer.js';
import { describeKind } from './kind-name.js';
import type { IndexFunction } from './store.js';

/** Several informers of one kind, one per namespace, as one (controller-runtime's pkg/cache/multi_namespace_cache.go). */
export class MultiNamespaceInformer implements Informer {
  readonly kind: KindName;
  readonly #informers: ReadonlyMap<string, Informer>;

  constructor(kind: KindName, informers: ReadonlyMap<string, Informer>) {
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

  hasIndex(name: string): boolean {
    return this.#all().every((informer) => informer.hasIndex(name));
  }

  get(key: ObjectKey): Stored<KubernetesObject> | undefined {
    return this.#in(key.namespace ?? '').get(key);
  }

  list(options: InformerListOptions = {}): Array<Stored<KubernetesObject>> {
    if (options.namespace !== undefined) return this.#in(options.namespace).list(options);
    const found: Array<Stored<KubernetesObject>> = [];
    for (const informer of this.#all()) {
      const limit = options.limit === undefined ? {} : { limit: options.limit - found.length };
      found.push(...informer.list({ ...options, ...limit }));
    }
    return found;
  }

  #all(): Informer[] {
    return [...this.#informers.values()];
  }

  #in(namespace: string): Informer {
    const informer = this.#informers.get(namespace);
    if (informer !== undefined) return informer;
    throw new CacheReadError(
      'NamespaceNotCached',
      `the cache of ${describeKind(this.kind)} covers the namespaces ${[...this.#informers.keys()].join(', ')}, not "${namespace}": ` +
        'add it to the namespaces of the manager, or read with apiReader',
    );
  }
}
