import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import type { AbortOptions, Client } from '@kubewright/client';

import { peek } from './cache/peek.js';

/**
 * The object, or undefined when there is none: `client.get` without its `isNotFound`. From the cache where the client
 * has one, and then cheaper, because no error is made.
 */
export function findObject<T extends KubernetesObject>(
  client: Client,
  kind: Kind<T>,
  key: ObjectKey,
  options: AbortOptions = {},
): Promise<Stored<T> | undefined> {
  return peek(client, kind, key, options);
}
