const apiVersion = 'admissionregistration.k8s.io/v1';

const rule = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] };
const spec = (change) => ({ spec: change });
const matching = (field, change) => spec({ [field]: { resourceRules: [rule], ...change } });

/** What policies and bindings of both kinds refuse in what they match. */
const matchRejects = (field) => [
  matching(field, { matchPolicy: 'Rough' }),
  matching(field, { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
  matching(field, { objectSelector: { matchLabels: { 'a b': 'c' } } }),
  matching(field, {
    resourceRules: [{ ...rule, operations: [], apiGroups: [], apiVersions: [], resources: [] }],
  }),
  matching(field, { resourceRules: [{ ...rule, resourceNames: ['a', 'a', 'b/c'] }] }),
  matching(field, { excludeResourceRules: [{ ...rule, apiGroups: ['*', 'a'], scope: 'World' }] }),
  matching(field, { resourceRules: [{ ...rule, operations: ['CREATE', 'DELETE', '*'] }] }),
];
const policyRejects = [
  spec(null),
  spec({ failurePolicy: 'Perhaps' }),
  spec({ paramKind: { apiVersion: '', kind: '' } }),
  spec({ paramKind: { apiVersion: 'a/b/c', kind: 'Not a kind' } }),
  spec({ paramKind: { apiVersion: 'Not_A_Group/V1', kind: 'ConfigMap' } }),
  spec({ paramKind: { apiVersion: 'example.com/', kind: 'ConfigMap' } }),
  spec({ matchConstraints: null }),
  spec({ matchConstraints: { resourceRules: [] } }),
  spec({
    matchConditions: [
      { name: '', expression: '' },
      { name: 'a b', expression: 'true' },
    ],
  }),
  spec({ variables: [{ name: ' ', expression: ' ' }] }),
  spec({
    variables: [
      { name: 'package', expression: '1' },
      { name: 'a-b', expression: '1' },
    ],
  }),
  ...matchRejects('matchConstraints'),
];
const bindingRejects = [
  spec(null),
  spec({ policyName: 'no_name' }),
  spec({ paramRef: {} }),
  spec({ paramRef: { name: 'a', selector: {}, parameterNotFoundAction: 'Deny' } }),
  spec({ paramRef: { name: 'a/b', parameterNotFoundAction: 'Shrug' } }),
  spec({ paramRef: { selector: { matchLabels: { 'a b': 'c' } }, parameterNotFoundAction: 'Allow' } }),
  ...matchRejects('matchResources'),
];
const condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Fine',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

const validatingPolicy = {
  path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  base: {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'vap' },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] },
  },
  creates: [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'full', generation: 4 },
      spec: {
        failurePolicy: 'Ignore',
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: {
          matchPolicy: 'Exact',
          resourceRules: [{ ...rule, scope: 'Namespaced', resourceNames: ['a'] }],
          excludeResourceRules: [rule],
          namespaceSelector: { matchLabels: { a: 'b' } },
        },
        matchConditions: [{ name: 'a', expression: 'has(object.spec)' }],
        variables: [{ name: 'v', expression: '1 + 1' }],
        validations: [
          { expression: 'variables.v == 2', message: 'two', reason: 'Forbidden' },
          { expression: 'true', messageExpression: "'a'" },
        ],
        auditAnnotations: [{ key: 'k', valueExpression: "'v'" }],
      },
      status: { observedGeneration: 3 },
    },
  ],
  rejects: [
    ...policyRejects,
    spec({ validations: [] }),
    spec({ validations: [{ expression: ' ', message: ' ', messageExpression: ' ', reason: 'Whim' }] }),
    spec({ validations: [{ expression: 'true', message: 'a\nb' }] }),
    spec({ auditAnnotations: [{ key: 'a b', valueExpression: ' ' }] }),
    spec({
      auditAnnotations: [
        { key: 'a', valueExpression: "'a'" },
        { key: 'a', valueExpression: "'b'" },
      ],
    }),
  ],
  updates: [
    spec({ failurePolicy: 'Ignore' }),
    spec({ validations: null }),
    { metadata: { labels: { a: 'b' } }, status: { observedGeneration: 2 } },
  ],
  statusUpdates: [
    { status: { observedGeneration: 1, conditions: [condition] }, metadata: { labels: { a: 'b' } } },
    { status: { conditions: [condition, { ...condition, status: 'Perhaps', reason: '1' }] } },
    {
      status: { conditions: [{ type: 'a b', status: '', reason: '', message: '', observedGeneration: -1 }] },
    },
    { status: { typeChecking: { expressionWarnings: [{ warning: '', fieldRef: ' ' }] } } },
  ],
};

