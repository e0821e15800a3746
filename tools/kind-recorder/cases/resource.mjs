const apiVersion = 'resource.k8s.io/v1';
const long = (length) => 'a'.repeat(length);
const many = (count, item) => Array.from({ length: count }, (_, i) => item(i));

const exactly = { deviceClassName: 'gpu' };
const request = { name: 'a', exactly };
const opaque = { driver: 'gpu.example.com', parameters: { a: 1 } };

/** What claims and templates refuse: `wrap` puts what is asked for into its place. */
const claimRejects = (wrap) =>
  [
    { requests: [{ name: 'Not_A_Label', exactly }] },
    { requests: [{ name: 'a' }] },
    { requests: [{ name: 'a', exactly, firstAvailable: [{ name: 'b', ...exactly }] }] },
    { requests: [request, request] },
    { requests: many(33, (i) => ({ ...request, name: `r${i}` })) },
    { requests: [{ name: 'a', exactly: { deviceClassName: '' } }] },
    { requests: [{ name: 'a', exactly: { deviceClassName: 'no_name', allocationMode: 'All', count: 1 } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, allocationMode: 'ExactCount', count: -1 } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, allocationMode: 'Most' } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, selectors: [{}] } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, selectors: many(33, () => ({})) } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, selectors: [{ cel: { expression: long(10241) } }] } }] },
    {
      requests: [
        {
          name: 'a',
          exactly: {
            ...exactly,
            tolerations: [
              { key: 'a b', operator: 'Exists', value: 'c' },
              { operator: 'Equal', value: 'd e', effect: 'Sometimes' },
              { key: 'a', operator: 'Like' },
              { key: 'a' },
            ],
          },
        },
      ],
    },
    {
      requests: [
        {
          name: 'a',
          firstAvailable: [
            { name: 'b', ...exactly },
            { name: 'b', ...exactly },
          ],
        },
      ],
    },
    { requests: [{ name: 'a', firstAvailable: many(9, (i) => ({ name: `b${i}`, ...exactly })) }] },
    { requests: [{ name: 'a', firstAvailable: [{ name: '', deviceClassName: '' }] }] },
    { requests: [request], constraints: [{ requests: ['b', 'a/b', 'a/b/c', 'a', 'a'] }] },
    { requests: [request], constraints: [{ matchAttribute: 'model' }, { matchAttribute: '/' }] },
    { requests: [request], constraints: [{ distinctAttribute: 'no_domain/1a' }] },
    { requests: [request], constraints: [{ matchAttribute: `example.com/${long(33)}` }] },
    { requests: [request], config: [{ requests: ['b'] }] },
    { requests: [request], config: [{ opaque: { driver: '', parameters: null } }] },
    { requests: [request], config: [{ opaque: { driver: 'a', parameters: [1] } }] },
    { requests: [{ name: 'a', exactly: { ...exactly, adminAccess: true } }] },
  ].map(wrap);

const fullClaim = {
  requests: [
    {
      name: 'a',
      exactly: {
        ...exactly,
        selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }],
        count: 2,
        tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' }],
      },
    },
    { name: 'all', exactly: { ...exactly, allocationMode: 'All' } },
    {
      name: 'either',
      firstAvailable: [
        { name: 'x', ...exactly },
        { name: 'y', ...exactly, count: 3 },
      ],
    },
  ],
  constraints: [{ requests: ['a', 'either/x'], matchAttribute: 'gpu.example.com/model' }],
  config: [{ requests: ['a'], opaque }],
};

