import { area, del, edited, get, independent, mergePatch, post, put, sequence } from '../framework/steps.js';
import type { RequestStep } from '../framework/steps.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const as = (name: 'alice' | 'bob' | 'anonymous' | 'stranger') => ({ as: name });
const role = (name: string, rules: unknown[]) => ({ metadata: { name }, rules });
const rule = (resources: string[], verbs: string[], more: object = {}) => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
});
const binding = (name: string, kind: 'Role' | 'ClusterRole', of: string, ...subjects: object[]) => ({
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: of },
  subjects,
});
const alice = { kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' };
const developers = { kind: 'Group', name: 'developers', apiGroup: 'rbac.authorization.k8s.io' };
const ROLES = `${RBAC}/namespaces/{ns}/roles`;
const BINDINGS = `${RBAC}/namespaces/{ns}/rolebindings`;
/** A real server's authorizer learns of a role a moment later. */
const allowed = (step: RequestStep): RequestStep => ({ ...step, until: ({ status }) => status !== 403 });
const refused = (step: RequestStep): RequestStep => ({ ...step, until: ({ status }) => status === 403 });
const map = (name: string) => ({ metadata: { name } });

export const access = area(
  'access',
  'tokens, anonymous requests, impersonation, roles and bindings, escalation, access reviews',
  [
    independent('without rights', 'f-access-none', {
      get: get(`${CONFIG_MAPS}/a`, as('alice')),
      list: get(CONFIG_MAPS, as('alice')),
      'list everywhere': get('/api/v1/configmaps', as('alice')),
      watch: get(`${CONFIG_MAPS}?watch=1`, as('alice')),
      create: post(CONFIG_MAPS, map('a'), as('alice')),
      update: put(`${CONFIG_MAPS}/a`, map('a'), as('alice')),
      patch: mergePatch(`${CONFIG_MAPS}/a`, {}, as('alice')),
      delete: del(`${CONFIG_MAPS}/a`, undefined, as('alice')),
      deletecollection: del(CONFIG_MAPS, undefined, as('alice')),
      'a subresource': get('/api/v1/namespaces/{ns}/pods/p/status', as('alice')),
      'another group': get('/apis/apps/v1/namespaces/{ns}/deployments/d', as('alice')),
      'a cluster-scoped kind': get('/api/v1/nodes/n', as('alice')),
      'an unknown resource': get('/api/v1/namespaces/{ns}/nothings', as('alice')),
      'a path': get('/metrics', as('alice')),
      'the root': get('/', as('alice')),
      discovery: get('/api', as('alice')),
      'discovery of a group': get('/apis/apps/v1', as('alice')),
      version: get('/version', as('alice')),
      'a namespace': get('/api/v1/namespaces/{ns}', as('alice')),
    }),
    independent('anonymous', 'f-access-anonymous', {
      get: get(`${CONFIG_MAPS}/a`, as('anonymous')),
      create: post(CONFIG_MAPS, map('a'), as('anonymous')),
      healthz: get('/healthz', as('anonymous')),
      version: get('/version', as('anonymous')),
      discovery: get('/api', as('anonymous')),
      root: get('/', as('anonymous')),
    }),
    independent('a token nobody knows', 'f-access-stranger', {
      get: get(`${CONFIG_MAPS}/a`, as('stranger')),
      healthz: get('/healthz', as('stranger')),
    }),
    sequence('a role bound to a user', [
      post(ROLES, role('reader', [rule(['configmaps'], ['get', 'list'])])),
      post(BINDINGS, binding('b', 'Role', 'reader', alice)),
      allowed(get(CONFIG_MAPS, as('alice'))),
      post(CONFIG_MAPS, map('a'), as('alice')),
      get(CONFIG_MAPS, as('bob')),
      get('/api/v1/namespaces/{ns}/secrets', as('alice')),
      mergePatch(`${ROLES}/reader`, { rules: [rule(['configmaps'], ['create'])] }),
      refused(get(CONFIG_MAPS, as('alice'))),
      post(CONFIG_MAPS, map('a'), as('alice')),
      del(`${BINDINGS}/b`),
      refused(post(CONFIG_MAPS, map('b'), as('alice'))),
    ]),
    sequence('a role bound to a group', [
      post(ROLES, role('editor', [rule(['configmaps'], ['*'])])),
      post(BINDINGS, binding('b', 'Role', 'editor', developers)),
      allowed(get(CONFIG_MAPS, as('bob'))),
      post(CONFIG_MAPS, map('a'), as('alice')),
      del(`${CONFIG_MAPS}/a`, undefined, as('bob')),
    ]),
    sequence('names, subresources and wildcards', [
      post(
        ROLES,
        role('r', [
          rule(['configmaps'], ['get'], { resourceNames: ['one'] }),
          rule(['pods/status'], ['get']),
          rule(['*/scale'], ['get']),
          { apiGroups: ['*'], resources: ['secrets'], verbs: ['list'] },
        ]),
      ),
      post(BINDINGS, binding('b', 'Role', 'r', alice)),
      allowed(get(`${CONFIG_MAPS}/one`, as('alice'))),
      get(`${CONFIG_MAPS}/two`, as('alice')),
      get(CONFIG_MAPS, as('alice')),
      get(`${CONFIG_MAPS}?fieldSelector=metadata.name%3Done`, as('alice')),
      get('/api/v1/namespaces/{ns}/pods/p/status', as('alice')),
      get('/api/v1/namespaces/{ns}/pods/p', as('alice')),
      get('/api/v1/namespaces/{ns}/replicationcontrollers/x/scale', as('alice')),
      get('/api/v1/namespaces/{ns}/secrets', as('alice')),
    ]),
    sequence('a cluster role in one namespace and everywhere', [
      post(`${RBAC}/clusterroles`, role('{ns}-reader', [rule(['configmaps'], ['list'])])),
      post(BINDINGS, binding('b', 'ClusterRole', '{ns}-reader', alice)),
      allowed(get(CONFIG_MAPS, as('alice'))),
      get('/api/v1/configmaps?limit=1', as('alice')),
      get('/api/v1/configmaps?limit=1', as('bob')),
      post(`${RBAC}/clusterroles`, {
        metadata: { name: '{ns}-paths' },
        rules: [{ nonResourceURLs: ['/logs/*'], verbs: ['get'] }],
      }),
    ]),
    sequence('escalation', [
      post(
        ROLES,
        role('manager', [
          { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['*'] },
          rule(['configmaps'], ['get']),
        ]),
      ),
      post(BINDINGS, binding('b', 'Role', 'manager', alice)),
      allowed(get(ROLES, as('alice'))),
      post(ROLES, role('more', [rule(['secrets'], ['get'])]), as('alice')),
      post(ROLES, role('more', [rule(['secrets', 'configmaps'], ['get', 'list'])]), as('alice')),
      post(ROLES, role('same', [rule(['configmaps'], ['get'])]), as('alice')),
      put(`${ROLES}/same`, role('same', [rule(['configmaps'], ['delete'])]), as('alice')),
      post(BINDINGS, binding('c', 'ClusterRole', 'cluster-admin', alice), as('alice')),
      post(BINDINGS, binding('c', 'Role', 'same', { kind: 'User', name: 'bob' }), as('alice')),
      post(BINDINGS, binding('d', 'Role', 'absent', alice), as('alice')),
    ]),
    sequence('access reviews', [
      post(ROLES, role('reader', [rule(['configmaps'], ['get', 'list'])])),
      post(BINDINGS, binding('b', 'Role', 'reader', alice)),
      allowed(get(CONFIG_MAPS, as('alice'))),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'configmaps' } } },
        as('alice'),
      ),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { resourceAttributes: { namespace: '{ns}', verb: 'delete', resource: 'configmaps' } } },
        as('alice'),
      ),
      post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {
          user: 'alice',
          resourceAttributes: { namespace: '{ns}', verb: 'list', resource: 'configmaps' },
        },
      }),
      post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {
          user: 'bob',
          groups: ['developers'],
          resourceAttributes: { namespace: '{ns}', verb: 'list', resource: 'configmaps' },
        },
      }),
      post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: { user: 'alice', nonResourceAttributes: { path: '/healthz', verb: 'get' } },
      }),
      post(
        '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        { spec: { user: 'alice', resourceAttributes: { verb: 'get', resource: 'configmaps' } } },
        as('alice'),
      ),
      post('/apis/authorization.k8s.io/v1/namespaces/{ns}/localsubjectaccessreviews', {
        metadata: { namespace: '{ns}' },
        spec: {
          user: 'alice',
          resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'configmaps' },
        },
      }),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
        { spec: { namespace: '{ns}' } },
        as('alice'),
      ),
      post('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { spec: {} }, as('alice')),
      post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, as('alice')),
      post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, as('bob')),
    ]),
    independent('impersonation', 'f-access-impersonation', {
      'a user': get(`${CONFIG_MAPS}/a`, { headers: { 'impersonate-user': 'zoe' } }),
      'a user in a group': get(`${CONFIG_MAPS}/a`, {
        headers: { 'impersonate-user': 'zoe', 'impersonate-group': 'system:masters' },
      }),
      'a group alone': get(`${CONFIG_MAPS}/a`, { headers: { 'impersonate-group': 'g' } }),
      'an extra alone': get(`${CONFIG_MAPS}/a`, { headers: { 'impersonate-extra-scopes': 'x' } }),
      'a uid alone': get(`${CONFIG_MAPS}/a`, { headers: { 'impersonate-uid': 'x' } }),
      'who it is': post(
        '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        {},
        {
          headers: {
            'impersonate-user': 'zoe',
            'impersonate-group': 'system:masters',
            'impersonate-uid': 'u',
            'impersonate-extra-scopes': 'view',
            'impersonate-extra-a%2fb': 'c',
          },
        },
      ),
      'a service account': post(
        '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        {},
        {
          headers: {
            'impersonate-user': 'system:serviceaccount:{ns}:robot',
            'impersonate-group': 'system:masters',
          },
        },
      ),
      'a service account without groups': get(`${CONFIG_MAPS}/a`, {
        headers: { 'impersonate-user': 'system:serviceaccount:{ns}:robot' },
      }),
      'the anonymous': get(`${CONFIG_MAPS}/a`, { headers: { 'impersonate-user': 'system:anonymous' } }),
      'without the right': get(`${CONFIG_MAPS}/a`, { as: 'alice', headers: { 'impersonate-user': 'bob' } }),
      'a group without the right': get(`${CONFIG_MAPS}/a`, {
        as: 'alice',
        headers: { 'impersonate-user': 'alice', 'impersonate-group': 'x' },
      }),
    }),
    sequence('aggregated roles', [
      post(`${RBAC}/clusterroles`, {
        metadata: { name: '{ns}-sum' },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { of: '{ns}' } }] },
        rules: [rule(['pods'], ['get'])],
      }),
      get(`${RBAC}/clusterroles/{ns}-sum`),
      put(`${RBAC}/clusterroles/{ns}-sum`, edited(-1, { rules: [] })),
    ]),
    sequence(
      'roles that come with the server',
      [
        ...[
          'admin',
          'edit',
          'view',
          'cluster-admin',
          'system:discovery',
          'system:public-info-viewer',
          'system:basic-user',
          'system:node',
          'system:kube-scheduler',
          'system:auth-delegator',
          'system:aggregate-to-view',
          'system:aggregate-to-edit',
          'system:aggregate-to-admin',
        ].map((name) => get(`${RBAC}/clusterroles/${name}`)),
        ...['cluster-admin', 'system:discovery', 'system:public-info-viewer', 'system:basic-user'].map(
          (name) => get(`${RBAC}/clusterrolebindings/${name}`),
        ),
        get(`${RBAC}/namespaces/kube-system/roles/extension-apiserver-authentication-reader`),
        get(`${RBAC}/namespaces/kube-public/roles/system:controller:bootstrap-signer`),
        get('/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical'),
        get('/api/v1/namespaces/default/services/kubernetes'),
        get('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/exempt'),
        get('/api/v1/namespaces/default'),
        get('/api/v1/namespaces/kube-node-lease'),
      ],
      { madeByServers: true },
    ),
  ],
);
