import type { MetadataPass } from '../kinds/shared/object-meta.js';
import type { ServedResource } from '../resources/served-resource.js';

const OF_ALL: readonly MetadataPass[] = ['whole', 'change'];

const CHANGE: readonly MetadataPass[] = ['change+finalizers'];
const CHANGE_WHOLE: readonly MetadataPass[] = ['change+finalizers', 'whole+finalizers'];
const WHOLE_CHANGE: readonly MetadataPass[] = ['whole+finalizers', 'change+finalizers'];
const WHOLE: readonly MetadataPass[] = ['whole+finalizers'];

/** The passes of a kind's own ValidateUpdate, where they are another's than one of 'change+finalizers'. */
const OF_KINDS: Readonly<Record<string, readonly MetadataPass[]>> = {
  '/ConfigMap': CHANGE_WHOLE,
  '/Secret': CHANGE_WHOLE,
  '/ServiceAccount': CHANGE_WHOLE,
  '/Pod': CHANGE_WHOLE,
  '/PersistentVolumeClaim': CHANGE_WHOLE,
  '/PersistentVolume': ['whole+finalizers', 'whole+finalizers'],
  '/Node': WHOLE_CHANGE,
  '/Endpoints': CHANGE_WHOLE,
  '/Event': [],
  '/LimitRange': WHOLE,
  '/Namespace': WHOLE_CHANGE,
  'apps/ControllerRevision': CHANGE_WHOLE,
  'batch/Job': WHOLE_CHANGE,
  'networking.k8s.io/Ingress': CHANGE_WHOLE,
  'networking.k8s.io/IngressClass': CHANGE_WHOLE,
  'policy/PodDisruptionBudget': [],
  'rbac.authorization.k8s.io/Role': WHOLE_CHANGE,
  'rbac.authorization.k8s.io/ClusterRole': WHOLE_CHANGE,
  'rbac.authorization.k8s.io/RoleBinding': WHOLE_CHANGE,
  'rbac.authorization.k8s.io/ClusterRoleBinding': WHOLE_CHANGE,
  'coordination.k8s.io/Lease': ['change'],
  'discovery.k8s.io/EndpointSlice': WHOLE,
  'storage.k8s.io/StorageClass': WHOLE_CHANGE,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': ['whole'],
  'storage.k8s.io/CSINode': WHOLE,
  'storage.k8s.io/CSIStorageCapacity': WHOLE_CHANGE,
  'storage.k8s.io/VolumeAttachment': WHOLE,
  'storage.k8s.io/VolumeAttributesClass': CHANGE_WHOLE,
  'resource.k8s.io/DeviceClass': WHOLE_CHANGE,
  'resource.k8s.io/ResourceClaim': WHOLE_CHANGE,
  'resource.k8s.io/ResourceClaimTemplate': WHOLE_CHANGE,
  'certificates.k8s.io/CertificateSigningRequest': WHOLE_CHANGE,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': WHOLE,
  'node.k8s.io/RuntimeClass': ['whole', 'change'],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': ['whole'],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': ['whole'],
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': ['whole'],
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': ['whole'],
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': ['whole'],
};

/** How often, and with which rules, the real server looks at the metadata of a changed object, in order. */
export function metadataPasses(
  { kind, custom }: ServedResource,
  requestGroup: string,
): readonly MetadataPass[] {
  return [...OF_ALL, ...(custom ? (['change'] as const) : (OF_KINDS[`${requestGroup}/${kind}`] ?? CHANGE))];
}
