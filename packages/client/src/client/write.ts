import type { KubernetesObject, ObjectKey } from '@kubewright/api';

import type { KindName } from '../paths.js';

/** A write that the server carried out. */
export interface Write {
  readonly verb: WriteVerb;
  /** The kind that was named; of a subresource, that of the object it belongs to. */
  readonly kind: KindName;
  /** The object. A name that the server generated is in it; `name` is `''` for `deleteCollection`. */
  readonly key: ObjectKey;
  /** Unset: the object itself. */
  readonly subresource?: string | undefined;
  /** The answer, exactly as it came: the object, or a Status. */
  readonly bytes: Uint8Array;
  /** The same, parsed. It is what the caller gets and may change: do not keep it, parse `bytes`. */
  readonly object?: KubernetesObject | undefined;
}

export type WriteVerb = 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deleteCollection';

/** Told of a write before the caller is. It must not throw: the write is done. */
export type WriteListener = (write: Write) => void;

/** Tells both, the first first; either itself when there is no other. */
export function tellBoth<T>(
  first: ((what: T) => void) | undefined,
  second: ((what: T) => void) | undefined,
): ((what: T) => void) | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (what) => {
    first(what);
    second(what);
  };
}
