const apiVersion = 'apiregistration.k8s.io/v1';

const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 };
const service = { namespace: 'default', name: 'api' };
const condition = (status) => ({ type: 'Available', status, reason: 'r', message: 'm' });

export default [
  {
    path: '/apis/apiregistration.k8s.io/v1/apiservices',
    base: {
      apiVersion,
      kind: 'APIService',
      metadata: { name: 'v1.example.com' },
      spec: { ...spec, service },
    },
    creates: [
      {
        apiVersion,
        kind: 'APIService',
        metadata: { name: 'v2.example.com' },
        spec: { ...spec, version: 'v2', service: { ...service, port: 8443 }, insecureSkipTLSVerify: true },
        status: { conditions: [condition('True')] },
      },
    ],
    rejects: [
      { metadata: { name: 'v1.other.example.com' } },
      { metadata: { name: 'a/b' } },
      { metadata: { name: 'v2.' }, spec: { group: '', version: 'v2' } },
      { metadata: { name: 'V1.Not_A_Group' }, spec: { group: 'Not_A_Group', version: 'V1' } },
      { spec: { groupPriorityMinimum: 20001, versionPriority: 1001 } },
      { spec: { groupPriorityMinimum: 0, versionPriority: -1 } },
      { spec: { service: null, caBundle: 'YWJj', insecureSkipTLSVerify: true } },
      { spec: { service: { namespace: '', name: '', port: 0 } } },
      { spec: { service: { port: 65536 } } },
      { spec: { caBundle: 'YWJj', insecureSkipTLSVerify: true } },
      { spec: null },
    ],
    updates: [
      { spec: { group: 'other.example.com' } },
      { spec: { versionPriority: 20 } },
      { spec: { service: null } },
      { metadata: { labels: { a: 'b' } } },
    ],
    statusUpdates: [
      { status: { conditions: [condition('Maybe')] } },
      { status: { conditions: [] }, metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec: null },
    ],
  },
];