const result = { request: 'a', driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
const allocation = { devices: { results: [result] } };
const consumer = { resource: 'pods', name: 'p', uid: 'u1' };
const device = { driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
const status = (change) => ({ status: { allocation, ...change } });
const results = (change) => status({ allocation: { devices: { results: [{ ...result, ...change }] } } });

const resourceClaim = {
  path: '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims',
  base: {
    apiVersion,
    kind: 'ResourceClaim',
    metadata: { name: 'claim', namespace: 'default' },
    spec: { devices: { requests: [request] } },
  },
  creates: [
    {
      apiVersion,
      kind: 'ResourceClaim',
      metadata: { name: 'full', namespace: 'default' },
      spec: { devices: fullClaim },
      status: { allocation },
    },
    { apiVersion, kind: 'ResourceClaim', metadata: { name: 'empty', namespace: 'default' } },
  ],
  rejects: claimRejects((devices) => ({ spec: { devices } })),
  updates: [
    { spec: { devices: { requests: [{ ...request, name: 'b' }] } } },
    { metadata: { labels: { a: 'b' } }, status: { allocation } },
  ],
  statusUpdates: [
    status({ reservedFor: [consumer], devices: [device] }),
    { status: { reservedFor: [consumer] } },
    status({ reservedFor: [consumer, consumer, { resource: '', name: '', uid: '' }] }),
    status({ devices: [{ ...device, device: 'gpu-1' }] }),
    status({ devices: [device, device] }),
    status({ devices: [{ ...device, shareID: 'no-id', data: { a: 1 } }] }),
    status({ devices: [{ ...device, data: [1], conditions: [{ type: '', status: '' }] }] }),
    status({ devices: [{ ...device, networkData: { ips: ['10.0.0.1', '10.0.0.1/24', '2001:0::1/64'] } }] }),
    status({
      devices: [{ ...device, networkData: { hardwareAddress: long(129), interfaceName: long(257) } }],
    }),
    results({ request: 'b', driver: '', pool: 'A', device: 'B' }),
    results({ pool: '', shareID: '1' }),
    results({ bindingConditions: ['a', 'a', 'b c'] }),
    results({ bindingConditions: ['a'], bindingFailureConditions: ['a'] }),
    results({ adminAccess: true }),
    status({
      allocation: { devices: { results: [result], config: [{ source: '', requests: ['c'], opaque }] } },
    }),
    status({ allocation: { nodeSelector: { nodeSelectorTerms: [] } } }),
  ],
};

const resourceClaimTemplate = {
  path: '/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates',
  base: {
    apiVersion,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 'template', namespace: 'default' },
    spec: { spec: { devices: { requests: [request] } } },
  },
  creates: [
    {
      apiVersion,
      kind: 'ResourceClaimTemplate',
      metadata: { name: 'full', namespace: 'default' },
      spec: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec: { devices: fullClaim } },
    },
  ],
  rejects: [
    { spec: { metadata: { labels: { 'a b': 'c d' }, annotations: { 'e f': '' } } } },
    ...claimRejects((devices) => ({ spec: { spec: { devices } } })),
  ],
  updates: [
    { spec: { spec: { devices: { requests: [{ ...request, name: 'b' }] } } } },
    { metadata: { labels: { a: 'b' } } },
  ],
};

