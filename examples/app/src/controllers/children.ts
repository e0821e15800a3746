import { TerminalError, controllerOf, findObject, hasApplied } from 'kubewright';
import type { Client, Kind, KubernetesObject, ReconcileContext, Stored } from 'kubewright';
import type { App } from '../api/v1/app.js';

/** Writes objects that belong to one App. */
export interface Children {
  /**
   * Brings an object to what it should be. Throws a `NameTakenError` for an object of that name that somebody else made:
   * an apply would take it over.
   */
  apply<T extends KubernetesObject>(object: T): Promise<Stored<T>>;
  /** The object of that name, if it is the App's. */
  find<T extends KubernetesObject>(kind: Kind<T>, name: string): Promise<Stored<T> | undefined>;
  /** Deletes the object of that name if it is the App's. */
  remove<T extends KubernetesObject>(kind: Kind<T>, name: string): Promise<void>;
}

/** An object of the name that the App needs belongs to somebody else. No retry helps: one of the two has to go. */
export class NameTakenError extends TerminalError {
  readonly reason = 'NameTaken';
}

/** The children of an App. */
export function childrenOf(app: Stored<App>, { client, signal }: ReconcileContext): Children {
  const { namespace } = app.metadata;
  const key = (name: string) => ({ name, ...(namespace !== undefined && { namespace }) });
  const isOwn = (object: KubernetesObject) => controllerOf(object)?.uid === app.metadata.uid;
  return {
    async apply(object) {
      const kind = await client.mapper.kindFor(object.apiVersion ?? '', object.kind ?? '', { signal });
      const name = object.metadata?.name ?? '';
      const live = await findObject(client, kind, key(name), { signal });
      if (live !== undefined && !isOwn(live)) assertFree(live, app, client);
      return client.apply(object, { owner: app, signal });
    },
    async find(kind, name) {
      const object = await findObject(client, kind, key(name), { signal });
      return object !== undefined && isOwn(object) ? object : undefined;
    },
    async remove(kind, name) {
      const object = await this.find(kind, name);
      if (object === undefined || object.metadata.deletionTimestamp !== undefined) return;
      const preconditions = { uid: object.metadata.uid };
      await client.delete(kind, key(name), { preconditions, signal });
    },
  };
}

/** Ours is also what we once made and somebody took the owner from, and what an App of the same name has left behind. */
function assertFree(live: Stored<KubernetesObject>, app: Stored<App>, client: Client): void {
  const controller = controllerOf(live);
  const isLeftBehind = controller?.kind === app.kind && controller.name === app.metadata.name;
  if (isLeftBehind || (controller === undefined && hasApplied(live, client.fieldManager, []))) return;
  const holder =
    controller === undefined
      ? 'was made by somebody else'
      : `belongs to ${controller.kind} ${controller.name}`;
  throw new NameTakenError(
    `${live.kind} ${live.metadata.name} exists already and ${holder}: delete it, or give the App another name`,
  );
}
