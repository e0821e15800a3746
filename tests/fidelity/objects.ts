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
/** A request for a certificate of CN=x, with a key that nobody has. */
const CERTIFICATE_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmVEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCTFhEVlZ5SE9Wc0dGU1JoRHllMERtenFCYmZVTGJUdUk0UGtSa0ppOVNEcEh1UmdxTytVWFI0QTFhdFFXV0pqCkpXdlNGU0Z0MzYyU1NRRlV0YjFTQkh5Z0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUF6Q1hXVXcrK2d0Q3MKV0NTdmd1c3hVNDkxN2R2d2ZyeXlEU2FQSW1OaHFvSUNJUUNWdkIxcGVqL2NycFVTNkE2VEVnY3g3REFVMHozdQpJd0Jvb2JKdGxpQ3g2QT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';
const deviceClaim = {
  devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] },
};
const neverAsked = {
  apiGroups: ['never.example.com'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['nothings'],
};
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
  sample(
    'certificates.k8s.io/v1',
    'CertificateSigningRequest',
    'certificatesigningrequests',
    { spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/x', usages: ['client auth'] } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }], subresources: ['status'] },
  ),
  sample(
    'storage.k8s.io/v1',
    'CSIDriver',
    'csidrivers',
    { spec: { attachRequired: false } },
    { cluster: true, change: ['spec.podInfoOnMount', true] },
  ),
  sample(
    'storage.k8s.io/v1',
    'CSINode',
    'csinodes',
    { spec: { drivers: [{ name: 'csi.example.com', nodeID: 'n-1', topologyKeys: ['example.com/zone'] }] } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'storage.k8s.io/v1',
    'CSIStorageCapacity',
    'csistoragecapacities',
    { storageClassName: 'fast', capacity: '1Gi' },
    { change: ['capacity', '2Gi'] },
  ),
  sample(
    'storage.k8s.io/v1',
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'csi.example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }], subresources: ['status'] },
  ),
  sample(
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    'volumeattributesclasses',
    { driverName: 'csi.example.com', parameters: { iops: '100' } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'resource.k8s.io/v1',
    'DeviceClass',
    'deviceclasses',
    { spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'resource.k8s.io/v1',
    'ResourceClaim',
    'resourceclaims',
    { spec: deviceClaim },
    { change: ['metadata.annotations', { a: 'b' }], subresources: ['status'] },
  ),
  sample(
    'resource.k8s.io/v1',
    'ResourceClaimTemplate',
    'resourceclaimtemplates',
    { spec: { spec: deviceClaim } },
    { change: ['metadata.annotations', { a: 'b' }] },
  ),
  sample(
    'resource.k8s.io/v1',
    'ResourceSlice',
    'resourceslices',
    {
      spec: {
        driver: 'gpu.example.com',
        nodeName: 'n',
        pool: { name: 'n', generation: 1, resourceSliceCount: 1 },
        devices: [
          { name: 'gpu-0', attributes: { model: { string: 'x' } }, capacity: { memory: { value: '8Gi' } } },
        ],
      },
    },
    { cluster: true, change: ['spec.pool.generation', 2] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    'validatingadmissionpolicies',
    {
      spec: {
        matchConstraints: { resourceRules: [neverAsked] },
        validations: [{ expression: 'object.spec.replicas < 5', message: 'too many' }],
      },
    },
    { cluster: true, change: ['spec.failurePolicy', 'Ignore'], subresources: ['status'] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    'validatingadmissionpolicybindings',
    { spec: { policyName: 'none.example.com', validationActions: ['Deny'] } },
    { cluster: true, change: ['spec.validationActions', ['Warn', 'Audit']] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy',
    'mutatingadmissionpolicies',
    {
      spec: {
        matchConstraints: { resourceRules: [neverAsked] },
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' },
          },
        ],
      },
    },
    { cluster: true, change: ['spec.failurePolicy', 'Ignore'] },
  ),
  sample(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicyBinding',
    'mutatingadmissionpolicybindings',
    { spec: { policyName: 'none.example.com' } },
    { cluster: true, change: ['metadata.annotations', { a: 'b' }] },
  ),
  // No FlowSchema: a real server writes the status of each at a moment of its own.
  sample(
    'flowcontrol.apiserver.k8s.io/v1',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    { cluster: true, change: ['spec.limited.nominalConcurrencyShares', 7], subresources: ['status'] },
  ),
  sample(
    'node.k8s.io/v1',
    'RuntimeClass',
    'runtimeclasses',
    { handler: 'runc' },
    { cluster: true, change: ['scheduling', { nodeSelector: { a: 'b' } }] },
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
