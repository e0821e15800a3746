import type { Stored } from '@kubewright/api';
import type { EndpointSlice } from '@kubewright/api/discovery/v1';

/**
 * What was written to the slices of each Service and the cache may not show yet. Promises: `isStale` is true until the
 * cache shows every slice at, or after, the version last written here, and none that was deleted here. So a Service
 * never gets a second slice because its first one was not seen yet (endpointslice/util/endpointslice_tracker.go).
 */
export class SliceTracker {
  readonly #written = new Map<string, Map<string, bigint>>();
  readonly #deleted = new Map<string, Set<string>>();

  wrote(service: string, slice: Stored<EndpointSlice>): void {
    const { uid, resourceVersion } = slice.metadata;
    let versions = this.#written.get(service);
    if (versions === undefined) this.#written.set(service, (versions = new Map()));
    versions.set(uid, BigInt(resourceVersion));
  }

  deleted(service: string, uid: string): void {
    this.#written.get(service)?.delete(uid);
    let uids = this.#deleted.get(service);
    if (uids === undefined) this.#deleted.set(service, (uids = new Set()));
    uids.add(uid);
  }

  /** The cache has seen the slice go. */
  observedDeletion(service: string, uid: string): void {
    this.#written.get(service)?.delete(uid);
    this.#deleted.get(service)?.delete(uid);
  }

  isStale(service: string, cached: readonly Stored<EndpointSlice>[]): boolean {
    const written = this.#written.get(service);
    const deleted = this.#deleted.get(service);
    const seen = new Map(cached.map(({ metadata }) => [metadata.uid, BigInt(metadata.resourceVersion)]));
    for (const [uid, version] of written ?? []) if ((seen.get(uid) ?? -1n) < version) return true;
    for (const uid of deleted ?? []) {
      if (seen.has(uid)) return true;
      deleted?.delete(uid);
    }
    return false;
  }

  forget(service: string): void {
    this.#written.delete(service);
    this.#deleted.delete(service);
  }
}
