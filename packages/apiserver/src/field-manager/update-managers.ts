import { canonicalSet, managerIdentifier, union } from '@kubewright/api/structured-merge';
import type { Managed, ManagerFields } from '@kubewright/api/structured-merge';

const MAX_UPDATE_MANAGERS = 10;

/**
 * Keeps the number of managers that wrote by other means than apply within ten: the oldest are put together, by version,
 * under `ancient-changes`. In place (apimachinery `pkg/util/managedfields/internal/capmanagers.go`).
 */
export function capUpdateManagers({ managers, times }: Managed): void {
  const updaters = [...managers.keys()].filter((id) => managers.get(id)?.applied === false);
  let count = updaters.length;
  if (count <= MAX_UPDATE_MANAGERS) return;
  const ageOf = (id: string): number =>
    Math.floor(Date.parse(times.get(id) ?? '1970-01-01T00:00:00Z') / 1000);
  updaters.sort((a, b) => ageOf(a) - ageOf(b) || (a < b ? -1 : 1));
  const firstOfVersion = new Map<string, string>();
  for (const id of updaters) {
    if (count <= MAX_UPDATE_MANAGERS) return;
    const fields = managers.get(id) as ManagerFields;
    const { apiVersion } = fields;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, id);
      continue;
    }
    const bucket = managerIdentifier({ manager: 'ancient-changes', operation: 'Update', apiVersion });
    if (!managers.has(bucket)) {
      managers.set(bucket, managers.get(first) as ManagerFields);
      managers.delete(first);
    }
    const ancient = managers.get(bucket) as ManagerFields;
    managers.delete(id);
    managers.set(bucket, { ...fields, set: canonicalSet(union(fields.set, ancient.set)) });
    times.set(bucket, times.get(id));
    count--;
  }
}
