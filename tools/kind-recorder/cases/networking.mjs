const apiVersion = 'networking.k8s.io/v1';

const parentRef = { resource: 'services', namespace: 'default', name: 'web' };
const ipAddress = {
  path: '/apis/networking.k8s.io/v1/ipaddresses',
  base: { apiVersion, kind: 'IPAddress', metadata: { name: '192.0.2.1' }, spec: { parentRef } },
  creates: [
    {
      apiVersion,
      kind: 'IPAddress',
      metadata: { name: '2001:db8::1' },
      spec: { parentRef: { group: 'Example.com'.toLowerCase(), resource: 'Things', name: 'a' } },
    },
  ],
  rejects: [
    { metadata: { name: 'not-an-address' } },
    { metadata: { name: '192.0.2.01' } },
    { metadata: { name: '::ffff:192.0.2.1' } },
    { metadata: { name: '2001:DB8::1' } },
    { metadata: { name: '2001:db8:0:0:0:0:0:1' } },
    { metadata: { name: '2001:0:0:1:0:0:0:1' } },
    { spec: null },
    { spec: { parentRef: { group: 'Not_A_Group', resource: 'a/b', namespace: '..', name: '%' } } },
    { spec: { parentRef: { resource: '', name: '' } } },
  ],
  updates: [
    { spec: { parentRef: { name: 'other' } } },
    { spec: { parentRef: null } },
    { metadata: { labels: { a: 'b' } } },
  ],
};

const serviceCidr = {
  path: '/apis/networking.k8s.io/v1/servicecidrs',
  base: { apiVersion, kind: 'ServiceCIDR', metadata: { name: 'more' }, spec: { cidrs: ['198.51.100.0/24'] } },
  creates: [
    {
      apiVersion,
      kind: 'ServiceCIDR',
      metadata: { name: 'dual' },
      spec: { cidrs: ['203.0.113.0/24', '2001:db8::/112'] },
      status: { conditions: [{ type: 'Ready', status: 'True', reason: 'a', message: '' }] },
    },
  ],
  rejects: [
    { metadata: { name: 'no_name' } },
    { spec: null },
    { spec: { cidrs: ['a', 'b', 'c'] } },
    { spec: { cidrs: ['no-range'] } },
    { spec: { cidrs: ['198.51.100.0/24', '203.0.113.0/24'] } },
    { spec: { cidrs: ['198.51.100.1/24'] } },
    { spec: { cidrs: ['198.051.100.0/24'] } },
    { spec: { cidrs: ['2001:db8:0::/112'] } },
    { spec: { cidrs: ['::ffff:1.2.3.0/120'] } },
    { spec: { cidrs: ['198.51.100.0/24', ''] } },
  ],
  updates: [
    { spec: { cidrs: ['203.0.113.0/24'] } },
    { spec: { cidrs: ['198.51.100.0/24', '2001:db8::/112'] } },
    { spec: { cidrs: ['203.0.113.0/24', '198.51.100.0/24'] } },
    { spec: { cidrs: [] } },
    { status: { conditions: [] }, metadata: { labels: { a: 'b' } } },
  ],
  statusUpdates: [
    {
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'a',
            message: '',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
      spec: { cidrs: [] },
    },
  ],
};

const networkPolicy = {
  path: '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
  base: {
    apiVersion,
    kind: 'NetworkPolicy',
    metadata: { name: 'np', namespace: 'default' },
    spec: { podSelector: {} },
  },
  creates: [
    {
      apiVersion,
      kind: 'NetworkPolicy',
      metadata: { name: 'full', namespace: 'default' },
      spec: {
        podSelector: { matchLabels: { a: 'b' } },
        ingress: [
          {
            ports: [{ port: 80 }, { protocol: 'UDP', port: 'dns' }, { port: 1000, endPort: 2000 }],
            from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }],
          },
        ],
        egress: [{ to: [{ namespaceSelector: {}, podSelector: {} }] }],
      },
    },
  ],
  rejects: [
    { spec: { ingress: [{ from: [{}] }] } },
    { spec: { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
    { spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/8'] } }] }] } },
    { spec: { egress: [{ ports: [{ protocol: 'ICMP', port: 0 }] }] } },
    { spec: { egress: [{ ports: [{ port: 80, endPort: 79 }, { endPort: 1 }, { port: 'a', endPort: 1 }] }] } },
    { spec: { policyTypes: ['Sideways'] } },
    { spec: { policyTypes: ['Ingress', 'Egress', 'Ingress'] } },
    { spec: { podSelector: { matchLabels: { 'a b': 'c' } } } },
    { spec: { ingress: [{ from: [{ ipBlock: { cidr: '' } }] }] } },
    { spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.300/8' } }] }] } },
  ],
  updates: [{ spec: { policyTypes: ['Egress'] } }, { metadata: { labels: { a: 'b' } } }],
};

export default [ipAddress, serviceCidr, networkPolicy];
