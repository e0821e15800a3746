import type { KubernetesObject, Stored } from '@kubewright/api';
import { isAlreadyExists, isApiError } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { CliError } from '../errors.js';
import type { Manifest } from '../io/manifests.js';

/**
 * Creates the objects, or brings those that exist to what the files say. Objects of namespaced kinds without a
 * namespace go to the client's default one.
 *
 * @throws CliError 'Refused' naming the file and the server's reason.
 */
export async function applyManifests(
  client: Client,
  manifests: readonly Manifest[],
): Promise<Array<Stored<KubernetesObject>>> {
  const applied: Array<Stored<KubernetesObject>> = [];
  for (const { file, object } of manifests) {
    try {
      applied.push(await createOrReplace(client, object));
    } catch (cause) {
      if (!isApiError(cause)) throw cause;
      throw new CliError('Refused', `${file}: ${cause.message}`, { cause });
    }
  }
  return applied;
}

async function createOrReplace(
  client: Client,
  object: Manifest['object'],
): Promise<Stored<KubernetesObject>> {
  try {
    return await client.create<KubernetesObject>(object);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const kind = await client.mapper.kindFor(object.apiVersion, object.kind);
    const { namespace, name = '' } = object.metadata ?? {};
    const current = await client.get(kind, { name, ...(namespace === undefined ? {} : { namespace }) });
    const metadata = { ...object.metadata, resourceVersion: current.metadata.resourceVersion };
    return client.update<KubernetesObject>({ ...object, metadata });
  }
}
