import type { ObjectKey } from '@kubewright/api';

import type { Client } from '../client/client.js';
import { resolveKey } from '../keys.js';
import { objectPath } from '../paths.js';
import type { KindName } from '../paths.js';

/** What streams need of a client. */
export type StreamClient = Pick<Client, 'transport' | 'defaultNamespace' | 'onlyNamespace'>;

const POD: KindName = {
  apiVersion: 'v1',
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
};

export type StreamQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The path of a subresource of a pod, and the query, whose lists are repeated. */
export function podPath(
  client: StreamClient,
  pod: string | ObjectKey,
  subresource: string,
  query: StreamQuery,
): string {
  const key = resolveKey(POD, pod, client.defaultNamespace, client.onlyNamespace);
  const path = objectPath(POD, key, subresource);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value])
      parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
