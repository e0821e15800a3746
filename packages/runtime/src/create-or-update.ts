import { createMergePatch, deepClone, formatKey, jsonEquals } from '@kubewright/api';
import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { isNotFound, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';

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

/**
 * Creates the object of this draft, or updates the existing one: `mutate` gets what is there (or the draft) and changes
 * it to what should be. Nothing is sent when it changes nothing. Throws what the server answers: a conflict when the
 * object changed in between; retry then. After controller-runtime's pkg/controller/controllerutil.
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  draft: T,
  mutate: MutateFunction<T>,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  const { existing } = await find(client, draft, options);
  if (existing === undefined) return create(client, draft, mutate, options);
  const wanted = deepClone(existing);
  await mutateInPlace(wanted, mutate);
  if (jsonEquals(existing, wanted)) return { result: 'unchanged', object: existing };
  return { result: 'updated', object: await client.update<T>(wanted, options) };
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
  const wanted = deepClone(existing);
  await mutateInPlace(wanted, mutate);
  const [before, after] = [splitStatus(existing), splitStatus(wanted)];
  let object = existing;
  let result: OperationResult = 'unchanged';
  if (!jsonEquals(before.rest, after.rest)) {
    const patch = mergePatch(createMergePatch(before.rest, after.rest) as object);
    object = await client.patch(kind, key, patch, options);
    result = 'updated';
  }
  if (!jsonEquals(before.status, after.status)) {
    const patch = mergePatch(createMergePatch({ status: before.status }, { status: after.status }) as object);
    object = await client.status.patch(kind, key, patch, options);
    result = 'updated';
  }
  return { result, object };
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
  try {
    return { kind, key, existing: await client.get(kind, key, options) };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { kind, key, existing: undefined };
  }
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
  const name = metadata?.name ?? '';
  return formatKey(metadata?.namespace === undefined ? { name } : { namespace: metadata.namespace, name });
}

function splitStatus(object: KubernetesObject & { status?: unknown }): { rest: object; status: unknown } {
  const { status, ...rest } = object;
  return { rest, status };
}
