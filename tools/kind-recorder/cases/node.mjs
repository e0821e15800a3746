const apiVersion = 'node.k8s.io/v1';

export default [
  {
    path: '/apis/node.k8s.io/v1/runtimeclasses',
    base: { apiVersion, kind: 'RuntimeClass', metadata: { name: 'gvisor' }, handler: 'runsc' },
    creates: [
      {
        apiVersion,
        kind: 'RuntimeClass',
        metadata: { name: 'full' },
        handler: 'kata',
        overhead: { podFixed: { cpu: '250m', memory: '1.5Gi', 'ephemeral-storage': '0.5m' } },
        scheduling: {
          nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
          tolerations: [
            { key: 'a', operator: 'Exists' },
            { key: 'a', value: 'b', effect: 'NoSchedule' },
          ],
        },
      },
    ],
    rejects: [
      { metadata: { name: 'no_name' } },
      { handler: '' },
      { handler: 'Not.A.Label' },
      { overhead: { podFixed: { cpu: '-1' } } },
      { overhead: { podFixed: { unknown: '1' } } },
      { overhead: { podFixed: { 'hugepages-2Mi': '2Mi' } } },
      { scheduling: { nodeSelector: { 'a b': 'c d' } } },
      { scheduling: { tolerations: [{ operator: 'Equal' }] } },
      { scheduling: { tolerations: [{ key: 'a' }, { key: 'a' }] } },
      { scheduling: { tolerations: [{ key: 'a', operator: 'Sometimes', effect: 'Never' }] } },
    ],
    updates: [
      { handler: 'other' },
      { handler: '' },
      { overhead: { podFixed: { cpu: '1' } } },
      { metadata: { labels: { a: 'b' } } },
    ],
  },
];
