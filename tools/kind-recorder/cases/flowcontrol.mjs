const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';

const resourceRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['default'] };
const user = { kind: 'User', user: { name: 'a' } };
const withRule = (rule) => ({
  spec: { rules: [{ subjects: [user], resourceRules: [{ ...resourceRule, ...rule }] }] },
});
const withUrls = (nonResourceURLs) => ({
  spec: { rules: [{ subjects: [user], nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] }] },
});
const withSubject = (subject) => ({
  spec: { rules: [{ subjects: [subject], resourceRules: [resourceRule] }] },
});
const condition = (type) => ({
  type,
  status: 'True',
  reason: 'r',
  message: 'm',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const flowSchema = {
  path: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
  base: {
    apiVersion,
    kind: 'FlowSchema',
    metadata: { name: 'fs' },
    spec: { priorityLevelConfiguration: { name: 'level' } },
  },
  creates: [
    {
      apiVersion,
      kind: 'FlowSchema',
      metadata: { name: 'full', generation: 7 },
      spec: {
        priorityLevelConfiguration: { name: 'level' },
        matchingPrecedence: 10,
        distinguisherMethod: { type: 'ByNamespace' },
        rules: [
          {
            subjects: [
              user,
              { kind: 'Group', group: { name: 'g' } },
              { kind: 'ServiceAccount', serviceAccount: { namespace: 'default', name: '*' } },
            ],
            resourceRules: [resourceRule, { ...resourceRule, namespaces: [], clusterScope: true }],
            nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/', '/a/*', '/b'] }],
          },
        ],
      },
    },
  ],
  rejects: [
    { spec: null },
    { spec: { matchingPrecedence: -1 } },
    { spec: { matchingPrecedence: 10001 } },
    { spec: { matchingPrecedence: 1 } },
    { spec: { distinguisherMethod: { type: 'ByColour' } } },
    { spec: { priorityLevelConfiguration: { name: 'no_name' } } },
    { spec: { rules: [{ subjects: [], resourceRules: [] }] } },
    withSubject({ kind: 'Robot' }),
    withSubject({ kind: 'User' }),
    withSubject({ kind: 'Group', group: { name: '' }, user: { name: 'a' } }),
    withSubject({ kind: 'ServiceAccount' }),
    withSubject({
      kind: 'ServiceAccount',
      serviceAccount: { namespace: '', name: '' },
      group: { name: 'a' },
    }),
    withSubject({ kind: 'ServiceAccount', serviceAccount: { namespace: 'A_', name: 'B_' } }),
    withRule({ verbs: [], apiGroups: [], resources: [], namespaces: [] }),
    withRule({ verbs: ['*', 'get'], apiGroups: ['*', 'a'], resources: ['*', 'b'], namespaces: ['*', 'c'] }),
    withRule({ verbs: ['look', 'get'], namespaces: ['A_'] }),
    withUrls([]),
    withUrls(['*', '/a']),
    withUrls(['', 'a', '/a b', '/a//b', '/*/a', '/a*']),
  ],
  updates: [
    { spec: { matchingPrecedence: 5 } },
    { spec: { matchingPrecedence: 0 } },
    { metadata: { labels: { a: 'b' } } },
    { spec: { priorityLevelConfiguration: { name: '' } } },
    { status: { conditions: [condition('Dangling')] } },
  ],
  statusUpdates: [
    { status: { conditions: [condition('Dangling')] }, metadata: { labels: { a: 'b' } } },
    { status: { conditions: [condition('Dangling'), condition('Dangling'), condition('')] } },
  ],
};

const limited = (change) => ({ spec: { limited: change } });
const queuing = (change) => limited({ limitResponse: { type: 'Queue', queuing: change } });
const priorityLevel = {
  path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
  base: {
    apiVersion,
    kind: 'PriorityLevelConfiguration',
    metadata: { name: 'pl' },
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  },
  creates: [
    {
      apiVersion,
      kind: 'PriorityLevelConfiguration',
      metadata: { name: 'queued' },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
    },
    {
      apiVersion,
      kind: 'PriorityLevelConfiguration',
      metadata: { name: 'full' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 0,
          lendablePercent: 100,
          borrowingLimitPercent: 0,
          limitResponse: { type: 'Queue', queuing: { queues: 8, handSize: 2, queueLengthLimit: 3 } },
        },
      },
    },
  ],
  rejects: [
    { spec: null },
    { spec: { type: 'Exempt' } },
    {
      spec: { type: 'Exempt', limited: null, exempt: { nominalConcurrencyShares: -1, lendablePercent: 101 } },
    },
    { spec: { type: 'Other' } },
    { spec: { exempt: {} } },
    { spec: { limited: null } },
    limited({ nominalConcurrencyShares: -1, lendablePercent: -1, borrowingLimitPercent: -1 }),
    limited({ limitResponse: { type: 'Reject', queuing: {} } }),
    limited({ limitResponse: { type: 'Queue' } }),
    limited({ limitResponse: { type: '' } }),
    queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
    queuing({ queues: 10000001, handSize: 1 }),
    queuing({ queues: 4, handSize: 5 }),
    queuing({ queues: 1024, handSize: 7 }),
    { metadata: { annotations: { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' } } },
  ],
  updates: [
    limited({ nominalConcurrencyShares: 5 }),
    limited({ nominalConcurrencyShares: -5 }),
    { spec: { limited: null } },
    { metadata: { labels: { a: 'b' } } },
  ],
  statusUpdates: [
    { status: { conditions: [condition('a'), condition('a'), condition('')] } },
    { status: { conditions: [condition('a')] }, metadata: { annotations: { a: 'b' } } },
  ],
};

export default [flowSchema, priorityLevel];
