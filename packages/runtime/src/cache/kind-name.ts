import { isMetadataOnly } from '@kubewright/client';
import type { KindName } from '@kubewright/client';

/** One text per kind, for maps: `apps/v1/Deployment`. A kind of which only metadata is wanted is another. */
export function kindId(kind: Pick<KindName, 'apiVersion' | 'kind'>): string {
  return `${kind.apiVersion}/${kind.kind}${isMetadataOnly(kind) ? '#metadata' : ''}`;
}

/** For messages: `Deployment (apps/v1)`. */
export function describeKind(kind: Pick<KindName, 'apiVersion' | 'kind'>): string {
  return `${kind.kind} (${kind.apiVersion})`;
}

/** For messages: the resource as servers write it, `deployments.apps` or `pods`. */
export function resourceName(kind: Pick<KindName, 'group' | 'plural'>): string {
  return kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
}
