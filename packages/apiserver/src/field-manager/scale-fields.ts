import { formatApiVersion } from '@kubewright/api';
import type { ManagedFieldsEntry } from '@kubewright/api/meta/v1';
import {
  canonicalSet,
  difference,
  emptyManaged,
  fieldElement,
  fieldSet,
  hasPath,
  isEmptySet,
  readManaged,
  writeManaged,
} from '@kubewright/api/structured-merge';
import type { FieldPath } from '@kubewright/api/structured-merge';

const REPLICAS = ['f:spec', 'f:replicas'];
const SCALE_VERSION = formatApiVersion('autoscaling', 'v1');

/** Where the versions of a kind keep their replicas: apiVersion -> path, undefined for versions without scale. */
export type ReplicasPaths = ReadonlyMap<string, string | undefined>;

const pathIn = (paths: ReplicasPaths, apiVersion: string): FieldPath | undefined =>
  paths.get(apiVersion)?.split('.').map(fieldElement);

/** Who owns the replicas, in terms of the Scale that shows them (apimachinery `pkg/util/managedfields/scalehandler.go`). */
export function managedFieldsOfScale(
  parent: readonly ManagedFieldsEntry[] | undefined,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const { managers, times } = readManaged(parent, { canonical: true });
  const scale = emptyManaged();
  for (const [id, { set, apiVersion, applied }] of managers) {
    const path = pathIn(paths, apiVersion);
    if (path === undefined || !hasPath(set, path)) continue;
    scale.managers.set(id, { set: fieldSet(REPLICAS), apiVersion: SCALE_VERSION, applied });
    scale.times.set(id, times.get(id));
  }
  return writeManaged(scale);
}

/** The managed fields of the object after a write to its Scale, in `apiVersion` of the object. */
export function managedFieldsOfParent(
  parent: readonly ManagedFieldsEntry[] | undefined,
  scale: readonly ManagedFieldsEntry[] | undefined,
  paths: ReplicasPaths,
  apiVersion: string,
): ManagedFieldsEntry[] | undefined {
  const { managers, times } = readManaged(parent, { canonical: true });
  const ofScale = readManaged(scale).managers;
  const result = emptyManaged();
  for (const [id, fields] of managers) {
    if (!paths.has(fields.apiVersion)) continue;
    const path = pathIn(paths, fields.apiVersion);
    let { set } = fields;
    if (path !== undefined && hasPath(set, path) && !ofScale.delete(id)) {
      set = difference(set, fieldSet(path));
      if (isEmptySet(set)) continue;
    }
    result.managers.set(id, { ...fields, set });
    result.times.set(id, times.get(id));
  }
  const own = pathIn(paths, apiVersion);
  for (const [id, { set, applied }] of ofScale) {
    if (own === undefined || !hasPath(set, REPLICAS)) continue;
    result.managers.set(id, { set: canonicalSet(fieldSet(own)), apiVersion, applied });
    result.times.set(id, times.get(id));
  }
  return writeManaged(result);
}
