import type { Kind, Transport } from '@kubewright/api';
import { discoverResources } from '@kubewright/client';

/** The kinds that can be listed and watched, in their preferred versions. */
export async function discoverKinds(transport: Transport): Promise<Kind[]> {
  const { resources } = await discoverResources(transport);
  return resources
    .filter(({ preferred, verbs }) => preferred && verbs.includes('list') && verbs.includes('watch'))
    .map(({ kind }) => kind);
}
