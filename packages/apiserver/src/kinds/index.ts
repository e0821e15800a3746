import { mutatingAdmissionPolicyBinding } from './admissionregistration/mutating-admission-policy-binding.js';
import { mutatingAdmissionPolicy } from './admissionregistration/mutating-admission-policy.js';
import { mutatingWebhookConfiguration } from './admissionregistration/mutating-webhook-configuration.js';
import { validatingAdmissionPolicyBinding } from './admissionregistration/validating-admission-policy-binding.js';
import { validatingAdmissionPolicy } from './admissionregistration/validating-admission-policy.js';
import { validatingWebhookConfiguration } from './admissionregistration/validating-webhook-configuration.js';
import { apiService } from './apiregistration/api-service.js';
import { customResourceDefinition } from './apiextensions/custom-resource-definition.js';
import { controllerRevision } from './apps/controller-revision.js';
import { daemonSet } from './apps/daemon-set.js';
import { deployment } from './apps/deployment.js';
import { replicaSet } from './apps/replica-set.js';
import { statefulSet } from './apps/stateful-set.js';
import { horizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.js';
import { cronJob } from './batch/cron-job.js';
import { job } from './batch/job.js';
import type { KindBehaviour } from './behaviour.js';
import { certificateSigningRequest } from './certificates/certificate-signing-request.js';
import { lease } from './coordination/lease.js';
import { configMap } from './core/config-map.js';
import { endpoints } from './core/endpoints.js';
import { event as coreEvent } from './core/event.js';
import { limitRange } from './core/limit-range.js';
import { namespace } from './core/namespace.js';
import { node } from './core/node.js';
import { persistentVolumeClaim } from './core/persistent-volume-claim.js';
import { persistentVolume } from './core/persistent-volume.js';
import { podTemplate } from './core/pod-template.js';
import { pod } from './core/pod.js';
import { replicationController } from './core/replication-controller.js';
import { resourceQuota } from './core/resource-quota.js';
import { secret } from './core/secret.js';
import { serviceAccount } from './core/service-account.js';
import { service } from './core/service.js';
import { endpointSlice } from './discovery/endpoint-slice.js';
import { event } from './events/event.js';
import { flowSchema } from './flowcontrol/flow-schema.js';
import { priorityLevelConfiguration } from './flowcontrol/priority-level-configuration.js';
import { ingressClass } from './networking/ingress-class.js';
import { ingress } from './networking/ingress.js';
import { ipAddress } from './networking/ip-address.js';
import { networkPolicy } from './networking/network-policy.js';
import { serviceCidr } from './networking/service-cidr.js';
import { runtimeClass } from './node/runtime-class.js';
import { podDisruptionBudget } from './policy/pod-disruption-budget.js';
import { clusterRoleBinding } from './rbac/cluster-role-binding.js';
import { clusterRole } from './rbac/cluster-role.js';
import { roleBinding } from './rbac/role-binding.js';
import { role } from './rbac/role.js';
import { deviceClass } from './resource/device-class.js';
import { resourceClaimTemplate } from './resource/resource-claim-template.js';
import { resourceClaim } from './resource/resource-claim.js';
import { resourceSlice } from './resource/resource-slice.js';
import { priorityClass } from './scheduling/priority-class.js';
import { csiDriver } from './storage/csi-driver.js';
import { csiNode } from './storage/csi-node.js';
import { csiStorageCapacity } from './storage/csi-storage-capacity.js';
import { storageClass } from './storage/storage-class.js';
import { volumeAttachment } from './storage/volume-attachment.js';
import { volumeAttributesClass } from './storage/volume-attributes-class.js';

/** The behaviour of every built-in kind that differs from the plain one. */
export const builtinBehaviours: readonly KindBehaviour[] = [
  namespace,
  node,
  pod,
  podTemplate,
  service,
  endpoints,
  configMap,
  secret,
  serviceAccount,
  persistentVolume,
  persistentVolumeClaim,
  coreEvent,
  replicationController,
  limitRange,
  resourceQuota,
  deployment,
  replicaSet,
  statefulSet,
  daemonSet,
  controllerRevision,
  job,
  cronJob,
  horizontalPodAutoscaler,
  role,
  clusterRole,
  roleBinding,
  clusterRoleBinding,
  podDisruptionBudget,
  ingress,
  ingressClass,
  networkPolicy,
  ipAddress,
  serviceCidr,
  runtimeClass,
  flowSchema,
  priorityLevelConfiguration,
  apiService,
  lease,
  endpointSlice,
  event,
  storageClass,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  volumeAttachment,
  volumeAttributesClass,
  priorityClass,
  deviceClass,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  certificateSigningRequest,
  customResourceDefinition,
];
