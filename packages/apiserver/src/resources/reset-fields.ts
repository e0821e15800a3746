import { fieldElement, recursiveDifference, fieldSet } from '@kubewright/api/structured-merge';
import type { FieldFilter } from '@kubewright/api/structured-merge';
import type { ServedResource } from './served-resource.js';

// Fields that a write to a resource or to one of its subresources cannot change, so that nobody comes to own them by it:
// GetResetFields of the storages in Kubernetes' pkg/registry (those of `pods/ephemeralcontainers` and `pods/resize` tell
// none). Where nothing is listed, a write
// to the object leaves the status, and a write to the status leaves the spec.
const RESET_FIELDS: Readonly<Record<string, readonly string[]>> = {
  certificatesigningrequests: ['spec', 'status'],
  'certificatesigningrequests/approval': ['spec', 'status.certificate'],
  'certificatesigningrequests/status': ['spec', 'status.conditions'],
  'namespaces/finalize': ['status'],
  'apiservices/status': ['spec', 'metadata'],
  'deployments/status': ['spec', 'metadata.labels'],
  'flowschemas/status': ['spec', 'metadata'],
  'pods/status': ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
  'prioritylevelconfigurations/status': ['spec', 'metadata'],
  'resourceclaims/status': ['spec', 'metadata'],
  'servicecidrs/status': ['spec', 'metadata'],
  'validatingadmissionpolicies/status': ['spec', 'metadata'],
  'volumeattachments/status': ['spec', 'metadata'],
};

/** Leaves of a set what a write to this resource or subresource can change; undefined when it can change everything. */
export function resetFieldsFilter(resource: ServedResource, subresource: string): FieldFilter | undefined {
  const paths = resetPaths(resource, subresource);
  if (paths.length === 0) return undefined;
  const reset = fieldSet(...paths.map((path) => path.split('.').map(fieldElement)));
  return (set) => recursiveDifference(set, reset);
}

function resetPaths(resource: ServedResource, subresource: string): readonly string[] {
  const hasStatus = resource.subresources.some(({ name }) => name === 'status');
  if (resource.custom) {
    if (subresource === 'status') return ['metadata', 'spec'];
    return subresource === '' && hasStatus ? ['status'] : [];
  }
  const name = subresource === '' ? resource.plural : `${resource.plural}/${subresource}`;
  const known = RESET_FIELDS[name];
  if (known !== undefined) return known;
  if (subresource === 'status') return ['spec'];
  return subresource === '' && hasStatus ? ['status'] : [];
}
