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

/** About 200 bytes each. What is forgotten is sent once more. */
const MAX_ENTRIES = 10_000;
/** By what clients of the same server share that were derived from one another. */
const noOpWrites = new WeakMap<Client['mapper'], LeastRecentlyUsed<string>>();

export function writeAttempt(
  verb: 'update' | 'patch' | 'status',
  existing: Stored<KubernetesObject>,
  wanted: KubernetesObject,
): WriteAttempt {
  const { uid, resourceVersion } = existing.metadata;
  return { id: `${verb} ${uid}`, fingerprint: fingerprintOf(wanted, resourceVersion) };
}

/** The same for the same content on top of what `state` says. */
export function fingerprintOf(content: KubernetesObject, state: string): string {
  return createHash('sha256').update(JSON.stringify(content)).update(state).digest('base64');
}

/** Whether the server answered this very write, when it was last sent, with the object as it was. */
export function isKnownNoOp(client: Pick<Client, 'mapper'>, { id, fingerprint }: WriteAttempt): boolean {
  return noOpWrites.get(client.mapper)?.get(id) === fingerprint;
}

export function rememberNoOp(client: Pick<Client, 'mapper'>, { id, fingerprint }: WriteAttempt): void {
  const known = noOpWrites.get(client.mapper) ?? new LeastRecentlyUsed<string>(MAX_ENTRIES);
  noOpWrites.set(client.mapper, known);
  known.set(id, fingerprint);
}
