import { orderedMeta } from '../bytes/stored-object.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { definitionDeletion } from './definition-deletion.js';
import type { DeleteOptions } from './delete-options.js';
import { namespaceDeletion } from './namespace-deletion.js';
import type { WriteContext } from './write-context.js';

/** The deletion of a kind that contains others, and waits until they are gone. */
export interface DeletionStage {
  /** Whether the contained objects must go first. */
  isDue(object: ApiObject): boolean;
  /** The object with the marks that make whoever empties it begin; must not change its argument. */
  begin(object: ApiObject, options: DeleteOptions, context: WriteContext): ApiObject;
}

const STAGES: Readonly<Record<string, DeletionStage>> = {
  '/Namespace': namespaceDeletion,
  'apiextensions.k8s.io/CustomResourceDefinition': definitionDeletion,
};

/** The object marked as being emptied; undefined when it can be deleted like any other. */
export function beginStagedDeletion(
  context: WriteContext,
  object: ApiObject,
  options: DeleteOptions,
): ApiObject | undefined {
  const { group, kind } = context.store.resource;
  const stage = STAGES[`${group}/${kind}`];
  if (stage?.isDue(object) !== true) return undefined;
  const begun = stage.begin(object, options, context);
  return { ...begun, metadata: orderedMeta(begun.metadata) };
}
