import type { KubernetesObject, OwnerReference, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { decodeObject } from './codec.js';

export type StringMap = Readonly<Record<string, string>>;

/** The part of an object that the cache keeps beside its bytes, so that the common questions need no parsing. */
export interface ObjectMetaEntry {
  /** `''` for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number | undefined;
  readonly labels: StringMap | undefined;
  readonly ownerReferences: readonly OwnerReference[] | undefined;
  /** The whole object as JSON, as it came from the server. */
  readonly bytes: Uint8Array;
}

interface EventBase<T extends KubernetesObject> {
  readonly kind: KindName;
  /** The state after the event; of a deleted object its last known state. */
  readonly meta: ObjectMetaEntry;
  /** The same, whole. Parsed when first asked for, and shared by all handlers of the event: do not change it. */
  readonly object: Stored<T>;
}

/** An object appeared, or was there when the informer or the handler started. */
export interface AddEvent<T extends KubernetesObject = KubernetesObject> extends EventBase<T> {
  readonly type: 'add';
  /** Whether the object was found by the first list and not by a watch. */
  readonly isInInitialList: boolean;
}

/** An object changed; it has the uid it had before. */
export interface UpdateEvent<T extends KubernetesObject = KubernetesObject> extends EventBase<T> {
  readonly type: 'update';
  readonly oldMeta: ObjectMetaEntry;
  /** Parsed when first asked for; shared, do not change it. */
  readonly oldObject: Stored<T>;
  /** Whether nothing changed, and the object is told of again because the cache resyncs. */
  readonly isResync: boolean;
}

/** An object is gone, or no longer selected. */
export interface DeleteEvent<T extends KubernetesObject = KubernetesObject> extends EventBase<T> {
  readonly type: 'delete';
  /** True when the deletion itself was missed: the object is the last state that was seen. */
  readonly finalStateUnknown: boolean;
}

export type InformerEvent<T extends KubernetesObject = KubernetesObject> =
  AddEvent<T> | UpdateEvent<T> | DeleteEvent<T>;

interface EventParts {
  type: 'add' | 'update' | 'delete';
  kind: KindName;
  meta: ObjectMetaEntry;
  oldMeta?: ObjectMetaEntry;
  isInInitialList?: boolean;
  finalStateUnknown?: boolean;
  isResync?: boolean;
}

class LazyEvent {
  readonly type: EventParts['type'];
  readonly kind: KindName;
  readonly meta: ObjectMetaEntry;
  readonly oldMeta: ObjectMetaEntry | undefined;
  readonly isInInitialList: boolean;
  readonly finalStateUnknown: boolean;
  readonly isResync: boolean;
  #object: KubernetesObject | undefined;
  #oldObject: KubernetesObject | undefined;

  constructor(parts: EventParts) {
    this.type = parts.type;
    this.kind = parts.kind;
    this.meta = parts.meta;
    this.oldMeta = parts.oldMeta;
    this.isInInitialList = parts.isInInitialList ?? false;
    this.finalStateUnknown = parts.finalStateUnknown ?? false;
    this.isResync = parts.isResync ?? false;
  }

  get object(): KubernetesObject {
    this.#object ??= decodeObject(this.meta.bytes, this.kind);
    return this.#object;
  }

  get oldObject(): KubernetesObject | undefined {
    if (this.#oldObject === undefined && this.oldMeta !== undefined) {
      this.#oldObject = decodeObject(this.oldMeta.bytes, this.kind);
    }
    return this.#oldObject;
  }
}

export function informerEvent(parts: EventParts): InformerEvent {
  return new LazyEvent(parts) as unknown as InformerEvent;
}
