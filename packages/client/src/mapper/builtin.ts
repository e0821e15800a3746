import { formatApiVersion } from '@kubewright/api';

import type { KindName } from '../paths.js';

/** Groups of Kubernetes have no dot or end in `.k8s.io`; for any other the table need not be loaded. */
export function mayBeBuiltin(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/** The kinds that Kubernetes serves in that group-version. The table is loaded on first use. */
export async function builtinKinds(group: string, version: string): Promise<KindName[]> {
  const { builtinGroupVersions } = await import('@kubewright/api/resources');
  const served = builtinGroupVersions.find((entry) => entry.group === group && entry.version === version);
  return (served?.resources ?? []).map(({ kind, name, namespaced }) => ({
    group,
    version,
    kind,
    apiVersion: formatApiVersion(group, version),
    plural: name,
    namespaced,
  }));
}
