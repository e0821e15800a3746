import { createMergePatch, deepClone, formatKey, jsonEquals } from '@kubewright/api';
import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import { peek } from './cache/peek.js';
import { isKnownNoOp, rememberNoOp, writeAttempt } from './no-op-writes.js';

/** What `createOrUpdate` did (controller-runtime's `controllerutil.OperationResult`). */
export type OperationResult = 'created' | 'updated' | 'unchanged';

export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly result: OperationResult;
  /** As the server returned it, or as it was found when nothing changed. */
  readonly object: Stored<T>;
}

export interface CreateOrUpdateOptions {
  signal?: AbortSignal;
}

/** Brings the object to the wanted state; it is called with the draft when there is no object yet. */
export type MutateFunction<T extends KubernetesObject> = (object: T) => void | Promise<void>;

/*
 * What both promise about requests:
 *  1. Nothing is sent when `mutate` changes nothing.
 *  2. Nothing is sent twice in vain: when the server made of the object what it was before, because of its defaults and
 *     normal forms (`cpu: '0.5'` is stored as `500m`), the same wanted object is not sent again while the stored one
 *     keeps its resource version. This is remembered per client, of the 10,000 objects used last, as long as the
 *     process lives; a server that would answer otherwise meanwhile (a new schema or admission webhook) is not noticed.
 *  3. Any other change by `mutate`, or to the stored object, is sent.
 */

/**
 * Creates the object of this draft, or updates the existing one: `mutate` gets what is there (or the draft) and changes
 * it to what should be. Nothing is sent when it changes nothing, nor when it sets what the server is known to store in
 * other words; both are `unchanged`. Throws what the server answers: a conflict when the object changed in between;
 * retry then. After controller-runtime's pkg/controller/controllerutil, which sends such words in every reconcile.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  draft: T,
  mutate: MutateFunction<T>,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const { existing } = await find(client, draft, options);
  if (existing === undefined) return create(client, draft, mutate, options);
  const before = await mutated(existing, mutate);
  if (before === undefined) return { result: 'unchanged', object: existing };
  return writeOnce(client, 'update', { before, wanted: existing }, () => client.update<T>(existing, options));
}

/**
 * The same with merge patches, of the object and of its status apart: fields that `mutate` leaves alone are not sent,
 * and a change by someone else in between is no conflict. As in controller-runtime, the status is only patched, never
 * set when the object is created.
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  draft: T,
  mutate: MutateFunction<T>,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const { kind, key, existing } = await find(client, draft, options);
  if (existing === undefined) return create(client, draft, mutate, options);
  const before = await mutated(existing, mutate);
  if (before === undefined) return { result: 'unchanged', object: existing };
  return writeOnce(client, 'patch', { before, wanted: existing }, async () => {
    const [old, wanted] = [splitStatus(before), splitStatus(existing)];
    let object = before;
    if (!jsonEquals(old.rest, wanted.rest)) {
      const patch = mergePatch(createMergePatch(old.rest, wanted.rest) as object);
      object = await client.patch(kind, key, patch, options);
    }
    if (!jsonEquals(old.status, wanted.status)) {
      const patch = mergePatch(createMergePatch({ status: old.status }, { status: wanted.status }) as object);
      object = await client.status.patch(kind, key, patch, options);
    }
    return object;
  });
}

/** Sends, unless the same was sent before and changed nothing. */
async function writeOnce<T extends KubernetesObject>(
  client: Client,
  verb: 'update' | 'patch',
  { before, wanted }: { before: Stored<T>; wanted: Stored<T> },
  send: () => Promise<Stored<T>>,
): Promise<CreateOrUpdateResult<T>> {
  const attempt = writeAttempt(verb, before, wanted);
  if (isKnownNoOp(client, attempt)) return { result: 'unchanged', object: before };
  const object = await send();
  const { resourceVersion, deletionTimestamp } = before.metadata;
  // A write that removes the last finalizer is answered with the old version, too: the object is gone, not updated.
  // So is a dry run, which does not say whether it would change anything.
  if (
    client.dryRun ||
    object.metadata.resourceVersion !== resourceVersion ||
    deletionTimestamp !== undefined
  ) {
    return { result: 'updated', object };
  }
  rememberNoOp(client, attempt);
  return { result: 'unchanged', object };
}

interface Found<T extends KubernetesObject> {
  kind: Kind<T>;
  key: ObjectKey;
  existing: Stored<T> | undefined;
}

async function find<T extends KubernetesObject>(
  client: Client,
  draft: T,
  options: CreateOrUpdateOptions,
): Promise<Found<T>> {
  const { apiVersion, kind: kindName, metadata } = draft;
  if (
    apiVersion === undefined ||
    kindName === undefined ||
    metadata?.name === undefined ||
    metadata.name === ''
  ) {
    throw new TypeError('createOrUpdate needs a draft with apiVersion, kind and metadata.name');
  }
  const kind = (await client.mapper.kindFor(apiVersion, kindName)) as unknown as Kind<T>;
  const key: ObjectKey =
    metadata.namespace === undefined
      ? { name: metadata.name }
      : { namespace: metadata.namespace, name: metadata.name };
  return { kind, key, existing: await peek(client, kind, key, options) };
}

async function create<T extends KubernetesObject>(
  client: Client,
  draft: T,
  mutate: MutateFunction<T>,
  options: CreateOrUpdateOptions,
): Promise<CreateOrUpdateResult<T>> {
  const wanted = deepClone(draft);
  await mutateInPlace(wanted, mutate);
  return { result: 'created', object: await client.create<T>(wanted, options) };
}

/**
 * Calls `mutate` on what is there; undefined when that changed nothing, else the state before. The JSON of both is compared
 * first: to write it twice is cheaper than to copy the object and to compare the copies.
 */
async function mutated<T extends KubernetesObject>(
  existing: Stored<T>,
  mutate: MutateFunction<T>,
): Promise<Stored<T> | undefined> {
  const json = JSON.stringify(existing);
  await mutateInPlace(existing, mutate);
  if (JSON.stringify(existing) === json) return undefined;
  const before = JSON.parse(json) as Stored<T>;
  // Keys may have changed their places.
  return jsonEquals(before, existing) ? undefined : before;
}

async function mutateInPlace<T extends KubernetesObject>(
  object: T,
  mutate: MutateFunction<T>,
): Promise<void> {
  const before = keyOf(object);
  await mutate(object);
  const after = keyOf(object);
  if (before !== after) {
    throw new TypeError(
      `mutate must not change the name or namespace of an object: was ${before}, became ${after}`,
    );
  }
}

function keyOf({ metadata }: KubernetesObject): string {
  return formatKey({ name: '', ...metadata });
}

function splitStatus(object: KubernetesObject & { status?: unknown }): { rest: object; status: unknown } {
  const { status, ...rest } = object;
  return { rest, status };
}
