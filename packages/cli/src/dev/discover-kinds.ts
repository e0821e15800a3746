import type { Kind, Transport } from '@kubewright/api';
import { discoverResources } from '@kubewright/client';

/** The namespaced kinds that can be listed and watched, in their preferred versions. */
export async function discoverKinds(transport: Transport): Promise<Kind[]> {
  const { resources } = await discoverResources(transport);
  return resources
    .filter(({ kind, preferred, verbs }) => {
      return preferred && kind.namespaced && verbs.includes('list') && verbs.includes('watch');
    })
    .map(({ kind }) => kind);
}
