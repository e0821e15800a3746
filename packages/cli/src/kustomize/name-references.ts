import { atPath, isObject } from './field-path.js';
import type { Json, Resource } from './resource.js';

/** Where objects of other kinds name one of a kind. */
export interface NameReference {
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  readonly fieldSpecs: readonly FieldSpec[];
}

export interface FieldSpec {
  readonly path: string;
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  readonly create?: boolean;
}

/** Where the specification of a pod stands in the kinds that have one. */
const POD_SPECS: ReadonlyArray<readonly [kind: string, path: string]> = [
  ['Pod', 'spec'],
  ['PodTemplate', 'template/spec'],
  ['Deployment', 'spec/template/spec'],
  ['ReplicaSet', 'spec/template/spec'],
  ['ReplicationController', 'spec/template/spec'],
  ['DaemonSet', 'spec/template/spec'],
  ['StatefulSet', 'spec/template/spec'],
  ['Job', 'spec/template/spec'],
  ['CronJob', 'spec/jobTemplate/spec/template/spec'],
];

const inPods = (...paths: readonly string[]): FieldSpec[] =>
  POD_SPECS.flatMap(([kind, at]) => paths.map((path) => ({ kind, path: `${at}/${path}` })));

const inContainers = (...paths: readonly string[]): FieldSpec[] =>
  inPods(...paths.flatMap((path) => [`containers/${path}`, `initContainers/${path}`]));

const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';
const resourceNames: FieldSpec[] = [
  { kind: 'Role', path: 'rules/resourceNames' },
  { kind: 'ClusterRole', path: 'rules/resourceNames' },
];
const scaleTarget: FieldSpec[] = [{ kind: 'HorizontalPodAutoscaler', path: 'spec/scaleTargetRef/name' }];

/** kustomize's own list (api/internal/konfig/builtinpluginconsts/namereference.go), pods' paths for all kinds with pods. */
const NAME_REFERENCES: readonly NameReference[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) => ({
    kind,
    fieldSpecs: scaleTarget,
  })),
  {
    kind: 'ConfigMap',
    version: 'v1',
    fieldSpecs: [
      ...inPods('volumes/configMap/name', 'volumes/projected/sources/configMap/name'),
      ...inContainers('env/valueFrom/configMapKeyRef/name', 'envFrom/configMapRef/name'),
      ...resourceNames,
    ],
  },
  {
    kind: 'Secret',
    version: 'v1',
    fieldSpecs: [
      ...inPods(
        'volumes/secret/secretName',
        'volumes/projected/sources/secret/name',
        'imagePullSecrets/name',
      ),
      ...inContainers('env/valueFrom/secretKeyRef/name', 'envFrom/secretRef/name'),
      { kind: 'Ingress', path: 'spec/tls/secretName' },
      { kind: 'ServiceAccount', path: 'imagePullSecrets/name' },
      { kind: 'PersistentVolume', path: 'spec/azureFile/secretName' },
      ...resourceNames,
    ],
  },
  {
    kind: 'Service',
    version: 'v1',
    fieldSpecs: [
      { kind: 'StatefulSet', group: 'apps', path: 'spec/serviceName' },
      { kind: 'Ingress', path: 'spec/rules/http/paths/backend/service/name' },
      { kind: 'Ingress', path: 'spec/defaultBackend/service/name' },
      { kind: 'APIService', group: 'apiregistration.k8s.io', path: 'spec/service/name' },
      { kind: 'ValidatingWebhookConfiguration', group: ADMISSION, path: 'webhooks/clientConfig/service' },
      { kind: 'MutatingWebhookConfiguration', group: ADMISSION, path: 'webhooks/clientConfig/service' },
    ],
  },
  { kind: 'Role', group: RBAC, fieldSpecs: [{ kind: 'RoleBinding', group: RBAC, path: 'roleRef/name' }] },
  {
    kind: 'ClusterRole',
    group: RBAC,
    fieldSpecs: [
      { kind: 'RoleBinding', group: RBAC, path: 'roleRef/name' },
      { kind: 'ClusterRoleBinding', group: RBAC, path: 'roleRef/name' },
    ],
  },
  {
    kind: 'ServiceAccount',
    version: 'v1',
    fieldSpecs: [
      { kind: 'RoleBinding', group: RBAC, path: 'subjects' },
      { kind: 'ClusterRoleBinding', group: RBAC, path: 'subjects' },
      ...inPods('serviceAccountName'),
    ],
  },
  {
    kind: 'PersistentVolumeClaim',
    version: 'v1',
    fieldSpecs: inPods('volumes/persistentVolumeClaim/claimName'),
  },
  {
    kind: 'PersistentVolume',
    version: 'v1',
    fieldSpecs: [{ kind: 'PersistentVolumeClaim', path: 'spec/volumeName' }],
  },
  {
    kind: 'StorageClass',
    group: 'storage.k8s.io',
    fieldSpecs: [
      { kind: 'PersistentVolume', path: 'spec/storageClassName' },
      { kind: 'PersistentVolumeClaim', path: 'spec/storageClassName' },
      { kind: 'StatefulSet', path: 'spec/volumeClaimTemplates/spec/storageClassName' },
    ],
  },
  { kind: 'PriorityClass', group: 'scheduling.k8s.io', fieldSpecs: inPods('priorityClassName') },
  {
    kind: 'IngressClass',
    group: 'networking.k8s.io',
    fieldSpecs: [{ kind: 'Ingress', path: 'spec/ingressClassName' }],
  },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: ADMISSION,
    fieldSpecs: [{ kind: 'ValidatingAdmissionPolicyBinding', group: ADMISSION, path: 'spec/policyName' }],
  },
];

