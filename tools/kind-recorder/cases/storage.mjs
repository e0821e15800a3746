const apiVersion = 'storage.k8s.io/v1';
const long = (length) => 'a'.repeat(length);

const csiDriver = {
  path: '/apis/storage.k8s.io/v1/csidrivers',
  base: { apiVersion, kind: 'CSIDriver', metadata: { name: 'csi.example.com' } },
  creates: [
    {
      apiVersion,
      kind: 'CSIDriver',
      metadata: { name: 'full.example.com' },
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        fsGroupPolicy: 'File',
        tokenRequests: [{ audience: 'a' }, { audience: 'b', expirationSeconds: 3600 }],
        requiresRepublish: true,
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
        seLinuxMount: true,
        nodeAllocatableUpdatePeriodSeconds: 60,
      },
    },
    {
      apiVersion,
      kind: 'CSIDriver',
      metadata: { name: 'secrets.example.com' },
      spec: { tokenRequests: [{ audience: '' }], serviceAccountTokenInSecrets: true },
    },
  ],
  rejects: [
    { metadata: { name: 'Not_a_name' } },
    { spec: { fsGroupPolicy: 'Sometimes' } },
    { spec: { fsGroupPolicy: '' } },
    { spec: { volumeLifecycleModes: ['Persistent', 'Eternal'] } },
    { spec: { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] } },
    { spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] } },
    { spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 4294967297 }] } },
    { spec: { nodeAllocatableUpdatePeriodSeconds: 9 } },
    { spec: { serviceAccountTokenInSecrets: true } },
    { spec: { serviceAccountTokenInSecrets: false, tokenRequests: [] } },
  ],
  updates: [
    { spec: { attachRequired: false } },
    { spec: { volumeLifecycleModes: ['Ephemeral'] } },
    { spec: { podInfoOnMount: true, fsGroupPolicy: 'None' } },
    { spec: { tokenRequests: [{ audience: 'a' }] } },
    { spec: null },
    { metadata: { labels: { a: 'b' } } },
  ],
};

const csiNode = {
  path: '/apis/storage.k8s.io/v1/csinodes',
  base: {
    apiVersion,
    kind: 'CSINode',
    metadata: { name: 'node-1' },
    spec: { drivers: [{ name: 'a.example.com', nodeID: 'n1', allocatable: { count: 3 } }] },
  },
  creates: [
    { apiVersion, kind: 'CSINode', metadata: { name: 'empty' }, spec: { drivers: [] } },
    { apiVersion, kind: 'CSINode', metadata: { name: 'none' } },
    {
      apiVersion,
      kind: 'CSINode',
      metadata: { name: 'full' },
      spec: {
        drivers: [
          { name: 'A.example.com', nodeID: 'n1', topologyKeys: ['zone', 'example.com/rack'] },
          { name: 'b.example.com', nodeID: 'n2', topologyKeys: null, allocatable: {} },
        ],
      },
    },
  ],
  rejects: [
    { spec: { drivers: [{ name: '', nodeID: '' }] } },
    { spec: { drivers: [{ name: 'no_name', nodeID: 'n' }] } },
    { spec: { drivers: [{ name: long(64), nodeID: 'n' }] } },
    { spec: { drivers: [{ name: 'a', nodeID: long(257) }] } },
    { spec: { drivers: [{ name: 'a', nodeID: 'n', allocatable: { count: -1 } }] } },
    {
      spec: {
        drivers: [
          { name: 'a', nodeID: 'n' },
          { name: 'a', nodeID: 'm' },
        ],
      },
    },
    { spec: { drivers: [{ name: 'a', nodeID: 'n', topologyKeys: [''] }] } },
    { spec: { drivers: [{ name: 'a', nodeID: 'n', topologyKeys: ['x', 'x', 'y z'] }] } },
  ],
  updates: [
    { spec: { drivers: [{ name: 'a.example.com', nodeID: 'other' }] } },
    {
      spec: {
        drivers: [{ name: 'a.example.com', nodeID: 'n1', topologyKeys: ['zone'], allocatable: { count: 3 } }],
      },
    },
    { spec: { drivers: [{ name: 'a.example.com', nodeID: 'n1', allocatable: { count: 5 } }] } },
    { spec: { drivers: [{ name: 'b.example.com', nodeID: 'n1' }] } },
    { spec: { drivers: [] } },
  ],
};

const csiStorageCapacity = {
  path: '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities',
  base: {
    apiVersion,
    kind: 'CSIStorageCapacity',
    metadata: { name: 'c1', namespace: 'default' },
    storageClassName: 'fast',
  },
  creates: [
    {
      apiVersion,
      kind: 'CSIStorageCapacity',
      metadata: { name: 'c2', namespace: 'default' },
      storageClassName: 'fast',
      nodeTopology: {
        matchLabels: { 'failure-domain.beta.kubernetes.io/zone': 'a' },
        matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'In', values: ['linux'] }],
      },
      capacity: '1024Mi',
      maximumVolumeSize: '1500m',
    },
  ],
  rejects: [
    { metadata: { name: 'no_name' } },
    { storageClassName: 'Not_A_Class' },
    { storageClassName: null },
    { capacity: '-1Gi' },
    { nodeTopology: { matchLabels: { 'a b': 'c d' } } },
    { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
    { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } },
    { nodeTopology: { matchExpressions: [{ key: '', operator: 'Maybe' }] } },
  ],
  updates: [
    { storageClassName: 'slow' },
    { nodeTopology: { matchLabels: { a: 'b' } } },
    { capacity: '2Gi', maximumVolumeSize: '1Gi' },
    { capacity: '-1' },
  ],
};

