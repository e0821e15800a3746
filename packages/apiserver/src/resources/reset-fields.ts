import { fieldElement, recursiveDifference, fieldSet, matchingPaths } from '@kubewright/api/structured-merge';
import type { FieldFilter, PathPattern } from '@kubewright/api/structured-merge';
import type { ServedResource } from './served-resource.js';

// Fields that a write to a resource or to one of its subresources cannot change, so that nobody comes to own them by it:
// GetResetFields and GetResetFieldsFilter of the strategies in Kubernetes' pkg/registry. Where nothing is listed, a write
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

/** The reverse: all that a write can change. `*` is any item. */
const KEPT_FIELDS: Readonly<Record<string, readonly PathPattern[]>> = {
  'pods/ephemeralcontainers': [['f:spec', 'f:ephemeralContainers']],
  'pods/resize': [
    ['f:spec', 'f:containers', '*', 'f:resources'],
    ['f:spec', 'f:containers', '*', 'f:resizePolicy'],
    ['f:spec', 'f:initContainers', '*', 'f:resources'],
    ['f:spec', 'f:initContainers', '*', 'f:resizePolicy'],
    ['f:spec', 'f:resources'],
  ],
};

/** Leaves of a set what a write to this resource or subresource can change; undefined when it can change everything. */
export function resetFieldsFilter(resource: ServedResource, subresource: string): FieldFilter | undefined {
  const kept = resource.custom ? undefined : KEPT_FIELDS[`${resource.plural}/${subresource}`];
  if (kept !== undefined) return (set) => matchingPaths(set, kept);
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
