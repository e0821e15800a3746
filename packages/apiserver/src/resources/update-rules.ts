import type { ServedResource } from './served-resource.js';

// From the strategies of Kubernetes' pkg/registry (AllowCreateOnUpdate, AllowUnconditionalUpdate) and its stores
// (ReturnDeletedObject).
const CREATE_ON_UPDATE = new Set([
  'runtimeclasses.node.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'leases.coordination.k8s.io',
  'limitranges',
  'events',
  'events.events.k8s.io',
  'services',
  'endpoints',
]);
const CONDITIONAL_UPDATE = new Set([
  'runtimeclasses.node.k8s.io',
  'poddisruptionbudgets.policy',
  'csidrivers.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'leases.coordination.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
]);
const RETURNS_DELETED_OBJECT = new Set([
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'deviceclasses.resource.k8s.io',
  'csidrivers.storage.k8s.io',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
  'resourcequotas',
  'persistentvolumes',
  'persistentvolumeclaims',
  'serviceaccounts',
  'namespaces',
  'pods',
  'services',
  'podtemplates',
]);

// The kubelet registers its node with its status.
const KEEPS_STATUS_ON_CREATE = new Set(['nodes']);

const nameOf = ({ group, plural }: ServedResource): string => (group === '' ? plural : `${plural}.${group}`);

/** Whether PUT to a name that does not exist creates the object. */
export function allowsCreateOnUpdate(resource: ServedResource): boolean {
  return CREATE_ON_UPDATE.has(nameOf(resource));
}

/** Whether an update without a resource version overwrites whatever is there. */
export function allowsUnconditionalUpdate(resource: ServedResource): boolean {
  return !resource.custom && !CONDITIONAL_UPDATE.has(nameOf(resource));
}

/** Whether DELETE answers with the object rather than with a Status. */
export function returnsDeletedObject(resource: ServedResource): boolean {
  return RETURNS_DELETED_OBJECT.has(nameOf(resource));
}

/** Whether a new object may bring its status along. */
export function keepsStatusOnCreate(resource: ServedResource): boolean {
  return KEEPS_STATUS_ON_CREATE.has(nameOf(resource));
}
