import { deepClone, jsonEquals } from '@kubewright/api';
import { orderedMeta } from '../bytes/stored-object.js';
import {
  conflictError,
  invalidError,
  notFoundError,
  OPTIMISTIC_LOCK_MESSAGE,
  StatusError,
} from '../errors/status-error.js';
import { invalid } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { validateObjectMetaUpdate } from '../kinds/shared/object-meta.js';
import { allowsCreateOnUpdate, allowsUnconditionalUpdate } from '../resources/update-rules.js';
import { RevisionMismatchError } from '../storage/storage.js';
import type { StoredEntry } from '../storage/storage.js';
import { aboutKind, aboutRequest } from './about.js';
import { createObject, ensureNamespace } from './create.js';
import { settleEmptyFields } from './empty-fields.js';
import { metadataPasses } from './metadata-passes.js';
import { etcdKey } from './etcd-key.js';
import { isNamespaceFinalized } from './namespace-deletion.js';
import type { UpdateStrategy } from './update-strategy.js';
import { withoutWarningsOfRefused } from './write-context.js';
import type { WriteContext } from './write-context.js';

// How often a write that lost against another one starts over (apiserver `endpoints/handlers/patch.go`).
const MAX_ATTEMPTS = 5;

export interface UpdateOptions {
  readonly strategy: UpdateStrategy;
  /** The whole object as the request wants it; `old` is its own copy. Called again when another write comes between. */
  modify(old: ApiObject | undefined): ApiObject | Promise<ApiObject>;
  /** Whether a missing object may be created. Defaults to what its kind allows. */
  readonly createIfMissing?: boolean;
  /**
   * Whether another uid than that of the stored object is a conflict, as it is for whole objects, which may speak of one
   * that is gone. Otherwise it is an attempt to change the uid, and invalid. Defaults to false.
   */
  readonly uidIsPrecondition?: boolean;
}

export interface UpdateResult {
  readonly entry: StoredEntry;
  readonly created: boolean;
}

/**
 * Changes an object, in the order of apiserver `registry/rest/update.go`: compare resource versions, the kind's
 * preparation, validation, validating admission, storage. What changes nothing writes nothing. Removing the last finalizer of an object
 * that is being deleted removes it.
 */
export async function updateObject(
  context: WriteContext,
  name: string,
  options: UpdateOptions,
): Promise<UpdateResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryUpdate(context, name, options);
    } catch (error) {
      if (!(error instanceof RevisionMismatchError)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw conflictError(aboutRequest(context), name, OPTIMISTIC_LOCK_MESSAGE);
      }
    }
  }
}

async function tryUpdate(context: WriteContext, name: string, options: UpdateOptions): Promise<UpdateResult> {
  const { store, namespace } = context;
  const { resource } = store;
  const entry = store.get(namespace, name);
  if (entry === undefined) {
    if (options.createIfMissing !== true && !allowsCreateOnUpdate(resource)) {
      throw notFoundError(aboutRequest(context), name);
    }
    const object = await options.modify(undefined);
    // Nothing is compared with it, and storage does without (apiserver `storage/etcd3/store.go`, GuaranteedUpdate).
    delete object.metadata.resourceVersion;
    return { entry: await createObject(context, object), created: true };
  }
  if (store.convertsRemotely) await store.load([entry]);
  const old = store.decode(entry);
  // A third of the cost of parsing it again.
  const object = await options.modify(deepClone(old));
  checkUpdate(context, { entry, object, old }, options);
  const pending = context.admission?.(object, old);
  if (pending !== undefined) await pending;
  if (store.convertsRemotely) await store.ready(object);
  // As if this very object had been written in between.
  if (pending !== undefined && resource.behaviour.stillFree?.(object, context) === false)
    throw new RevisionMismatchError(entry.key, entry.revision, entry.revision);
  return { entry: commitUpdate(context, { entry, object, old }), created: false };
}

interface Update {
  readonly entry: StoredEntry;
  readonly object: ApiObject;
  readonly old: ApiObject;
}

