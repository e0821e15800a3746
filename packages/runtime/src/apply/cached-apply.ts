import { abortReason, AlreadyOwnedError, controllerOf, setControllerReference } from '@kubewright/api';
import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { resolveKey } from '@kubewright/client';
import type { ApplyOptions, Client, KindName } from '@kubewright/client';

import { fingerprintOf, isKnownNoOp, rememberNoOp } from '../no-op-writes.js';
import type { WriteAttempt } from '../no-op-writes.js';
import { compareConfig } from './compare-config.js';
import type { Differences, LiveObject } from './compare-config.js';

/*
 * What an apply through a cache promises:
 *  1. Nothing is sent when, for all the cache knows, the server would answer with the object as it is: this manager owns
 *     exactly the fields of the configuration, and they have its values. That is read off the object, so it also holds
 *     right after a restart.
 *  2. Where the object alone does not tell (a value that the server writes in its own way, a field that it drops, a map
 *     that may be owned as a whole), the configuration is sent until the server has shown what it makes of it, which
 *     takes once or twice, and not again as long as neither it nor what is different changes (the server would do no more
 *     than to date our entry in the managed fields anew). This is remembered of the 10,000 objects used last.
 *  3. Everything else is sent: a field that is added, changed or left out, a field of ours that somebody changed or took,
 *     an object that is not in the cache, a dry run. What others own, and the status, are no reason to send.
 *  4. What is returned is the caller's own, whether it comes from the server or from the cache.
 *  5. An object that another owner controls is not taken over: AlreadyOwnedError, before anything is sent.
 * Not noticed are changes of the server's mind about the same configuration: a new schema, default or admission webhook.
 * It costs one reading of the object from the cache and one walk over the configuration.
 */

/** The object as the cache has it: undefined when it follows no objects of the kind, or has none under this key. */
export type FindCached = (
  kind: Kind,
  key: ObjectKey,
  signal: AbortSignal | undefined,
) => Promise<Stored<KubernetesObject> | undefined>;

/** `Client.apply` that sends nothing when nothing would change. `client` is the one that sends. */
export function createCachedApply(client: Client, find: FindCached): Client['apply'] {
  return async <T extends KubernetesObject>(object: T, options: ApplyOptions = {}): Promise<Stored<T>> => {
    const { apiVersion, kind: kindName } = object;
    // The client has the words for what is missing.
    const isDryRun = options.dryRun === true || client.dryRun;
    if (!apiVersion || !kindName || isDryRun) return client.apply(object, options);
    const kind = await client.mapper.kindFor(apiVersion, kindName, { signal: options.signal });
    const { owner, signal } = options;
    const config = owner === undefined ? object : controlledBy(object, owner, kind);
    const live = await find(
      kind,
      resolveKey(kind, { name: '', ...config.metadata }, client.defaultNamespace, client.onlyNamespace),
      signal,
    );
    const manager = options.fieldManager ?? client.fieldManager;
    if (live !== undefined) {
      if (signal?.aborted === true) throw abortReason(signal);
      if (owner !== undefined) checkController(live, owner);
      const differences = compareConfig(config, live as LiveObject, manager);
      if (differences?.text === '') return live as Stored<T>;
      if (differences !== undefined && isKnownNoOp(client, attempt(config, live, manager, differences)))
        return live as Stored<T>;
    }
    const sentWith =
      owner === undefined ? options : { ...options, owner: undefined, force: options.force ?? true };
    const answer = await client.apply(config, sentWith);
    const left = compareConfig(config, answer as LiveObject, manager);
    if (left !== undefined && left.text !== '' && (left.isSettled || isSameState(answer, live)))
      rememberNoOp(client, attempt(config, answer, manager, left));
    return answer;
  };
}

function attempt(
  config: KubernetesObject,
  { metadata: { uid } }: Stored<KubernetesObject>,
  manager: string,
  { text }: Differences,
): WriteAttempt {
  return { id: `apply ${manager} ${uid}`, fingerprint: fingerprintOf(config, text) };
}

const isSameState = (a: Stored<KubernetesObject>, b: Stored<KubernetesObject> | undefined): boolean =>
  a.metadata.uid === b?.metadata.uid && a.metadata.resourceVersion === b.metadata.resourceVersion;

/** The object with its controller, in the namespace of the owner unless it says another. */
function controlledBy<T extends KubernetesObject>(
  object: T,
  owner: Stored<KubernetesObject>,
  kind: KindName,
): T {
  const config = { ...object, metadata: { ...object.metadata } };
  const { namespace } = owner.metadata;
  if (kind.namespaced && config.metadata.namespace === undefined && namespace !== undefined)
    config.metadata.namespace = namespace;
  setControllerReference(owner, config);
  return config;
}

function checkController(live: Stored<KubernetesObject>, owner: Stored<KubernetesObject>): void {
  const controller = controllerOf(live);
  // An owner of the same name that was made anew takes its children over.
  const isSame =
    controller === undefined ||
    controller.uid === owner.metadata.uid ||
    (controller.kind === owner.kind && controller.name === owner.metadata.name);
  if (!isSame) throw new AlreadyOwnedError(live, controller);
}