const mutation = {
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression: 'Object{}' },
};
const jsonPatch = '[JSONPatch{op: "add", path: "/a", value: "b"}]';
const mutatingPolicy = {
  path: '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies',
  base: {
    apiVersion,
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'map' },
    spec: { matchConstraints: { resourceRules: [rule] }, mutations: [mutation], reinvocationPolicy: 'Never' },
  },
  creates: [
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'full' },
      spec: {
        failurePolicy: 'Ignore',
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: { resourceRules: [{ ...rule, operations: ['CREATE', 'UPDATE'] }] },
        variables: [{ name: 'v', expression: '1' }],
        mutations: [mutation, { patchType: 'JSONPatch', jsonPatch: { expression: jsonPatch } }],
        reinvocationPolicy: 'IfNeeded',
      },
    },
  ],
  rejects: [
    ...policyRejects,
    spec({ reinvocationPolicy: 'Often' }),
    spec({ mutations: [] }),
    spec({ mutations: [{}, { patchType: 'Merge' }] }),
    spec({ mutations: [{ patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } }] }),
    spec({ mutations: [{ ...mutation, jsonPatch: { expression: jsonPatch } }] }),
    spec({ mutations: [{ patchType: 'ApplyConfiguration' }] }),
    spec({ mutations: [{ ...mutation, applyConfiguration: { expression: ' ' } }] }),
    spec({ matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE', 'CONNECT'] }] } }),
  ],
  updates: [
    spec({ reinvocationPolicy: 'IfNeeded' }),
    spec({ mutations: null }),
    { metadata: { labels: { a: 'b' } } },
  ],
};

const validatingBinding = {
  path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
  base: {
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'vapb' },
    spec: { policyName: 'vap', validationActions: ['Deny'] },
  },
  creates: [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'full' },
      spec: {
        policyName: 'vap',
        paramRef: { name: 'p', namespace: 'default', parameterNotFoundAction: 'Deny' },
        matchResources: { resourceRules: [rule], objectSelector: { matchLabels: { a: 'b' } } },
        validationActions: ['Warn', 'Audit'],
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'selecting' },
      spec: {
        policyName: 'vap',
        paramRef: {
          selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] },
          parameterNotFoundAction: 'Allow',
        },
        validationActions: ['Audit'],
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'named' },
      spec: {
        policyName: 'vap',
        paramRef: { name: 'p', parameterNotFoundAction: 'Allow' },
        validationActions: ['Audit'],
      },
    },
  ],
  rejects: [
    ...bindingRejects,
    spec({ validationActions: [] }),
    spec({ validationActions: ['Deny', 'Warn', 'Deny', 'Shout'] }),
  ],
  updates: [spec({ policyName: 'other' }), spec({ policyName: '' }), { metadata: { labels: { a: 'b' } } }],
};

const mutatingBinding = {
  path: '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
  base: {
    apiVersion,
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: 'mapb' },
    spec: { policyName: 'map' },
  },
  creates: [
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'full' },
      spec: {
        policyName: 'map',
        paramRef: { name: 'p', parameterNotFoundAction: 'Deny' },
        matchResources: { resourceRules: [rule] },
      },
    },
  ],
  rejects: [
    ...bindingRejects,
    matching('matchResources', { resourceRules: [{ ...rule, operations: ['DELETE'] }] }),
  ],
  updates: [spec({ policyName: 'other' }), spec({ policyName: '' }), { metadata: { labels: { a: 'b' } } }],
};

export default [validatingPolicy, mutatingPolicy, validatingBinding, mutatingBinding];
