import { isoTime } from '@kubewright/api';
import { decodeObject, orderedMeta } from '../bytes/stored-object.js';
import { alreadyExistsError, badRequestError, invalidError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { validateObjectMeta } from '../kinds/shared/object-meta.js';
import { RevisionMismatchError } from '../storage/storage.js';
import type { StoredEntry } from '../storage/storage.js';
import { aboutKind, aboutRequest } from './about.js';
import { settleEmptyFields } from './empty-fields.js';
import { generateName } from './generate-name.js';
import { hasGeneration, resetStatus } from './kind-rules.js';
import { nameRuleOf } from './names.js';
import { withoutWarningsOfRefused } from './write-context.js';
import type { WriteContext } from './write-context.js';

const GENERATE_NAME_ATTEMPTS = 8;

/**
 * Creates an object in the order of apiserver `registry/rest/create.go`: system fields, the kind's preparation,
 * validation, validating admission, storage. `object` belongs to this call, and is defaulted already. A generated name
 * that is taken is drawn again, up to eight times. A promise only when admission waits for somebody.
 */
export function createObject(context: WriteContext, object: ApiObject): StoredEntry | Promise<StoredEntry> {
  const generated = (object.metadata.name ?? '') === '' && (object.metadata.generateName ?? '') !== '';
  const { stillFree } = context.store.resource.behaviour;
  const asGiven = stillFree === undefined ? undefined : structuredClone(object);
  prepare(context, object);
  const pending = context.admission?.(object, undefined);
  if (pending === undefined && !context.store.convertsRemotely) return storeNew(context, object, generated);
  return storeLater(pending, context, { object, generated, asGiven });
}

async function storeLater(
  pending: void | Promise<void>,
  context: WriteContext,
  { object, generated, asGiven }: { object: ApiObject; generated: boolean; asGiven: ApiObject | undefined },
): Promise<StoredEntry> {
  await pending;
  await context.store.ready(object);
  const { stillFree } = context.store.resource.behaviour;
  if (asGiven !== undefined && stillFree?.(object, context) === false) return createObject(context, asGiven);
  return storeNew(context, object, generated);
}

function storeNew(context: WriteContext, object: ApiObject, generated: boolean): StoredEntry {
  const { store, namespace } = context;
  for (let attempt = 1; ; attempt++) {
    const name = object.metadata.name as string;
    const taken = store.get(namespace, name) !== undefined;
    if (!taken) break;
    if (!generated) throw takenError(context, name);
    if (attempt === GENERATE_NAME_ATTEMPTS) throw generateNameConflictError(context, name);
    object.metadata.name = generateName(object.metadata.generateName as string, context.random);
  }
  try {
    return store.put(namespace, object, { expected: 0, dryRun: context.dryRun });
  } catch (error) {
    if (!(error instanceof RevisionMismatchError)) throw error;
    throw takenError(context, object.metadata.name as string);
  }
}

function prepare(context: WriteContext, object: ApiObject): void {
  const { resource } = context.store;
  const rules = resource.behaviour;
  fillSystemFields(context, object);
  resetStatus(resource, object);
  if (hasGeneration(resource)) object.metadata.generation = 1;
  const errors = withoutWarningsOfRefused(context, (withheld) => {
    rules.prepareForCreate?.(object, withheld);
    object.metadata = orderedMeta(object.metadata);
    const ofKind = () => rules.validate?.(object, withheld) ?? [];
    const ofMetadata = () =>
      validateObjectMeta(object.metadata, {
        namespaced: resource.namespaced,
        name: nameRuleOf(rules),
        qualifiedFinalizers: !resource.custom,
      });
    const found = rules.judgesMetadata === true ? ofKind() : [...ofMetadata(), ...ofKind()];
    if (rules.judgesMetadata === true && found.length === 0) found.push(...ofMetadata());
    if (found.length === 0) rules.warnings?.(object, undefined, withheld);
    return found;
  });
  if (errors.length > 0) throw invalidError(aboutKind(resource), object.metadata.name ?? '', errors);
  settleEmptyFields(rules, object);
}

function fillSystemFields(context: WriteContext, object: ApiObject): void {
  const { namespace, random, clock } = context;
  const { metadata } = object;
  if ((metadata.resourceVersion ?? '') !== '') {
    throw new StatusError({
      code: 500,
      reason: '',
      message: 'resourceVersion should not be set on objects to be created',
    });
  }
  ensureNamespace(object, namespace);
  if ((metadata.name ?? '') === '' && (metadata.generateName ?? '') !== '') {
    metadata.name = generateName(metadata.generateName as string, random);
  }
  metadata.uid = random.uuid();
  metadata.creationTimestamp = isoTime(clock.now());
  delete metadata.selfLink;
}

/** Removes what only the server sets, in place (apiserver `registry/rest/meta.go`, WipeObjectMetaSystemFields). */
export function wipeSystemFields({ metadata }: ApiObject): void {
  delete metadata.creationTimestamp;
  delete metadata.uid;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** The namespace of the request, when the object names none; 400 when it names another (apiserver `registry/rest/meta.go`). */
export function ensureNamespace(object: ApiObject, namespace: string): void {
  const { metadata } = object;
  const own = metadata.namespace ?? '';
  if (own === namespace) return;
  if (own !== '' && namespace !== '') {
    throw badRequestError(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  if (namespace === '') delete metadata.namespace;
  else metadata.namespace = namespace;
}

/** apiserver `registry/generic/registry/store.go`, Create: says so when the other object is on its way out. */
function takenError(context: WriteContext, name: string, suffix = ''): StatusError {
  const { store, namespace } = context;
  const other = store.get(namespace, name);
  const isLeaving = other !== undefined && decodeObject(other.bytes).metadata.deletionTimestamp !== undefined;
  const { message, details } = alreadyExistsError(aboutRequest(context), name).status;
  return new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${isLeaving ? 'object is being deleted: ' : ''}${message}${suffix}`,
    ...(details === undefined ? {} : { details }),
  });
}

function generateNameConflictError(context: WriteContext, name: string): StatusError {
  const { message, details } = takenError(
    context,
    name,
    ', the server was not able to generate a unique name for the object',
  ).status;
  return new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    message,
    details: { ...details, retryAfterSeconds: 1 },
  });
}