const inlineVolume = {
  accessModes: ['ReadWriteOnce'],
  csi: { driver: 'csi.example.com', volumeHandle: 'h' },
};
const volumeAttachment = {
  path: '/apis/storage.k8s.io/v1/volumeattachments',
  base: {
    apiVersion,
    kind: 'VolumeAttachment',
    metadata: { name: 'va' },
    spec: { attacher: 'csi.example.com', nodeName: 'node-1', source: { persistentVolumeName: 'pv-1' } },
  },
  creates: [
    {
      apiVersion,
      kind: 'VolumeAttachment',
      metadata: { name: 'full' },
      spec: { attacher: 'CSI.example.com', nodeName: 'node-1', source: { persistentVolumeName: 'pv-1' } },
      status: { attached: true },
    },
    {
      apiVersion,
      kind: 'VolumeAttachment',
      metadata: { name: 'inline' },
      spec: {
        attacher: 'csi.example.com',
        nodeName: 'node-1',
        source: { inlineVolumeSpec: inlineVolume },
      },
    },
  ],
  rejects: [
    { spec: null },
    { spec: { attacher: '' } },
    { spec: { attacher: 'not_a_name' } },
    { spec: { attacher: long(64) } },
    { spec: { nodeName: '' } },
    { spec: { nodeName: 'Not_A_Node' } },
    { spec: { source: { persistentVolumeName: '' } } },
    { spec: { source: { persistentVolumeName: 'Not_A_Volume' } } },
    { spec: { source: null } },
    { spec: { source: { inlineVolumeSpec: inlineVolume } } },
    { spec: { source: { persistentVolumeName: null, inlineVolumeSpec: {} } } },
    {
      spec: {
        source: {
          persistentVolumeName: null,
          inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } },
        },
      },
    },
    {
      spec: {
        source: {
          persistentVolumeName: null,
          inlineVolumeSpec: { ...inlineVolume, storageClassName: 'a', nodeAffinity: {}, volumeMode: 'Block' },
        },
      },
    },
  ],
  updates: [
    { spec: { nodeName: 'node-2' } },
    { spec: { attacher: 'other.example.com' } },
    { spec: { attacher: '' } },
    { metadata: { annotations: { a: 'b' } } },
    { status: { attached: true } },
  ],
  statusUpdates: [
    { status: { attached: true, attachmentMetadata: { a: 'b' } } },
    {
      status: { attached: false, attachError: { message: 'm', time: '2026-01-01T00:00:00Z', errorCode: 5 } },
    },
    { status: { attached: false, detachError: { message: 'm', errorCode: -5 } } },
    { status: { attached: false, attachError: { message: long(1024) } } },
    { spec: { nodeName: 'node-2' }, metadata: { labels: { a: 'b' } } },
  ],
};

const volumeAttributesClass = {
  path: '/apis/storage.k8s.io/v1/volumeattributesclasses',
  base: {
    apiVersion,
    kind: 'VolumeAttributesClass',
    metadata: { name: 'gold' },
    driverName: 'csi.example.com',
    parameters: { iops: '100' },
  },
  creates: [
    {
      apiVersion,
      kind: 'VolumeAttributesClass',
      metadata: { name: 'silver' },
      driverName: 'Example.com/driver',
      parameters: { iops: '100', throughput: '' },
    },
  ],
  rejects: [
    { metadata: { name: 'no_name' } },
    { driverName: '' },
    { driverName: 'a b' },
    { driverName: 'a/b/c' },
    { parameters: null },
    { parameters: { '': 'a' } },
    { driverName: '', parameters: { iops: null } },
  ],
  updates: [
    { driverName: 'other.example.com' },
    { parameters: { iops: '200' } },
    { driverName: '', parameters: null },
    { metadata: { labels: { a: 'b' } } },
  ],
};

const storageClass = {
  path: '/apis/storage.k8s.io/v1/storageclasses',
  base: { apiVersion, kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'csi.example.com' },
  rejects: [
    { provisioner: '' },
    { reclaimPolicy: 'Recycle' },
    { volumeBindingMode: 'Later' },
    { allowedTopologies: [{ matchLabelExpressions: [{ key: '', values: [] }] }] },
    { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a', values: ['b', 'b'] }] }] },
    {
      allowedTopologies: [
        { matchLabelExpressions: [{ key: 'a', values: ['b'] }] },
        { matchLabelExpressions: [{ key: 'a', values: ['b'] }] },
      ],
    },
    { allowedTopologies: [{}, {}] },
  ],
  updates: [
    { provisioner: 'other.example.com', parameters: { a: 'b' } },
    { provisioner: '' },
    { reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' },
    { allowVolumeExpansion: true, mountOptions: ['ro'] },
    { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a', values: ['b'] }] }] },
  ],
};

export default [
  csiDriver,
  csiNode,
  csiStorageCapacity,
  volumeAttachment,
  volumeAttributesClass,
  storageClass,
];
