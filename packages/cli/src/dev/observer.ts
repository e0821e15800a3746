import { silentLogger } from '@kubewright/api';
import type { Clock, Kind, KubernetesObject, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import { createManager } from '@kubewright/runtime';
import type { Activity } from '@kubewright/runtime';
import { discoverKinds } from './discover-kinds.js';

/** The objects of all kinds that a person may look for, kept up to date. The caller stops it. */
export interface ObjectObserver {
  objects(): Iterable<Stored<KubernetesObject>>;
  find(uid: string): Stored<KubernetesObject> | undefined;
  /** Calls back after each change, and once at the start; several changes in one turn are one call. */
  subscribe(listener: () => void): void;
  /** What it still has to see, for `settled`. */
  readonly activity: Activity;
  stop(): Promise<void>;
}

export interface ObserverOptions {
  readonly client: Client;
  readonly clock: Clock;
}

/** Bookkeeping that nobody looks for in a tree of what an operator made. */
const HIDDEN_KINDS = new Set(['Event', 'Lease', 'EndpointSlice', 'Endpoints', 'ControllerRevision']);

export async function observeObjects({ client, clock }: ObserverOptions): Promise<ObjectObserver> {
  const manager = createManager({ client, clock, logger: silentLogger });
  const byUid = new Map<string, Stored<KubernetesObject>>();
  const listeners = new Set<() => void>();
  let notifying = false;
  const notify = (): void => {
    if (notifying) return;
    notifying = true;
    queueMicrotask(() => {
      notifying = false;
      for (const listener of listeners) listener();
    });
  };
  const watchKind = (kind: Kind): void => {
    manager.cache.informer(kind).addHandler(({ type, object, meta }) => {
      if (type === 'delete') byUid.delete(meta.uid);
      else byUid.set(meta.uid, object);
      notify();
    });
  };
  const kinds = await discoverKinds(client.transport);
  for (const kind of kinds) if (!HIDDEN_KINDS.has(kind.kind)) watchKind(kind);
  manager.start().catch(() => undefined);
  await manager.whenReady();
  return {
    objects: () => byUid.values(),
    find: (uid) => byUid.get(uid),
    subscribe(listener) {
      listeners.add(listener);
      notify();
    },
    activity: manager.activity,
    stop: () => manager.stop(),
  };
}
