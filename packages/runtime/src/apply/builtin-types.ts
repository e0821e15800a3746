import { parseApiVersion } from '@kubewright/api';

// What the schemas of Kubernetes 1.36 say, of which this is the part that managed fields leave open. The schemas
// themselves weigh a megabyte; `builtin-types.test.ts` compares with them.

/** Fields that are maps or structs, and owned as a whole wherever they occur in a built-in kind; `[]`: their items. */
const ATOMIC_MAPS: ReadonlySet<string> = new Set([
  'configMapKeyRef',
  'dataSource',
  'fieldRef',
  'fileKeyRef',
  'imagePullSecrets[]',
  'namespaceSelector',
  'nodeSelector',
  'nodeSelectorTerms[]',
  'objectSelector',
  'ownerReferences[]',
  'podSelector',
  'resourceFieldRef',
  'roleRef',
  'secretKeyRef',
  'secrets[]',
  'selector',
  'subjects[]',
]);

/** Kinds with pod templates, and what stands beside them. */
const WORKLOADS: ReadonlySet<string> = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'Pod',
  'PodTemplate',
  'ReplicaSet',
  'ReplicationController',
  'Service',
  'StatefulSet',
]);

/** Lists of these kinds that are merged item by item, so that an empty one is owned by nobody. */
const MERGED_LISTS: ReadonlySet<string> = new Set([
  'containers',
  'env',
  'ephemeralContainers',
  'finalizers',
  'hostAliases',
  'imagePullSecrets',
  'initContainers',
  'ownerReferences',
  'ports',
  'topologySpreadConstraints',
  'volumeDevices',
  'volumeMounts',
  'volumes',
]);

const METADATA_LISTS: ReadonlySet<string> = new Set(['finalizers', 'ownerReferences']);

/** Groups that only Kubernetes serves; others that end in `.k8s.io` are custom resources of its projects. */
const GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
]);

export const isBuiltinGroup = (apiVersion: string): boolean => GROUPS.has(parseApiVersion(apiVersion).group);

export const isAtomicMap = (name: string): boolean => ATOMIC_MAPS.has(name);

/** Whether a list of that name is merged, in an object of this kind; of other kinds only what metadata has. */
export const isMergedList = (kind: string, name: string): boolean =>
  WORKLOADS.has(kind) ? MERGED_LISTS.has(name) : METADATA_LISTS.has(name);