/** Whether fields of an object are meant; what a spec does not say is not looked at. */
export function isOfKind(resource: Resource, spec: Omit<FieldSpec, 'path'>): boolean {
  return (
    (spec.kind === undefined || spec.kind === resource.kind) &&
    (spec.group === undefined || spec.group === resource.group) &&
    (spec.version === undefined || spec.version === resource.version)
  );
}

/** Writes the new names of objects where others name them by one of their former names. `more`: those of configurations. */
export function updateNameReferences(resources: readonly Resource[], more: readonly NameReference[]): void {
  for (const reference of [...NAME_REFERENCES, ...more]) {
    const targets = resources.filter((of) => isOfKind(of, reference));
    if (targets.length === 0) continue;
    for (const spec of reference.fieldSpecs) {
      for (const referrer of resources.filter((of) => isOfKind(of, spec)))
        atPath(referrer.object, spec.path, (value) => renamed(value, referrer, targets, spec));
    }
  }
}

function renamed(
  value: Json | undefined,
  referrer: Resource,
  targets: readonly Resource[],
  spec: FieldSpec,
): Json | undefined {
  if (typeof value === 'string') {
    // A role binding names a role of one of two kinds.
    const role = referrer.object['roleRef'];
    if (spec.path === 'roleRef/name' && isObject(role) && !targets.some(({ kind }) => kind === role['kind']))
      return value;
    return find(targets, value, namespacesOf(referrer))?.current.name ?? value;
  }
  if (!isObject(value) || typeof value['name'] !== 'string') return value;
  // A subject of a role binding, or the service of a webhook: named with its namespace.
  if (value['kind'] !== undefined && !targets.some(({ kind }) => kind === value['kind'])) return value;
  const { namespace } = value;
  const found = find(
    targets,
    value['name'],
    typeof namespace === 'string' ? [namespace] : namespacesOf(referrer),
  );
  if (found === undefined) return value;
  const { current } = found;
  return {
    ...value,
    name: current.name,
    ...(current.namespace === '' ? {} : { namespace: current.namespace }),
  };
}

const namespacesOf = (resource: Resource): string[] => resource.names.map(({ namespace }) => namespace);

/** The object that had the name, in one of the namespaces if several had it. */
function find(
  targets: readonly Resource[],
  name: string,
  namespaces: readonly string[],
): Resource | undefined {
  const named = targets.filter((target) => target.names.some((of) => of.name === name));
  const near = named.filter((target) =>
    target.names.some((of) => of.name === name && namespaces.includes(of.namespace)),
  );
  const [only, ...others] = near.length > 0 ? near : named;
  return others.length > 0 ? undefined : only;
}
