import type { StringMap } from '../cache/informer-event.js';
import type { ObjectEvent } from './generic-event.js';

/*
 * The predicates of controller-runtime's pkg/predicate: adds, deletes and generic events pass, updates pass when the named part of the
 * metadata differs between the old and the new object. Only `annotationChanged` has to parse the objects.
 */

/** Lets updates through that changed `metadata.generation`, which the server raises when the spec changes, not the status. */
export function generationChanged(event: ObjectEvent): boolean {
  return event.type !== 'update' || event.meta.generation !== event.oldMeta.generation;
}

/** Lets updates through that changed `metadata.resourceVersion`: everything but resent states. */
export function resourceVersionChanged(event: ObjectEvent): boolean {
  return event.type !== 'update' || event.meta.resourceVersion !== event.oldMeta.resourceVersion;
}

/** Lets updates through that changed `metadata.labels`. */
export function labelChanged(event: ObjectEvent): boolean {
  return event.type !== 'update' || !sameStrings(event.meta.labels, event.oldMeta.labels);
}

/** Lets updates through that changed `metadata.annotations`. */
export function annotationChanged(event: ObjectEvent): boolean {
  if (event.type !== 'update') return true;
  return !sameStrings(event.object.metadata.annotations, event.oldObject.metadata.annotations);
}

function sameStrings(a: StringMap | undefined, b: StringMap | undefined): boolean {
  const names = Object.keys(a ?? {});
  if (names.length !== Object.keys(b ?? {}).length) return false;
  return names.every((name) => a?.[name] === b?.[name]);
}
