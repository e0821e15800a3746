import { createHash } from 'node:crypto';

import type { KubernetesObject, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { LeastRecentlyUsed } from './internal/least-recently-used.js';

/** A write that is about to be sent: to the object in this state, with this content. */
export interface WriteAttempt {
  /** The same for every attempt of the same verb on the same object. */
  readonly id: string;
  /** The same for the same content on top of the same state. */
  readonly fingerprint: string;
}

/** Per client; about 200 bytes each. What is forgotten is sent once more. */
const MAX_ENTRIES = 10_000;
const noOpWrites = new WeakMap<Client, LeastRecentlyUsed<string>>();

export function writeAttempt(
  verb: 'update' | 'patch',
  existing: Stored<KubernetesObject>,
  wanted: KubernetesObject,
): WriteAttempt {
  const { uid, resourceVersion } = existing.metadata;
  const content = createHash('sha256').update(JSON.stringify(wanted)).digest('base64');
  return { id: `${verb} ${uid}`, fingerprint: `${resourceVersion} ${content}` };
}

/** Whether the server answered this very write, when it was last sent, with the object as it was. */
export function isKnownNoOp(client: Client, { id, fingerprint }: WriteAttempt): boolean {
  return noOpWrites.get(client)?.get(id) === fingerprint;
}

export function rememberNoOp(client: Client, { id, fingerprint }: WriteAttempt): void {
  const known = noOpWrites.get(client) ?? new LeastRecentlyUsed<string>(MAX_ENTRIES);
  noOpWrites.set(client, known);
  known.set(id, fingerprint);
}
