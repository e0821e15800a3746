import type { Random } from '@kubewright/api';

import { ManagerError } from '../errors.js';

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** The namespace of the pod this runs in (controller-runtime's `getInClusterNamespace`). */
export async function inClusterNamespace(file = NAMESPACE_FILE): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new ManagerError(
      'NoNamespace',
      `not in a cluster (${file} cannot be read): say in which namespace the Lease is`,
      { cause },
    );
  }
}

/** Who this replica is among all: the name of its host, for people, and a UUID. */
export async function replicaIdentity(random: Random): Promise<string> {
  const { hostname } = await import('node:os');
  return `${hostname()}_${random.uuid()}`;
}
