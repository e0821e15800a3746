import { parseApiVersion } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ObjectMetaEntry } from '../cache/informer-event.js';
import type { Request } from './definition.js';

export interface OwnerMappingOptions {
  /** The kind of the owners that matter. */
  ownerKind: KindName;
  /** Whether every owner counts, or only the one that is the controller. */
  matchEveryOwner: boolean;
}

/**
 * The owners of an object among one kind, whatever their version (controller-runtime's
 * pkg/handler/enqueue_owner.go).
 */
export function ownersOf(meta: ObjectMetaEntry, options: OwnerMappingOptions): Request[] {
  const { ownerKind, matchEveryOwner } = options;
  const requests: Request[] = [];
  for (const reference of meta.ownerReferences ?? []) {
    if (!matchEveryOwner && reference.controller !== true) continue;
    if (reference.kind !== ownerKind.kind || parseApiVersion(reference.apiVersion).group !== ownerKind.group)
      continue;
    requests.push(
      ownerKind.namespaced ? { namespace: meta.namespace, name: reference.name } : { name: reference.name },
    );
  }
  return requests;
}
