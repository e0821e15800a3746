import type { OwnerReference } from '@kubewright/api';

// The size of the cache in garbagecollector/uid_cache.go.
const capacity = 500;

/** Remembers owners that the server said are gone, newest first forgotten last; a uid never comes back. */
export class AbsentOwners {
  readonly #keys = new Set<string>();

  /** Whether the owner is known to be absent, in that namespace or as a cluster-scoped object. */
  has(reference: OwnerReference, namespace: string | undefined): boolean {
    return this.#keys.has(keyOf(reference, undefined)) || this.#keys.has(keyOf(reference, namespace));
  }

  add(reference: OwnerReference, namespace: string | undefined): void {
    const key = keyOf(reference, namespace);
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= capacity) return;
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest);
      return;
    }
  }
}

function keyOf({ apiVersion, kind, name, uid }: OwnerReference, namespace: string | undefined): string {
  return [apiVersion, kind, namespace ?? '', name, uid].join(' ');
}
