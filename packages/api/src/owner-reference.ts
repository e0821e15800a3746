import type { OwnerReference } from './groups/meta/v1.js';
import { parseApiVersion } from './kind.js';
import { formatKey } from './meta.js';
import type { KubernetesObject, Stored } from './meta.js';

export interface OwnerReferenceOptions {
  /** The owner manages the object. At most one owner may; defaults to absent. */
  controller?: boolean;
  /** A foreground deletion of the owner waits for the object; defaults to absent. */
  blockOwnerDeletion?: boolean;
}

/** Why an owner cannot be set. The object was not changed. A retry does not help. */
export class OwnerReferenceError extends Error {
  override readonly name: string = 'OwnerReferenceError';
  readonly code: 'AlreadyOwned' | 'CrossNamespaceOwner' | 'NamespacedOwner';

  constructor(code: OwnerReferenceError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The object has another controller. Let that one go, or give the object another name. */
export class AlreadyOwnedError extends OwnerReferenceError {
  override readonly name = 'AlreadyOwnedError';
  /** The controller that the object has. */
  readonly owner: OwnerReference;

  constructor(object: KubernetesObject, owner: OwnerReference) {
    const key = formatKey({ name: '', ...object.metadata });
    super(
      'AlreadyOwned',
      `object ${key} is already owned by another ${owner.kind} controller ${owner.name}; ` +
        'an object can have one controller only, so use another name or setOwnerReference',
    );
    this.owner = owner;
  }
}

/** Whether the error is an `AlreadyOwnedError`, also of another copy of this package. */
export function isAlreadyOwned(error: unknown): error is AlreadyOwnedError {
  return error instanceof Error && (error as Partial<AlreadyOwnedError>).code === 'AlreadyOwned';
}

/** The reference to an owner, for `metadata.ownerReferences` of what it owns. */
export function ownerReference(
  owner: Stored<KubernetesObject>,
  options: OwnerReferenceOptions = {},
): OwnerReference {
  const { controller, blockOwnerDeletion } = options;
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

/** The reference of the owner that manages the object. */
export function controllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata?.ownerReferences?.find((reference) => reference.controller === true);
}

/**
 * Makes `owner` the controller of the object in hand, which the caller then writes: the garbage collector deletes it
 * with its owner, and `owns` reconciles the owner when it changes. `blockOwnerDeletion` defaults to true. A reference to
 * the same owner (group, kind and name) is replaced. Throws `AlreadyOwnedError` when another owner is the controller,
 * and `OwnerReferenceError` when the owner lives in a namespace and the object does not live in the same one.
 * Behaves as `SetControllerReference` of controller-runtime `pkg/controller/controllerutil`.
 */
export function setControllerReference(
  owner: Stored<KubernetesObject>,
  object: KubernetesObject,
  options: Pick<OwnerReferenceOptions, 'blockOwnerDeletion'> = {},
): void {
  checkNamespaces(owner, object);
  const reference = ownerReference(owner, {
    controller: true,
    blockOwnerDeletion: options.blockOwnerDeletion ?? true,
  });
  const existing = controllerOf(object);
  if (existing !== undefined && !sameOwner(existing, reference))
    throw new AlreadyOwnedError(object, existing);
  upsert(object, reference);
}

/**
 * Adds `owner` to the owners of the object in hand, without making it the controller; a reference to the same owner
 * (group, kind and name) is replaced. Throws `OwnerReferenceError` as `setControllerReference` does.
 */
export function setOwnerReference(
  owner: Stored<KubernetesObject>,
  object: KubernetesObject,
  options: Pick<OwnerReferenceOptions, 'blockOwnerDeletion'> = {},
): void {
  checkNamespaces(owner, object);
  upsert(object, ownerReference(owner, options));
}

/** Whether this owner (by group, kind and name) is among the owners of the object, as its controller or not. */
export function hasOwnerReference(owner: OwnerName, object: KubernetesObject): boolean {
  return (object.metadata?.ownerReferences ?? []).some((reference) => sameOwner(reference, named(owner)));
}

/** Whether the object has an owner that manages it. */
export function hasControllerReference(object: KubernetesObject): boolean {
  return controllerOf(object) !== undefined;
}

/**
 * Takes this owner (by group, kind and name) from the owners of the object in hand; returns whether it was one. Unlike
 * `RemoveOwnerReference` of controller-runtime, it is no error when it was none: what is asked for is so.
 */
export function removeOwnerReference(owner: OwnerName, object: KubernetesObject): boolean {
  const references = object.metadata?.ownerReferences ?? [];
  const kept = references.filter((reference) => !sameOwner(reference, named(owner)));
  if (kept.length === references.length) return false;
  object.metadata = { ...object.metadata, ownerReferences: kept };
  return true;
}

/**
 * The same if this owner is the controller of the object; an owner that is not stays. Returns whether the object lost its
 * controller.
 */
export function removeControllerReference(owner: OwnerName, object: KubernetesObject): boolean {
  const controller = controllerOf(object);
  if (controller === undefined || !sameOwner(controller, named(owner))) return false;
  return removeOwnerReference(owner, object);
}

/** What tells one owner from another; one that is gone and was made anew is the same. */
export type OwnerName = KubernetesObject & { apiVersion: string; kind: string };

type ReferenceName = Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>;

const named = ({ apiVersion, kind, metadata }: OwnerName): ReferenceName => ({
  apiVersion,
  kind,
  name: metadata?.name ?? '',
});

function upsert(object: KubernetesObject, reference: OwnerReference): void {
  const references = object.metadata?.ownerReferences ?? [];
  const known = references.some((other) => sameOwner(other, reference));
  const ownerReferences = known
    ? references.map((other) => (sameOwner(other, reference) ? reference : other))
    : [...references, reference];
  object.metadata = { ...object.metadata, ownerReferences };
}

const sameOwner = (a: ReferenceName, b: ReferenceName): boolean =>
  a.kind === b.kind &&
  a.name === b.name &&
  parseApiVersion(a.apiVersion).group === parseApiVersion(b.apiVersion).group;

function checkNamespaces(owner: Stored<KubernetesObject>, object: KubernetesObject): void {
  const ownerNamespace = owner.metadata.namespace ?? '';
  const namespace = object.metadata?.namespace ?? '';
  if (ownerNamespace === '' || ownerNamespace === namespace) return;
  const what = `${object.kind ?? 'object'} ${formatKey({ name: '', ...object.metadata })}`;
  const whose = `its owner ${owner.kind} ${formatKey(owner.metadata)}`;
  if (namespace === '') {
    throw new OwnerReferenceError(
      'NamespacedOwner',
      `cluster-scoped resource must not have a namespace-scoped owner: ${what} has no namespace, ${whose} has; ` +
        'set metadata.namespace first if the kind is namespaced',
    );
  }
  throw new OwnerReferenceError(
    'CrossNamespaceOwner',
    `cross-namespace owner references are disallowed: ${what}, ${whose}; the garbage collector would delete the object`,
  );
}
