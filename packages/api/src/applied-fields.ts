import type { KubernetesObject } from './meta.js';

/**
 * Whether a manager owns a field by server-side apply: `hasApplied(deployment, 'app-operator', ['spec', 'replicas'])`.
 * With an empty path, whether it has applied the object at all. Members of lists cannot be named. Told from
 * `metadata.managedFields`, so false where a cache drops them.
 */
export function hasApplied(object: KubernetesObject, manager: string, path: readonly string[]): boolean {
  return (object.metadata?.managedFields ?? []).some((entry) => {
    if (entry.manager !== manager || entry.operation !== 'Apply' || (entry.subresource ?? '') !== '')
      return false;
    let fields: unknown = entry.fieldsV1 ?? {};
    for (const name of path) fields = (fields as Record<string, unknown> | undefined)?.[`f:${name}`];
    return fields !== undefined;
  });
}
