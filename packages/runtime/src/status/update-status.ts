import { createMergePatch, deepClone, isJsonObject, jsonEquals } from '@kubewright/api';
import type { JsonObject, Kind, KubernetesObject, Stored } from '@kubewright/api';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import { isKnownNoOp, rememberNoOp, writeAttempt } from '../no-op-writes.js';

/*
 * What both promise:
 *  1. Nothing is sent when the status has what is wanted already, nor, while the object keeps its resource version, what
 *     the server is known to store in other words.
 *  2. Only fields that differ from the object in hand are sent, to the status subresource: spec and metadata are never
 *     touched, and a change by somebody else in between is no conflict, unless it is asked for.
 *  3. A list is one field: it is sent as a whole. Who shares a list with other writers sets `optimisticLock`.
 *  4. The object in hand is not changed, unless by `mutate` keeping hold of it: what it is given is a copy.
 */

/** An object whose kind has a status. */
export interface WithStatus extends KubernetesObject {
  status?: unknown;
}

/** The status of a kind, complete; or a function that changes a copy of the one there is, or returns another. */
export type NextStatus<T extends WithStatus> =
  NonNullable<T['status']> | ((status: NonNullable<T['status']>) => NonNullable<T['status']> | void);

export interface UpdateStatusOptions {
  /** Sets `status.observedGeneration` to the generation of the object in hand. Defaults to false. */
  observedGeneration?: boolean;
  /** Refuses to write over a newer state, with a conflict. Defaults to false. */
  optimisticLock?: boolean;
  fieldManager?: string;
  signal?: AbortSignal;
}

/**
 * Brings the status of an object to what is given, by a merge patch of what differs; fields that are not named go.
 * Returns the object as the server answered, or the object in hand when there was nothing to send. Throws what the
 * server answers: `isNotFound` when the object is gone, or its kind has no status subresource.
 */
export async function updateStatus<T extends WithStatus>(
  client: Pick<Client, 'mapper' | 'status' | 'dryRun'>,
  object: Stored<T>,
  next: NextStatus<T>,
  options: UpdateStatusOptions = {},
): Promise<Stored<T>> {
  const before = statusOf(object);
  return write(client, object, before, wantedStatus(before, next), options);
}

/** The same for some fields: those that are not named stay, and null removes one. */
export async function patchStatus<T extends WithStatus>(
  client: Pick<Client, 'mapper' | 'status' | 'dryRun'>,
  object: Stored<T>,
  patch: { [Field in keyof NonNullable<T['status']>]?: NonNullable<T['status']>[Field] | null },
  options: UpdateStatusOptions = {},
): Promise<Stored<T>> {
  const before = statusOf(object);
  const wanted: JsonObject = { ...before };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete wanted[field];
    else if (value !== undefined) wanted[field] = value;
  }
  return write(client, object, before, wanted, options);
}

function wantedStatus<T extends WithStatus>(before: JsonObject, next: NextStatus<T>): JsonObject {
  if (typeof next !== 'function') return next as JsonObject;
  const copy = deepClone(before);
  return (next as (status: JsonObject) => JsonObject | undefined)(copy) ?? copy;
}

function statusOf({ status }: WithStatus): JsonObject {
  return isJsonObject(status) ? status : {};
}

async function write<T extends WithStatus>(
  client: Pick<Client, 'mapper' | 'status' | 'dryRun'>,
  object: Stored<T>,
  before: JsonObject,
  status: JsonObject,
  { observedGeneration = false, optimisticLock = false, ...rest }: UpdateStatusOptions,
): Promise<Stored<T>> {
  const { metadata } = object;
  const { generation, resourceVersion } = metadata;
  const wanted =
    observedGeneration && generation !== undefined ? { ...status, observedGeneration: generation } : status;
  if (jsonEquals(before, wanted)) return object;
  const attempt = writeAttempt('status', object, wanted as KubernetesObject);
  if (isKnownNoOp(client, attempt)) return object;
  const kind = (await client.mapper.kindFor(object.apiVersion, object.kind)) as unknown as Kind<T>;
  const patch: JsonObject = { status: createMergePatch(before, wanted) };
  if (optimisticLock) patch['metadata'] = { resourceVersion };
  const answer = await client.status.patch(kind, metadata, mergePatch(patch), rest);
  // The answer to a dry run has the old version always.
  if (answer.metadata.resourceVersion === resourceVersion && !client.dryRun) rememberNoOp(client, attempt);
  return answer;
}
