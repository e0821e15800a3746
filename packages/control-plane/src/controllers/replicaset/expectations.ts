import type { Stored } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';

interface Pending {
  /** uids of pods that were created and not seen yet. */
  readonly created: Set<string>;
  /** uids of pods that were deleted and still seem alive. */
  readonly deleted: Set<string>;
  sinceMs: number;
}

// After this time a lost event is assumed (controller_utils.go, ExpectationsTimeout).
const timeoutMs = 5 * 60_000;

/**
 * What a controller did and its cache does not show yet. Promises:
 * - after `created(key, uid)` the key is not satisfied until a pod of that uid was seen, in a list or in an event;
 * - after `deleted(key, uid)` it is not satisfied until a list shows that pod with a deletion time, or not at all;
 * - after five minutes without fulfilment it is satisfied all the same, so that a lost event cannot block for ever.
 * So a ReplicaSet never creates a pod, or deletes one, because it did not see what it did a moment ago
 * (pkg/controller/controller_utils.go, UIDTrackingControllerExpectations).
 */
export class Expectations {
  readonly #pending = new Map<string, Pending>();
  // Pods that came and went before their creation was noted.
  readonly #early = new Set<string>();
  #inFlight = 0;

  /** Runs a creation; its pod is expected as soon as its uid is known. */
  async creating(key: string, nowMs: number, create: () => Promise<Stored<Pod>>): Promise<Stored<Pod>> {
    this.#inFlight += 1;
    try {
      const pod = await create();
      if (!this.#early.has(pod.metadata.uid)) this.#of(key, nowMs).created.add(pod.metadata.uid);
      return pod;
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#early.clear();
    }
  }

  deleted(key: string, uid: string, nowMs: number): void {
    this.#of(key, nowMs).deleted.add(uid);
  }

  /** The deletion did not happen after all. */
  notDeleted(key: string, uid: string): void {
    this.#pending.get(key)?.deleted.delete(uid);
  }

  /** An event about that pod arrived. */
  observed(key: string, uid: string): void {
    if (this.#inFlight > 0) this.#early.add(uid);
    this.#pending.get(key)?.created.delete(uid);
  }

  /** Whether the list shows all that was done. */
  satisfied(key: string, pods: readonly Stored<Pod>[], nowMs: number): boolean {
    const pending = this.#pending.get(key);
    if (pending === undefined) return true;
    const alive = new Set<string>();
    for (const { metadata } of pods) {
      pending.created.delete(metadata.uid);
      if (metadata.deletionTimestamp === undefined) alive.add(metadata.uid);
    }
    for (const uid of pending.deleted) if (!alive.has(uid)) pending.deleted.delete(uid);
    const done = pending.created.size === 0 && pending.deleted.size === 0;
    if (!done && nowMs - pending.sinceMs < timeoutMs) return false;
    this.#pending.delete(key);
    return true;
  }

  /** Milliseconds until unfulfilled expectations lapse. */
  lapseInMs(key: string, nowMs: number): number | undefined {
    const pending = this.#pending.get(key);
    return pending === undefined ? undefined : Math.max(0, pending.sinceMs + timeoutMs - nowMs);
  }

  /** The object is gone; one of the same name starts afresh. */
  forget(key: string): void {
    this.#pending.delete(key);
  }

  #of(key: string, nowMs: number): Pending {
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = { created: new Set(), deleted: new Set(), sinceMs: nowMs };
      this.#pending.set(key, pending);
    }
    pending.sinceMs = nowMs;
    return pending;
  }
}
