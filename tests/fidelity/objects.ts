/** A good object of each kind, small but with something to edit, and where it is served. */
export interface Sample {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly object: Readonly<Record<string, unknown>>;
  /** What of it a merge patch may change: a path and a value. */
  readonly change?: readonly [string, unknown];
  readonly subresources?: readonly ('status' | 'scale')[];
}

const labels = { app: 'web' };
export const podSpec = { containers: [{ name: 'web', image: 'nginx:1.27' }] };
export const podTemplate = { metadata: { labels }, spec: podSpec };

function sample(
  apiVersion: string,
  kind: string,
  plural: string,
  fields: Readonly<Record<string, unknown>>,
  options: {
    cluster?: true;
    change?: readonly [string, unknown];
    subresources?: ('status' | 'scale')[];
  } = {},
): Sample {
  const { cluster, ...rest } = options;
  return {
    apiVersion,
    kind,
    plural,
    namespaced: cluster !== true,
    object: { apiVersion, kind, metadata: { name: '{ns}-it', labels }, ...fields },
    ...rest,
  };
}

export const samples: readonly Sample[] = [
  sample('v1', 'ConfigMap', 'configmaps', { data: { a: '1', b: '2' } }, { change: ['data.a', '3'] }),
  sample('v1', 'Secret', 'secrets', { type: 'Opaque', data: { a: 'MQ==' } }, { change: ['data.a', 'Mg=='] }),
  sample('v1', 'ServiceAccount', 'serviceaccounts', {}, { change: ['automountServiceAccountToken', false] }),
  sample(
    'v1',
    'Service',
    'services',
    { spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] } },
    { change: ['spec.sessionAffinity', 'ClientIP'], subresources: ['status'] },
  ),
  sample(
    'v1',
    'Pod',
    'pods',
    { spec: podSpec },
    { change: ['spec.activeDeadlineSeconds', 30], subresources: ['status'] },
  ),
  sample(
    'v1',
    'PodTemplate',
    'podtemplates',
    { template: podTemplate },
    { change: ['template.spec.hostNetwork', true] },
  ),
  sample(
    'v1',
    'ReplicationController',
    'replicationcontrollers',
    { spec: { replicas: 1, selector: labels, template: podTemplate } },
    { change: ['spec.replicas', 2], subresources: ['status', 'scale'] },
  ),
  sample(
    'v1',
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    { change: ['metadata.annotations', { a: 'b' }], subresources: ['status'] },
  ),
  sample(
    'v1',
    'PersistentVolume',
    'persistentvolumes',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp/x' } } },
    { cluster: true, change: ['spec.persistentVolumeReclaimPolicy', 'Delete'], subresources: ['status'] },
  ),
  sample(
    'v1',
    'Node',
    'nodes',
    { spec: {} },
    { cluster: true, change: ['spec.unschedulable', true], subresources: ['status'] },
  ),
  sample(
    'v1',
    'Endpoints',
    'endpoints',
    { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] },
    { change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'v1',
    'Event',
    'events',
    {
      involvedObject: { kind: 'Pod', namespace: '{ns}', name: 'x' },
      reason: 'Because',
      message: 'so',
      type: 'Normal',
    },
    { change: ['count', 2] },
  ),
  sample(
    'v1',
    'LimitRange',
    'limitranges',
    { spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '9Gi' } }] } },
    { change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'v1',
    'ResourceQuota',
    'resourcequotas',
    { spec: { hard: { 'count/widgets.example.com': '10' } } },
    { change: ['spec.hard', { 'count/widgets.example.com': '11' }], subresources: ['status'] },
  ),
  sample(
    'v1',
    'Namespace',
    'namespaces',
    {},
    { cluster: true, change: ['metadata.annotations', { a: 'b' }], subresources: ['status'] },
  ),
  sample(
    'apps/v1',
    'Deployment',
    'deployments',
    { spec: { replicas: 1, selector: { matchLabels: labels }, template: podTemplate } },
    { change: ['spec.paused', true], subresources: ['status', 'scale'] },
  ),
  sample(
    'apps/v1',
    'ReplicaSet',
    'replicasets',
    { spec: { replicas: 1, selector: { matchLabels: labels }, template: podTemplate } },
    { change: ['spec.minReadySeconds', 5], subresources: ['status', 'scale'] },
  ),
  sample(
    'apps/v1',
    'StatefulSet',
    'statefulsets',
    { spec: { serviceName: 'web', replicas: 1, selector: { matchLabels: labels }, template: podTemplate } },
    { change: ['spec.minReadySeconds', 5], subresources: ['status', 'scale'] },
  ),
  sample(
    'apps/v1',
    'DaemonSet',
    'daemonsets',
    { spec: { selector: { matchLabels: labels }, template: podTemplate } },
    { change: ['spec.minReadySeconds', 5], subresources: ['status'] },
  ),
  sample(
    'apps/v1',
    'ControllerRevision',
    'controllerrevisions',
    { revision: 1, data: { a: 1 } },
    { change: ['revision', 2] },
  ),
  sample(
    'batch/v1',
    'Job',
    'jobs',
    { spec: { template: { spec: { restartPolicy: 'Never', ...podSpec } } } },
    { change: ['spec.suspend', true], subresources: ['status'] },
  ),
  sample(
    'batch/v1',
    'CronJob',
    'cronjobs',
    {
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...podSpec } } } },
      },
    },
    { change: ['spec.suspend', true], subresources: ['status'] },
  ),
  sample(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    'horizontalpodautoscalers',
    { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } } },
    { change: ['spec.maxReplicas', 5], subresources: ['status'] },
  ),
  sample(
    'autoscaling/v1',
    'HorizontalPodAutoscaler',
    'horizontalpodautoscalers',
    {
      spec: {
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 50,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    },
    { change: ['spec.maxReplicas', 5], subresources: ['status'] },
  ),
  sample(
    'networking.k8s.io/v1',
    'Ingress',
    'ingresses',
    {
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 'web', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    },
    { change: ['spec.ingressClassName', 'nginx'], subresources: ['status'] },
  ),
  sample(
    'networking.k8s.io/v1',
    'IngressClass',
    'ingressclasses',
    { spec: { controller: 'example.com/x' } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    'networkpolicies',
    { spec: { podSelector: { matchLabels: labels }, ingress: [{ ports: [{ port: 80 }] }] } },
    { change: ['spec.policyTypes', ['Ingress', 'Egress']] },
  ),
  sample(
    'policy/v1',
    'PodDisruptionBudget',
    'poddisruptionbudgets',
    { spec: { minAvailable: 1, selector: { matchLabels: labels } } },
    { change: ['spec.minAvailable', '50%'], subresources: ['status'] },
  ),
  sample(
    'rbac.authorization.k8s.io/v1',
    'Role',
    'roles',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    { change: ['rules', [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }]] },
  ),
  sample(
    'rbac.authorization.k8s.io/v1',
    'ClusterRole',
    'clusterroles',
    { rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] },
    { cluster: true, change: ['rules', []] },
  ),
  sample(
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    'rolebindings',
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: '{ns}' }],
    },
    { change: ['subjects', [{ kind: 'User', name: 'alice' }]] },
  ),
  sample(
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    'clusterrolebindings',
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'x' },
      subjects: [{ kind: 'Group', name: 'g' }],
    },
    { cluster: true, change: ['subjects', [{ kind: 'User', name: 'zoe' }]] },
  ),
  sample(
    'coordination.k8s.io/v1',
    'Lease',
    'leases',
    { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
    { change: ['spec.leaseTransitions', 2] },
  ),
  sample(
    'discovery.k8s.io/v1',
    'EndpointSlice',
    'endpointslices',
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }], ports: [{ name: 'http', port: 80 }] },
    { change: ['ports', [{ name: 'http', port: 81 }]] },
  ),
  sample(
    'storage.k8s.io/v1',
    'StorageClass',
    'storageclasses',
    { provisioner: 'example.com/x' },
    { cluster: true, change: ['allowVolumeExpansion', true] },
  ),
  sample(
    'scheduling.k8s.io/v1',
    'PriorityClass',
    'priorityclasses',
    { value: 10 },
    { cluster: true, change: ['description', 'd'] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { url: 'https://127.0.0.1:1/x' },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Ignore',
          rules: [
            {
              apiGroups: ['never.example.com'],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['nothings'],
            },
          ],
        },
      ],
    },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations',
    {
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { service: { namespace: 'default', name: 'x' } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Ignore',
          rules: [
            {
              apiGroups: ['never.example.com'],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['nothings'],
            },
          ],
        },
      ],
    },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'events.k8s.io/v1',
    'Event',
    'events',
    {
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'example.com/x',
      reportingInstance: 'x-1',
      action: 'Did',
      reason: 'Because',
      regarding: { kind: 'Pod', namespace: '{ns}', name: 'x' },
      note: 'so',
      type: 'Normal',
    },
    { change: ['metadata.annotations', { a: 'b' }] },
  ),
];

/** The sample of a kind; of several versions the first. */
export function sampleOf(kind: string, apiVersion?: string): Sample {
  const found = samples.find(
    (s) => s.kind === kind && (apiVersion === undefined || s.apiVersion === apiVersion),
  );
  if (found === undefined) throw new Error(`no sample of ${kind}`);
  return found;
}

/** Where objects of the kind are listed and created. */
export function collection({ apiVersion, plural, namespaced }: Sample): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}/${namespaced ? 'namespaces/{ns}/' : ''}${plural}`;
}
