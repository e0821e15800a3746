import { parseApiVersion } from '@kubewright/api';
import type { OwnerReference } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ObjectMetaEntry } from '../cache/informer-event.js';
import type { ObjectEvent } from '../predicate/generic-event.js';
import type { Request } from './definition.js';

export interface OwnerMappingOptions {
  /** The kind of the owners that matter. */
  ownerKind: KindName;
  /** Whether every owner counts, or only the one that is the controller. */
  matchEveryOwner: boolean;
}

/**
 * The owners of an object among one kind, whatever their version (controller-runtime's
 * pkg/handler/enqueue_owner.go). Of several that call themselves the controller the first one is.
 */
function ownersOf(meta: ObjectMetaEntry, options: OwnerMappingOptions): Request[] {
  const { ownerKind, matchEveryOwner } = options;
  const requests: Request[] = [];
  for (const reference of meta.ownerReferences ?? none) {
    if (!matchEveryOwner && reference.controller !== true) continue;
    if (isOf(reference, ownerKind)) {
      const { name } = reference;
      requests.push(ownerKind.namespaced ? { namespace: meta.namespace, name } : { name });
    }
    if (!matchEveryOwner) break;
  }
  return requests;
}

/** The owners of the object that an event is about; of an update those after and before, each once. */
export function ownersInEvent(event: ObjectEvent, options: OwnerMappingOptions): Request[] {
  const owners = ownersOf(event.meta, options);
  if (event.type !== 'update' || event.oldMeta.ownerReferences === undefined) return owners;
  for (const before of ownersOf(event.oldMeta, options)) {
    if (!owners.some(({ namespace, name }) => namespace === before.namespace && name === before.name)) {
      owners.push(before);
    }
  }
  return owners;
}

/** Whether the object has an owner among one kind. */
export function hasOwnerOf(meta: ObjectMetaEntry, options: OwnerMappingOptions): boolean {
  const { ownerKind, matchEveryOwner } = options;
  const references = meta.ownerReferences ?? none;
  if (matchEveryOwner) return references.some((reference) => isOf(reference, ownerKind));
  const controller = references.find((reference) => reference.controller === true);
  return controller !== undefined && isOf(controller, ownerKind);
}

const none: readonly OwnerReference[] = [];

function isOf({ kind, apiVersion }: OwnerReference, ownerKind: KindName): boolean {
  if (kind !== ownerKind.kind) return false;
  const { group, version } = parseApiVersion(apiVersion);
  return group === ownerKind.group && !version.includes('/');
}
