import type { Kind, ObjectMeta, OwnerReference, StoredMeta } from '@kubewright/api';
import { parseApiVersion } from '@kubewright/api';
import type { ObjectMetadata } from '../../resources/metadata-reflector.js';

/** Holds an object until its blocking dependents are gone. */
export const foregroundFinalizer = 'foregroundDeletion';
/** Holds an object until its dependents no longer refer to it. */
export const orphanFinalizer = 'orphan';

/** An object in the graph of owners and dependents. */
export interface GraphNode {
  readonly kind: Kind;
  readonly metadata: ObjectMeta & StoredMeta;
}

/** Objects to look at again, by uid. */
export interface GraphChanges {
  /** Perhaps to be deleted, or freed of a finalizer. */
  readonly toDelete: Set<string>;
  /** Owners whose dependents are to be orphaned. */
  readonly toOrphan: Set<string>;
}

/**
 * Who owns whom, as far as watches have told. Promises:
 * - every object whose owner went, or is not there, or waits for its dependents to go, is among the changes at least
 *   once after that became known;
 * - every owner that waits for its dependents is among the changes when it begins to wait and when one of them goes or
 *   lets go of it.
 * It says what to look at, never what to do: the graph may lag behind the server (garbagecollector/graph_builder.go).
 */
export class OwnerGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #dependents = new Map<string, Set<string>>();

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** The objects that name this one as an owner. */
  dependentsOf(uid: string): GraphNode[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((dependent) => this.#nodes.get(dependent) ?? []);
  }

  apply(object: ObjectMetadata): GraphChanges {
    const { metadata } = object;
    const changes = noChanges();
    const before = this.#nodes.get(metadata.uid);
    this.#nodes.set(metadata.uid, object);
    this.#index(metadata.uid, before?.metadata.ownerReferences, metadata.ownerReferences);
    for (const reference of metadata.ownerReferences ?? []) {
      if (this.#mayBeAbsent(object, reference)) changes.toDelete.add(metadata.uid);
    }
    for (const reference of before?.metadata.ownerReferences ?? []) {
      if (letsGo(reference, metadata.ownerReferences)) this.#addWaitingOwner(reference.uid, changes);
    }
    if (isDeletingDependents(object) && !(before !== undefined && isDeletingDependents(before))) {
      changes.toDelete.add(metadata.uid);
      for (const dependent of this.#dependents.get(metadata.uid) ?? []) changes.toDelete.add(dependent);
    }
    if (isOrphaning(object) && !(before !== undefined && isOrphaning(before)))
      changes.toOrphan.add(metadata.uid);
    return changes;
  }

  remove(uid: string): GraphChanges {
    const changes = noChanges();
    const node = this.#nodes.get(uid);
    if (node === undefined) return changes;
    this.#nodes.delete(uid);
    this.#index(uid, node.metadata.ownerReferences, undefined);
    for (const dependent of this.#dependents.get(uid) ?? []) changes.toDelete.add(dependent);
    for (const reference of node.metadata.ownerReferences ?? [])
      this.#addWaitingOwner(reference.uid, changes);
    return changes;
  }

  #index(
    uid: string,
    before: readonly OwnerReference[] | undefined,
    after: readonly OwnerReference[] | undefined,
  ): void {
    for (const reference of before ?? []) {
      const dependents = this.#dependents.get(reference.uid);
      if (dependents?.delete(uid) === true && dependents.size === 0) this.#dependents.delete(reference.uid);
    }
    for (const reference of after ?? []) {
      const dependents = this.#dependents.get(reference.uid);
      if (dependents === undefined) this.#dependents.set(reference.uid, new Set([uid]));
      else dependents.add(uid);
    }
  }

  /** Unknown, another object than the reference says, or on its way out: the server has to be asked. */
  #mayBeAbsent(node: GraphNode, reference: OwnerReference): boolean {
    const owner = this.#nodes.get(reference.uid);
    return (
      owner === undefined ||
      !isReferent(owner, reference, node.metadata.namespace) ||
      isDeletingDependents(owner)
    );
  }

  #addWaitingOwner(uid: string, changes: GraphChanges): void {
    const owner = this.#nodes.get(uid);
    if (owner !== undefined && isDeletingDependents(owner)) changes.toDelete.add(uid);
  }
}

/** Whether the object waits for its dependents to be deleted. */
export function isDeletingDependents({ metadata }: Pick<GraphNode, 'metadata'>): boolean {
  return (
    metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(foregroundFinalizer)
  );
}

function isOrphaning({ metadata }: GraphNode): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(orphanFinalizer);
}

function isReferent(owner: GraphNode, reference: OwnerReference, namespace: string | undefined): boolean {
  const { group } = parseApiVersion(reference.apiVersion);
  const { kind, metadata } = owner;
  return (
    kind.group === group &&
    kind.kind === reference.kind &&
    metadata.name === reference.name &&
    (!kind.namespaced || metadata.namespace === namespace)
  );
}

/** Whether a dependent gave up this reference, or no longer blocks its owner's deletion by it. */
function letsGo(before: OwnerReference, after: readonly OwnerReference[] | undefined): boolean {
  const now = (after ?? []).find(({ uid }) => uid === before.uid);
  return now === undefined || (before.blockOwnerDeletion === true && now.blockOwnerDeletion !== true);
}

function noChanges(): GraphChanges {
  return { toDelete: new Set(), toOrphan: new Set() };
}
