import type { KubernetesObject, Stored } from '@kubewright/api';
import { isAlreadyExists, isApiError, isNoKindMatch } from '@kubewright/client';
import type { ApiError, Client } from '@kubewright/client';
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
      if (isNoKindMatch(cause)) throw new CliError('Refused', `${file}: ${cause.message}`, { cause });
      if (!isApiError(cause)) throw cause;
      throw new CliError('Refused', `${file}: ${shortened(cause)}`, { cause });
    }
  }
  return applied;
}

/** How many faults of an object one message names. */
const NAMED_FAULTS = 3;

/** The server's message, with no more than the first faults of an invalid object. */
function shortened({ message, status }: ApiError): string {
  const causes = status.details?.causes ?? [];
  const end = message.indexOf(' is invalid: ');
  if (causes.length <= NAMED_FAULTS || end < 0) return message;
  const named = causes.slice(0, NAMED_FAULTS).map((c) => `${c.field ?? ''}: ${c.message ?? ''}`);
  return `${message.slice(0, end)} is invalid: ${named.join(', ')}, and ${causes.length - NAMED_FAULTS} more`;
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
