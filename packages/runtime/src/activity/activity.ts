import type { KindName } from '@kubewright/client';

/** How far an informer has seen. */
export interface InformerPosition {
  readonly kind: KindName;
  /** Absent for an informer of all namespaces, and of cluster-scoped kinds. */
  readonly namespace?: string;
  /** Of the last list, event or bookmark; absent until the first list. */
  readonly resourceVersion?: string;
}

/** Tells whether anything is still going on, so that tests and simulations need not guess. */
export interface Activity {
  /**
   * Whether all informers are synced and the server has accepted their watches, every event has reached its handlers,
   * no queue has an item that is ready, being processed or backing off after an error, and all events are sent. Items that wait for a `requeueAfter` do not count. Events
   * the server has not sent yet cannot be known here: compare `resourceVersions` with the server's.
   */
  isIdle(): boolean;
  /** One sentence for each thing that is going on, for the message of a timeout; empty when idle. */
  busyWith(): string[];
  /** Calls the listener, synchronously, whenever the answers here may have changed. Returns the way to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** The position of every informer. */
  resourceVersions(): InformerPosition[];
}

/** One source of activity: an informer, a controller, the recorder of events. */
export interface ActivityPart {
  isIdle(): boolean;
  busyWith(): string[];
  position?(): InformerPosition;
}

/** Gathers the parts, and the listeners. */
export class ActivityTracker implements Activity {
  readonly #parts = new Set<ActivityPart>();
  readonly #listeners = new Set<() => void>();

  /** Parts call this after each change; it costs nothing while nobody listens. */
  readonly changed = (): void => {
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener();
  };

  add(part: ActivityPart): void {
    this.#parts.add(part);
    this.changed();
  }

  remove(part: ActivityPart): void {
    this.#parts.delete(part);
    this.changed();
  }

  isIdle(): boolean {
    for (const part of this.#parts) if (!part.isIdle()) return false;
    return true;
  }

  busyWith(): string[] {
    return [...this.#parts].flatMap((part) => (part.isIdle() ? [] : part.busyWith()));
  }

  subscribe(listener: () => void): () => void {
    const own = () => {
      listener();
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  resourceVersions(): InformerPosition[] {
    return [...this.#parts].flatMap((part) => part.position?.() ?? []);
  }
}
