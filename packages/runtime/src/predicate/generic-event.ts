import type { Kind, KubernetesObject, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { metaEntry } from '../cache/codec.js';
import type { InformerEvent, ObjectMetaEntry } from '../cache/informer-event.js';

/** Something concerns an object, and it was no watch that told: what sources from outside the cluster deliver. */
export interface GenericEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'generic';
  readonly kind: KindName;
  readonly meta: ObjectMetaEntry;
  /** Shared by all handlers of the event: do not change it. */
  readonly object: Stored<T>;
}

/** What predicates and event handlers are asked about. */
export type ObjectEvent<T extends KubernetesObject = KubernetesObject> = InformerEvent<T> | GenericEvent<T>;

const encoder = new TextEncoder();

/** The generic event of an object. */
export function genericEvent<T extends KubernetesObject>(kind: Kind<T>, object: Stored<T>): GenericEvent<T> {
  const bytes = encoder.encode(JSON.stringify(object));
  return { type: 'generic', kind, meta: metaEntry(object, bytes), object };
}
