import type { KubernetesObject, Stored } from '@kubewright/api';

// Older writes have been seen long ago, or their objects are gone.
const capacity = 10_000;

/**
 * What a controller wrote and its cache may not show yet. Promises: after `wrote(object)`, `isStale` of an older state
 * of the same object is true, until a state at or after that version was asked about. So a controller does not act on
 * a state that it has changed itself (KEP-5647, pkg/controller/util/consistency). The event of the write is on its way,
 * and brings the object back to be reconciled.
 */
export class WrittenVersions {
  readonly #versions = new Map<string, bigint>();

  /** Notes the object as the server returned it, and returns it. */
  wrote<T extends Stored<KubernetesObject>>(object: T): T {
    const { uid, resourceVersion } = object.metadata;
    this.#versions.delete(uid);
    this.#versions.set(uid, BigInt(resourceVersion));
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > capacity && oldest !== undefined) this.#versions.delete(oldest);
    return object;
  }

  isStale(cached: Stored<KubernetesObject>): boolean {
    const { uid, resourceVersion } = cached.metadata;
    const written = this.#versions.get(uid);
    if (written === undefined) return false;
    if (BigInt(resourceVersion) < written) return true;
    this.#versions.delete(uid);
    return false;
  }
}