const deviceClass = {
  path: '/apis/resource.k8s.io/v1/deviceclasses',
  base: { apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' } },
  creates: [
    {
      apiVersion,
      kind: 'DeviceClass',
      metadata: { name: 'full' },
      spec: {
        selectors: [{ cel: { expression: 'true' } }],
        config: [{ opaque }],
        extendedResourceName: 'example.com/gpu',
      },
    },
  ],
  rejects: [
    { metadata: { name: 'no_name' } },
    { spec: { selectors: [{}] } },
    { spec: { selectors: many(33, () => ({})) } },
    { spec: { selectors: [{ cel: { expression: long(10241) } }] } },
    { spec: { config: [{}] } },
    { spec: { config: [{ opaque: { driver: 'no_name', parameters: 'text' } }] } },
    { spec: { config: [{ opaque: { driver: 'a', parameters: { a: long(10241) } } }] } },
    { spec: { extendedResourceName: 'cpu' } },
  ],
  updates: [
    { spec: { selectors: [{ cel: { expression: 'true' } }] } },
    { spec: { config: [{}] } },
    { metadata: { labels: { a: 'b' } } },
  ],
};

const pool = { name: 'node-1', generation: 1, resourceSliceCount: 1 };
const devices = (...list) => ({ spec: { devices: list } });
const capacity = (value, requestPolicy) =>
  devices({ name: 'd', allowMultipleAllocations: true, capacity: { memory: { value, requestPolicy } } });
const resourceSlice = {
  path: '/apis/resource.k8s.io/v1/resourceslices',
  base: {
    apiVersion,
    kind: 'ResourceSlice',
    metadata: { name: 'slice' },
    spec: { driver: 'gpu.example.com', pool, nodeName: 'node-1' },
  },
  creates: [
    {
      apiVersion,
      kind: 'ResourceSlice',
      metadata: { name: 'full' },
      spec: {
        driver: 'GPU.example.com',
        pool: { ...pool, name: 'a/b' },
        allNodes: true,
        devices: [
          {
            name: 'gpu-0',
            attributes: {
              model: { string: 'x' },
              'example.com/cores': { int: 4 },
              fast: { bool: true },
              driver: { version: '1.2.3-a.1+b' },
            },
            capacity: { memory: { value: '16Gi' } },
            taints: [{ key: 'k', value: 'v', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' }],
            consumesCounters: [{ counterSet: 'set', counters: { memory: { value: '1Gi' } } }],
            bindingConditions: ['ready'],
            bindingFailureConditions: ['failed'],
            bindsToNode: true,
          },
          {
            name: 'gpu-1',
            allowMultipleAllocations: true,
            capacity: {
              memory: { value: '16Gi', requestPolicy: { default: '1Gi', validValues: ['1Gi', '2Gi'] } },
              bandwidth: {
                value: '10',
                requestPolicy: { default: '2', validRange: { min: '1', max: '9', step: '1' } },
              },
            },
          },
        ],
      },
    },
    {
      apiVersion,
      kind: 'ResourceSlice',
      metadata: { name: 'counters' },
      spec: {
        driver: 'gpu.example.com',
        pool,
        nodeSelector: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
        },
        sharedCounters: [{ name: 'set', counters: { memory: { value: '1Gi' } } }],
      },
    },
    {
      apiVersion,
      kind: 'ResourceSlice',
      metadata: { name: 'each' },
      spec: {
        driver: 'gpu.example.com',
        pool,
        perDeviceNodeSelection: true,
        devices: [
          { name: 'a', allNodes: true },
          { name: 'b', nodeName: 'node-1' },
        ],
      },
    },
  ],
  rejects: [
    { spec: { driver: '', pool: { name: '', generation: -1, resourceSliceCount: 0 } } },
    { spec: { pool: { name: 'A/b/_' } } },
    { spec: { nodeName: null } },
    { spec: { nodeName: '' } },
    { spec: { allNodes: true, perDeviceNodeSelection: true } },
    { spec: { nodeName: null, allNodes: false, perDeviceNodeSelection: false } },
    { spec: { nodeName: null, nodeSelector: { nodeSelectorTerms: [] } } },
    { spec: { devices: [{ name: 'a' }], sharedCounters: [{ name: 'a', counters: { c: { value: '1' } } }] } },
    devices({ name: 'Not_A_Label' }, { name: 'a' }, { name: 'a' }),
    devices({ name: 'a', nodeName: 'node-1' }),
    { spec: { nodeName: null, perDeviceNodeSelection: true, devices: [{ name: 'a' }] } },
    {
      spec: {
        nodeName: null,
        perDeviceNodeSelection: true,
        devices: [
          { name: 'a', nodeName: 'b', allNodes: true },
          { name: 'c', nodeName: '', allNodes: false },
        ],
      },
    },
    { spec: { devices: many(129, (i) => ({ name: `d${i}` })) } },
    { spec: { devices: many(65, (i) => ({ name: `d${i}`, taints: [{ key: 'a', effect: 'None' }] })) } },
    devices({ name: 'a', attributes: { a: {}, b: { int: 1, string: 'x' } } }),
    devices({ name: 'a', attributes: { a: { string: long(65) }, b: { version: '1.2' } } }),
    devices({
      name: 'a',
      attributes: { '1a': { int: 1 }, '/a': { int: 1 }, 'a/': { int: 1 }, 'A_/b': { int: 1 } },
    }),
    devices({ name: 'a', attributes: Object.fromEntries(many(33, (i) => [`a${i}`, { int: i }])) }),
    devices({
      name: 'a',
      taints: [
        { key: '', value: 'b c', effect: '' },
        { key: 'a', effect: 'Never' },
      ],
    }),
    devices({
      name: 'a',
      consumesCounters: [
        { counterSet: '', counters: {} },
        { counterSet: 'A', counters: { B: { value: '1' } } },
      ],
    }),
    devices({ name: 'a', bindingFailureConditions: ['a b'] }),
    devices({ name: 'a', capacity: { memory: { value: '1', requestPolicy: {} } } }),
    capacity('4', { default: '1', validValues: ['1'], validRange: { min: '1' } }),
    capacity('4', { validValues: ['1'] }),
    capacity('4', { default: '3', validValues: ['2', '1', '8', '8'] }),
    capacity('4', { default: '0', validRange: { min: '5', max: '4', step: '3' } }),
    capacity('4', { validRange: { min: '1' } }),
    {
      spec: {
        sharedCounters: [
          { name: '', counters: {} },
          { name: 'a', counters: { B: { value: '1' } } },
          { name: 'a', counters: { c: { value: '1' } } },
        ],
      },
    },
  ],
  updates: [
    { spec: { driver: 'other.example.com', pool: { name: 'other' }, nodeName: 'node-2' } },
    { spec: { pool: { generation: 2 } } },
    devices({ name: 'a' }),
    { metadata: { labels: { a: 'b' } } },
  ],
};

export default [resourceClaim, resourceClaimTemplate, deviceClass, resourceSlice];