/** Brings the new state into the form in which it can be stored; throws when it must not be. */
function checkUpdate(
  context: WriteContext,
  { entry, object, old }: Update,
  { strategy, uidIsPrecondition = false }: UpdateOptions,
): void {
  const { store, namespace } = context;
  const { resource } = store;
  if (uidIsPrecondition) checkUid(context, object, old);
  checkResourceVersion(context, entry, object, old);
  ensureNamespace(object, namespace);
  keepGeneration(object, old);
  strategy.prepare(object, old, resource, context);
  keepSystemFields(object, old);
  keepTimes(object, old);
  const errors = withoutWarningsOfRefused(context, (withheld) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata, () =>
      metadataPasses(resource, context.requestGroup),
    ),
    ...strategy.validate(object, old, resource, withheld),
  ]);
  if (errors.length > 0) throw invalidError(aboutKind(resource), old.metadata.name ?? '', errors);
  settleEmptyFields(resource.behaviour, object);
}

function commitUpdate(context: WriteContext, { entry, object, old }: Update): StoredEntry {
  const { store, namespace } = context;
  const write = { expected: entry.revision, dryRun: context.dryRun };
  if (isFinished(object, old)) {
    // Watchers see it as it was stored last, and the answer is as if it still were.
    store.remove(namespace, old, write);
    store.resource.behaviour.afterDelete?.(object, context);
    return store.put(namespace, object, { ...write, dryRun: true });
  }
  if (jsonEquals(object, old)) return entry;
  return store.put(namespace, object, write);
}

function checkUid(context: WriteContext, { metadata }: ApiObject, old: ApiObject): void {
  const { store, namespace } = context;
  const { uid = '' } = metadata;
  if (uid === '' || uid === old.metadata.uid) return;
  const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`;
  throw conflictError(
    aboutRequest(context),
    old.metadata.name ?? '',
    `StorageError: invalid object, Code: 4, Key: ${etcdKey(store.resource, namespace, old.metadata.name ?? '')}, ResourceVersion: 0, AdditionalErrorMsg: ${message}`,
  );
}

function checkResourceVersion(
  context: WriteContext,
  entry: StoredEntry,
  object: ApiObject,
  old: ApiObject,
): void {
  const { resource } = context.store;
  const { metadata } = object;
  const name = old.metadata.name ?? '';
  const given = metadata.resourceVersion ?? '';
  if (given === '' || given === '0') {
    if (!allowsUnconditionalUpdate(resource)) {
      const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update');
      throw invalidError(aboutRequest(context), name, [error]);
    }
  } else if (!/^\d+$/.test(given)) {
    const message = `strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`;
    throw new StatusError({ code: 500, reason: '', message });
  } else if (given !== String(entry.revision)) {
    throw conflictError(aboutRequest(context), name, OPTIMISTIC_LOCK_MESSAGE);
  }
  metadata.resourceVersion = String(entry.revision);
}

/** Requests never set the generation. */
function keepGeneration({ metadata }: ApiObject, old: ApiObject): void {
  if (old.metadata.generation === undefined) delete metadata.generation;
  else metadata.generation = old.metadata.generation;
}

/** What no update changes, and need not say: identity, and the marks of deletion. Another uid is left for validation. */
function keepSystemFields(object: ApiObject, old: ApiObject): void {
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = old.metadata;
  object.metadata = orderedMeta({
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
    ...object.metadata,
    ...(uid === undefined || (object.metadata.uid ?? '') !== '' ? {} : { uid }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  });
}

/**
 * A write that changes nothing but the times of managed fields changes nothing (apiserver
 * `handlers/fieldmanager/equality.go`, IgnoreManagedFieldsTimestampsTransformer).
 */
function keepTimes(object: ApiObject, old: ApiObject): void {
  const entries = object.metadata.managedFields;
  const before = old.metadata.managedFields;
  if (entries === undefined || before?.length !== entries.length) return;
  if (entries.every(({ time }, i) => time === before[i]?.time)) return;
  const sameButTimes = entries.every((entry, i) =>
    jsonEquals({ ...entry, time: undefined }, { ...before[i], time: undefined }),
  );
  if (!sameButTimes) return;
  const without = { managedFields: undefined };
  const rest = { ...object, metadata: { ...object.metadata, ...without } };
  const oldRest = { ...old, metadata: { ...old.metadata, ...without } };
  if (jsonEquals(rest, oldRest)) object.metadata.managedFields = before;
}

// apiserver `registry/generic/registry/store.go`, ShouldDeleteDuringUpdate.
function isFinished(object: ApiObject, old: ApiObject): boolean {
  if ((object.metadata.finalizers ?? []).length > 0 || old.metadata.deletionTimestamp === undefined)
    return false;
  return (old.metadata.deletionGracePeriodSeconds ?? 0) === 0 && isNamespaceFinalized(object);
}
