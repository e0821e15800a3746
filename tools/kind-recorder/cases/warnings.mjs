// Objects that are valid and yet warned of.
const container = { name: 'a', image: 'b' };
const labels = { a: 'b' };
const beta = 'failure-domain.beta.kubernetes.io/zone';

const spec = {
  nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: beta, operator: 'Exists' }] }],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: beta, operator: 'Exists' }] } },
      ],
    },
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { topologyKey: 'zone' } },
      ],
    },
  },
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: beta, whenUnsatisfiable: 'DoNotSchedule' }],
  hostAliases: [
    { ip: '10.0.0.1', hostnames: ['a'] },
    { ip: '10.0.0.1', hostnames: ['b'] },
    { ip: '2001:DB8::1', hostnames: ['c'] },
  ],
  imagePullSecrets: [{ name: 's' }, { name: 's' }, { name: '' }],
  volumes: [
    { name: 'git', gitRepo: { repository: 'x' } },
    { name: 'gluster', glusterfs: { endpoints: 'a', path: 'b' } },
    {
      name: 'maps',
      configMap: {
        name: 'm',
        items: [
          { key: 'a', path: 'p' },
          { key: 'b', path: 'p/q' },
        ],
      },
    },
    {
      name: 'both',
      projected: {
        sources: [
          { configMap: { name: 'm', items: [{ key: 'a', path: 'p' }] } },
          { secret: { name: 's', items: [{ key: 'b', path: 'p/q' }] } },
        ],
      },
    },
  ],
  containers: [
    {
      ...container,
      env: [
        { name: 'X', value: '1' },
        { name: 'X', value: '2' },
        { name: 'Y', value: '1' },
        { name: 'Y', value: '$(Y)2' },
        { name: 'Z', value: '1' },
        { name: 'Z', value: '$(Z)' },
      ],
      ports: [
        { containerPort: 80, name: 'web' },
        { containerPort: 80 },
        { containerPort: 80, hostPort: 8080 },
      ],
      resources: { limits: { memory: '1500m' }, requests: { memory: '1m', 'ephemeral-storage': '100m' } },
    },
    { ...container, name: 'c', ports: [{ containerPort: 80, name: 'web', protocol: 'UDP' }] },
  ],
};
const annotations = {
  'scheduler.alpha.kubernetes.io/critical-pod': '',
  'security.alpha.kubernetes.io/sysctls': 'x',
  'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default',
  'container.seccomp.security.alpha.kubernetes.io/a': 'runtime/default',
};
const metadata = (name) => ({ name, namespace: 'default' });
const repeated = { ...container, env: [{ name: 'X' }, { name: 'X' }] };
const template = { metadata: { labels }, spec: { containers: [repeated] } };

const oldAnnotation = { 'volume.beta.kubernetes.io/storage-class': 'c' };

export default [
  {
    path: '/api/v1/namespaces/default/pods',
    base: { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata('pod.warned'), annotations }, spec },
    creates: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: metadata('hasty'),
        spec: { containers: [container], terminationGracePeriodSeconds: -1 },
      },
    ],
  },
  {
    path: '/apis/apps/v1/namespaces/default/deployments',
    base: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata('dep.warned'),
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels, annotations }, spec: { ...spec, terminationGracePeriodSeconds: -1 } },
      },
    },
    updates: [
      { metadata: { labels } },
      { spec: { template: { metadata: { annotations: null }, spec: { containers: [repeated] } } } },
    ],
  },
  {
    path: '/apis/apps/v1/namespaces/default/statefulsets',
    base: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: metadata('set'),
      spec: { revisionHistoryLimit: -1, selector: { matchLabels: labels }, template },
    },
  },
  {
    path: '/api/v1/namespaces/default/replicationcontrollers',
    base: {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: metadata('rc.warned'),
      spec: { selector: labels, template },
    },
  },
  {
    path: '/api/v1/namespaces/default/podtemplates',
    base: { apiVersion: 'v1', kind: 'PodTemplate', metadata: metadata('template'), template },
  },
  {
    path: '/apis/batch/v1/namespaces/default/jobs',
    base: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: metadata('job.warned'),
      spec: { suspend: true, template: { spec: { restartPolicy: 'Never', containers: [repeated] } } },
    },
  },
  {
    path: '/api/v1/namespaces/default/persistentvolumeclaims',
    base: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...metadata('claim'), annotations: oldAnnotation },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } },
    },
  },
  {
    path: '/api/v1/persistentvolumes',
    base: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'volume', annotations: oldAnnotation },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        persistentVolumeReclaimPolicy: 'Recycle',
        hostPath: { path: '/a' },
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: beta, operator: 'Exists' }] }] },
        },
      },
    },
  },
];
