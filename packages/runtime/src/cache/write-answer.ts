import type { KubernetesObject, ObjectKey } from '@kubewright/api';
import { isMetadataOnly } from '@kubewright/client';
import type { Write } from '@kubewright/client';

import type { WriteAnswer } from './informer.js';
import { entryOf } from './object-entry.js';

/** What the answers of the API hold that says what became of an object. */
interface Answer extends KubernetesObject {
  details?: { uid?: string };
  items?: KubernetesObject[] | null;
  spec?: { finalizers?: unknown[] };
}

/** What a write tells of the objects of its kind; nothing, for example, of a token that was created. */
export function writeAnswers(write: Write): WriteAnswer[] {
  const answer = (write.object ?? {}) as Answer;
  if (write.verb === 'deleteCollection') return (answer.items ?? []).flatMap(deletedSome);
  if (isStatus(answer)) {
    return write.verb === 'delete' && write.subresource === undefined
      ? [{ type: 'gone', key: write.key, uid: answer.details?.uid }]
      : [];
  }
  const { name, namespace = '', uid, resourceVersion = '' } = answer.metadata ?? {};
  if (name === undefined || uid === undefined || resourceVersion === '') return [];
  const key = { name, namespace };
  const isObject =
    isMetadataOnly(write.kind) ||
    (answer.kind === write.kind.kind && answer.apiVersion === write.kind.apiVersion);
  if (!isObject) {
    // A Scale has the version of the object that it scales, and not its state.
    const state = { uid, resourceVersion, beyond: false };
    return write.subresource === undefined ? [] : [{ type: 'later', key: write.key, state }];
  }
  return isGone(write, answer)
    ? [{ type: 'gone', key, uid }]
    : [{ type: 'state', bytes: write.bytes, object: answer }];
}

/** The same for those who need the whole object, of an answer that holds nothing but the metadata. */
export function withoutState(answer: WriteAnswer): WriteAnswer {
  if (answer.type !== 'state') return answer;
  const { namespace, name, uid, resourceVersion } = entryOf(answer.bytes);
  const state = { uid, resourceVersion, beyond: false };
  return { type: 'later', key: { namespace, name }, state, object: answer.object };
}

/**
 * Whether the object that is the answer no longer exists. A delete answers some kinds with the object that it removed;
 * what waits for finalizers, or for its grace period to end, has a deletionTimestamp. An update that takes the last
 * finalizer from such an object removes it (apiserver's pkg/registry/generic/registry/store.go, ShouldDeleteDuringUpdate).
 */
function isGone({ verb, subresource }: Write, { kind, metadata = {}, spec }: Answer): boolean {
  // A namespace has finalizers of its own, in its spec.
  if (kind === 'Namespace' && (spec?.finalizers?.length ?? 0) > 0) return false;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) return verb === 'delete' && subresource === undefined;
  return finalizers.length === 0 && deletionGracePeriodSeconds === 0;
}

/**
 * A collection is answered with the objects as they were before the deletion of each: whether they are gone now, or wait
 * for something, only the watch can tell. Of those that were being deleted already it has nothing to tell.
 */
function deletedSome(object: KubernetesObject): WriteAnswer[] {
  const { metadata = {} } = object;
  const { name, namespace = '', uid, resourceVersion = '', deletionTimestamp } = metadata;
  if (name === undefined || deletionTimestamp !== undefined) return [];
  const key: ObjectKey = { name, namespace };
  return [{ type: 'later', key, state: { uid, resourceVersion, beyond: true }, object }];
}

function isStatus({ kind, apiVersion }: Answer): boolean {
  return kind === 'Status' && apiVersion === 'v1';
}
