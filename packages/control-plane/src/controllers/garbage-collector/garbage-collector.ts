import type { Clock, Kind, Logger, ObjectKey, ObjectMeta, OwnerReference, StoredMeta } from '@kubewright/api';
import { isConflict, isNotFound, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { KeyedQueue } from '../../resources/keyed-queue.js';
import type { KeyResult } from '../../resources/keyed-queue.js';
import type { ObjectMetadata } from '../../resources/metadata-reflector.js';
import type { ResourceMonitors } from '../../resources/resource-monitors.js';
import { AbsentOwners } from './absent-owners.js';
import { OwnerGraph, foregroundFinalizer, isDeletingDependents, orphanFinalizer } from './graph.js';
import type { GraphChanges, GraphNode } from './graph.js';

export interface GarbageCollectorOptions {
  /** Live: nothing is deleted on the word of a cache. */
  client: Client;
  monitors: ResourceMonitors;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}

type Metadata = ObjectMeta & StoredMeta;

interface ClassifiedOwners {
  /** They exist. */
  readonly solid: OwnerReference[];
  /** They do not. */
  readonly dangling: OwnerReference[];
  /** They exist, and wait for their dependents to be deleted. */
  readonly waiting: OwnerReference[];
}

// The number of workers of each kind in kube-controller-manager (--concurrent-gc-syncs).
const concurrency = 20;
// How long to wait before looking again for an owner of a kind that discovery does not know.
const unknownKindRetryMs = 30_000;
const orphanPrefix = 'orphan:';

/**
 * The garbage collector of kube-controller-manager: deletes objects whose owners are all gone, in the background or
 * before an owner deleted in the foreground goes, and frees the dependents of an owner that orphans them. It follows
 * the metadata of every kind, asks the server before it deletes anything, and deletes only what it asked about
 * (k8s.io/kubernetes/pkg/controller/garbagecollector).
 */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  readonly #graph = new OwnerGraph();
  readonly #absent = new AbsentOwners();
  readonly #queue: KeyedQueue;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    const { clock, logger, onChange, monitors } = options;
    this.#queue = new KeyedQueue({
      clock,
      onChange,
      concurrency,
      handle: (key) => this.#handle(key),
      onError: (key, error) => {
        logger.debug('garbage collection will be tried again', { key, error });
      },
    });
    monitors.subscribe({
      applied: (object) => {
        this.#enqueue(this.#graph.apply(object));
      },
      deleted: (object) => {
        this.#observeDeletion(object);
      },
    });
  }

  /** Begins to delete. Call it when the monitors are synced, so that no owner is looked for in vain. */
  start(): void {
    this.#queue.start();
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }

  isIdle(): boolean {
    return this.#queue.isIdle();
  }

  busyWith(): string[] {
    return this.isIdle() ? [] : [`the garbage collector looks at ${String(this.#queue.openKeys)} objects`];
  }

  #enqueue({ toDelete, toOrphan }: GraphChanges): void {
    for (const uid of toDelete) this.#queue.add(uid);
    for (const uid of toOrphan) this.#queue.add(orphanPrefix + uid);
  }

  #observeDeletion({ kind, metadata }: ObjectMetadata): void {
    if (this.#graph.dependentsOf(metadata.uid).length > 0) {
      this.#absent.add(
        { apiVersion: kind.apiVersion, kind: kind.kind, ...identity(metadata) },
        scopeOf(kind, metadata),
      );
    }
    this.#enqueue(this.#graph.remove(metadata.uid));
  }

  async #handle(key: string): Promise<KeyResult> {
    if (key.startsWith(orphanPrefix)) return this.#orphanDependents(key.slice(orphanPrefix.length));
    return this.#attemptToDelete(key);
  }

  /** Looks at one object afresh, and deletes it when none of its owners is left (attemptToDeleteItem). */
  async #attemptToDelete(uid: string): Promise<KeyResult> {
    const node = this.#graph.get(uid);
    if (node === undefined) return undefined;
    if (node.metadata.deletionTimestamp !== undefined && !isDeletingDependents(node)) return undefined;
    const latest = await this.#latest(node);
    if (latest === undefined) {
      // The watch may have missed it coming and going.
      this.#enqueue(this.#graph.remove(uid));
      return undefined;
    }
    if (isDeletingDependents(node)) return this.#releaseWhenAlone(node);
    const references = latest.ownerReferences ?? [];
    if (references.length === 0) return undefined;
    const owners = await this.#classify(node, references);
    if (owners === undefined) return { afterMs: unknownKindRetryMs };
    const gone = [...owners.dangling, ...owners.waiting];
    if (owners.solid.length > 0) {
      if (gone.length > 0)
        await this.#removeOwners(
          node,
          latest,
          gone.map((reference) => reference.uid),
        );
      return undefined;
    }
    const dependents = this.#graph.dependentsOf(uid);
    if (owners.waiting.length > 0 && dependents.length > 0) {
      // Two that wait for each other would wait for ever.
      if (dependents.some(isDeletingDependents)) await this.#unblockOwners(node, latest);
      await this.#delete(node, 'Foreground');
      return undefined;
    }
    await this.#delete(node, policyOf(latest), latest.resourceVersion);
    return undefined;
  }

  /** Frees an owner that waits, once none of its dependents blocks it; the others are looked at (processDeletingDependentsItem). */
  async #releaseWhenAlone(node: GraphNode): Promise<undefined> {
    const { uid } = node.metadata;
    const blocking = this.#graph
      .dependentsOf(uid)
      .filter(({ metadata }) =>
        (metadata.ownerReferences ?? []).some(
          (reference) => reference.uid === uid && reference.blockOwnerDeletion === true,
        ),
      );
    if (blocking.length === 0) {
      await this.#removeFinalizer(node, foregroundFinalizer);
      return undefined;
    }
    for (const dependent of blocking) {
      if (!isDeletingDependents(dependent)) this.#queue.add(dependent.metadata.uid);
    }
    return undefined;
  }

  async #orphanDependents(uid: string): Promise<undefined> {
    const owner = this.#graph.get(uid);
    if (owner === undefined) return undefined;
    await Promise.all(
      this.#graph.dependentsOf(uid).map(async (dependent) => {
        const latest = await this.#latest(dependent);
        if (latest !== undefined) await this.#removeOwners(dependent, latest, [uid]);
      }),
    );
    await this.#removeFinalizer(owner, orphanFinalizer);
    return undefined;
  }

  /** Asks the server about each owner; undefined when the kind of one is not known, so that nothing can be said. */
  async #classify(
    node: GraphNode,
    references: readonly OwnerReference[],
  ): Promise<ClassifiedOwners | undefined> {
    const owners: ClassifiedOwners = { solid: [], dangling: [], waiting: [] };
    for (const reference of references) {
      if (this.#absent.has(reference, node.metadata.namespace)) {
        owners.dangling.push(reference);
        continue;
      }
      const kind = this.#options.monitors.kindOf(reference.apiVersion, reference.kind);
      // A cluster-scoped object cannot have a namespaced owner: no answer would help.
      if (kind === undefined || (kind.namespaced && node.metadata.namespace === undefined)) return undefined;
      const key: ObjectKey = { name: reference.name };
      if (kind.namespaced && node.metadata.namespace !== undefined) key.namespace = node.metadata.namespace;
      const owner = await this.#find(kind, key);
      if (owner?.uid !== reference.uid) {
        this.#absent.add(reference, key.namespace);
        owners.dangling.push(reference);
      } else if (isDeletingDependents({ metadata: owner })) {
        owners.waiting.push(reference);
      } else {
        owners.solid.push(reference);
      }
    }
    return owners;
  }

  async #find(kind: Kind, key: ObjectKey): Promise<Metadata | undefined> {
    try {
      return (await this.#options.client.get(kind, key)).metadata;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #latest(node: GraphNode): Promise<Metadata | undefined> {
    const metadata = await this.#find(node.kind, keyOfNode(node));
    return metadata?.uid === node.metadata.uid ? metadata : undefined;
  }

  async #delete(
    node: GraphNode,
    propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
    resourceVersion?: string,
  ): Promise<void> {
    const { uid } = node.metadata;
    const preconditions = resourceVersion === undefined ? { uid } : { uid, resourceVersion };
    try {
      await this.#options.client.delete(node.kind, keyOfNode(node), { propagationPolicy, preconditions });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#enqueue(this.#graph.remove(uid));
    }
  }

  async #removeOwners(node: GraphNode, latest: Metadata, uids: readonly string[]): Promise<void> {
    const ownerReferences = (latest.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
    await this.#patch(node, latest, { ownerReferences });
  }

  async #unblockOwners(node: GraphNode, latest: Metadata): Promise<void> {
    const ownerReferences = (latest.ownerReferences ?? []).map((reference) => ({
      ...reference,
      blockOwnerDeletion: false,
    }));
    await this.#patch(node, latest, { ownerReferences });
  }

  async #removeFinalizer(node: GraphNode, finalizer: string): Promise<void> {
    for (;;) {
      const latest = await this.#latest(node);
      if (latest?.finalizers?.includes(finalizer) !== true) return;
      try {
        await this.#patch(node, latest, {
          finalizers: latest.finalizers.filter((name) => name !== finalizer),
        });
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }

  /** Writes only onto the object that was looked at: resource version and uid are preconditions. */
  async #patch(node: GraphNode, latest: Metadata, metadata: Partial<ObjectMeta>): Promise<void> {
    const { uid, resourceVersion } = latest;
    const patch = mergePatch({ metadata: { uid, resourceVersion, ...metadata } });
    try {
      await this.#options.client.patch(node.kind, keyOfNode(node), patch);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** Finalizers that stand already say how the object's own dependents are to be treated. */
function policyOf({ finalizers = [] }: Metadata): 'Background' | 'Foreground' | 'Orphan' {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background';
}

function keyOfNode({ kind, metadata }: GraphNode): ObjectKey {
  const { namespace, name } = metadata;
  return kind.namespaced && namespace !== undefined ? { namespace, name } : { name };
}

function identity({ name, uid }: Metadata): { name: string; uid: string } {
  return { name, uid };
}

function scopeOf(kind: Kind, metadata: Metadata): string | undefined {
  return kind.namespaced ? metadata.namespace : undefined;
}
