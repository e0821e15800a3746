import {
  area,
  del,
  edited,
  get,
  independent,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  strategicPatch,
} from '../framework/steps.js';
import { podSpec, podTemplate } from '../objects.js';

const PODS = '/api/v1/namespaces/{ns}/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const BUDGETS = '/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets';
const ACCOUNTS = '/api/v1/namespaces/{ns}/serviceaccounts';
const pod = (name: string, labels: object = {}) => ({ metadata: { name, labels }, spec: podSpec });
const deployment = {
  metadata: { name: 'd' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: podTemplate },
};
const scale = (replicas: unknown, fields: object = {}) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'd', namespace: '{ns}', ...fields },
  spec: { replicas },
});
const binding = (fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name: 'p' },
  target: { kind: 'Node', name: 'n' },
  ...fields,
});
const eviction = (fields: object = {}) => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name: 'p', namespace: '{ns}' },
  ...fields,
});

export const subresources = area(
  'subresources',
  'status, scale, binding, eviction, ephemeral containers, tokens, reviews',
  [
    sequence('status of a deployment', [
      post(DEPLOYMENTS, { ...deployment, status: { replicas: 9 } }),
      get(`${DEPLOYMENTS}/d/status`),
      put(
        `${DEPLOYMENTS}/d/status`,
        edited(0, {
          'status.replicas': 2,
          'status.readyReplicas': 1,
          'spec.replicas': 77,
          'metadata.labels': { a: 'b' },
        }),
      ),
      get(`${DEPLOYMENTS}/d`),
      put(`${DEPLOYMENTS}/d`, edited(3, { 'status.replicas': 50, 'spec.replicas': 3 })),
      mergePatch(`${DEPLOYMENTS}/d/status`, {
        status: { conditions: [{ type: 'Available', status: 'True' }] },
      }),
      strategicPatch(`${DEPLOYMENTS}/d/status`, {
        status: { conditions: [{ type: 'Progressing', status: 'True' }] },
      }),
      jsonPatch(`${DEPLOYMENTS}/d/status`, [{ op: 'replace', path: '/status/replicas', value: 4 }]),
      mergePatch(`${DEPLOYMENTS}/d/status`, { status: { replicas: -1 } }),
      mergePatch(`${DEPLOYMENTS}/d/status`, { status: { readyReplicas: 100 } }),
      mergePatch(`${DEPLOYMENTS}/d/status`, { status: { observedGeneration: -1 } }),
      mergePatch(`${DEPLOYMENTS}/d/status?dryRun=All`, { status: { replicas: 8 } }),
      post(`${DEPLOYMENTS}/d/status`, {}),
      del(`${DEPLOYMENTS}/d/status`),
      get(`${DEPLOYMENTS}/absent/status`),
      put(`${DEPLOYMENTS}/absent/status`, deployment),
      get(`${DEPLOYMENTS}/d`),
    ]),
    sequence('status of a pod', [
      post(PODS, pod('p')),
      mergePatch(`${PODS}/p/status`, {
        status: { phase: 'Running', podIP: '10.1.1.1', podIPs: [{ ip: '10.1.1.1' }] },
      }),
      mergePatch(`${PODS}/p/status`, { status: { podIP: 'nope' } }),
      mergePatch(`${PODS}/p/status`, { status: { phase: 'Odd' } }),
      mergePatch(`${PODS}/p/status`, { status: { conditions: [{ type: 'Ready', status: 'True' }] } }),
      strategicPatch(`${PODS}/p/status`, {
        status: { conditions: [{ type: 'ContainersReady', status: 'True' }] },
      }),
      mergePatch(`${PODS}/p/status`, {
        status: {
          containerStatuses: [
            { name: 'web', image: 'x', imageID: '', ready: true, restartCount: 0, state: { running: {} } },
          ],
        },
      }),
      mergePatch(`${PODS}/p/status`, {
        status: {
          containerStatuses: [
            {
              name: 'web',
              image: 'x',
              imageID: '',
              ready: false,
              restartCount: 1,
              state: { terminated: { exitCode: 1 } },
            },
          ],
        },
      }),
      mergePatch(`${PODS}/p/status`, { status: { qosClass: 'Guaranteed' } }),
      mergePatch(`${PODS}/p/status`, { spec: { nodeName: 'x' }, metadata: { labels: { a: 'b' } } }),
      get(`${PODS}/p`),
      get(`${PODS}/p`, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
    ]),
    sequence('scale of a deployment', [
      post(DEPLOYMENTS, deployment),
      get(`${DEPLOYMENTS}/d/scale`),
      put(`${DEPLOYMENTS}/d/scale`, scale(5)),
      put(`${DEPLOYMENTS}/d/scale`, edited(1, { 'spec.replicas': 6 })),
      put(`${DEPLOYMENTS}/d/scale`, scale(-1)),
      put(`${DEPLOYMENTS}/d/scale`, scale('x')),
      put(`${DEPLOYMENTS}/d/scale`, scale(1, { name: 'other' })),
      put(`${DEPLOYMENTS}/d/scale`, scale(1, { namespace: 'other' })),
      put(`${DEPLOYMENTS}/d/scale`, scale(1, { uid: 'other' })),
      put(`${DEPLOYMENTS}/d/scale`, deployment),
      put(`${DEPLOYMENTS}/d/scale`, {}),
      mergePatch(`${DEPLOYMENTS}/d/scale`, { spec: { replicas: 7 } }),
      mergePatch(`${DEPLOYMENTS}/d/scale`, { spec: { replicas: null } }),
      jsonPatch(`${DEPLOYMENTS}/d/scale`, [{ op: 'replace', path: '/spec/replicas', value: 8 }]),
      jsonPatch(`${DEPLOYMENTS}/d/scale`, [{ op: 'test', path: '/spec/replicas', value: 9 }]),
      strategicPatch(`${DEPLOYMENTS}/d/scale`, { spec: { replicas: 9 } }),
      mergePatch(`${DEPLOYMENTS}/d/scale?dryRun=All`, { spec: { replicas: 1 } }),
      mergePatch(`${DEPLOYMENTS}/d/scale?fieldValidation=Strict`, { spec: { replicas: 1, odd: 1 } }),
      get(`${DEPLOYMENTS}/absent/scale`),
      put(`${DEPLOYMENTS}/absent/scale`, scale(1)),
      get(`${DEPLOYMENTS}/d/scale`, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
      get(`${DEPLOYMENTS}/d/scale`, { headers: { accept: 'application/yaml' } }),
      get(`${DEPLOYMENTS}/d/scale`, { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
      get(`${DEPLOYMENTS}/d`),
    ]),
    sequence('binding a pod', [
      post(PODS, pod('p')),
      post(`${PODS}/p/binding`, binding({ target: { kind: 'Pod', name: 'n' } })),
      post(`${PODS}/p/binding`, binding({ target: {} })),
      post(`${PODS}/p/binding`, binding({ metadata: { name: 'other' } })),
      post(`${PODS}/p/binding`, binding({ metadata: { name: 'p', uid: 'wrong' } })),
      post(`${PODS}/p/binding?dryRun=All`, binding()),
      post(`${PODS}/p/binding`, binding({ metadata: { name: 'p', annotations: { a: 'b' } } })),
      post(`${PODS}/p/binding`, binding()),
      get(`${PODS}/p`),
      post(`${PODS}/absent/binding`, binding({ metadata: { name: 'absent' } })),
      post('/api/v1/namespaces/{ns}/bindings', binding({ metadata: { name: 'q' } })),
      post(PODS, pod('q')),
      post('/api/v1/namespaces/{ns}/bindings', binding({ metadata: { name: 'q' } })),
      get(`${PODS}/q`),
      post(PODS, { metadata: { name: 'gated' }, spec: { ...podSpec, schedulingGates: [{ name: 'g' }] } }),
      post(`${PODS}/gated/binding`, binding({ metadata: { name: 'gated' } })),
      get(`${PODS}/p/binding`),
    ]),
    sequence('evicting pods', [
      post(PODS, pod('p')),
      post(`${PODS}/p/eviction`, eviction({ metadata: { name: 'other', namespace: '{ns}' } })),
      post(`${PODS}/p/eviction?dryRun=All`, eviction()),
      post(`${PODS}/p/eviction`, eviction({ deleteOptions: { preconditions: { uid: 'x' } } })),
      post(`${PODS}/p/eviction`, eviction({ deleteOptions: { dryRun: ['All'] } })),
      post(`${PODS}/p/eviction`, eviction()),
      get(`${PODS}/p`),
      post(`${PODS}/absent/eviction`, eviction({ metadata: { name: 'absent' } })),
      post(PODS, pod('q', { guarded: 'yes' })),
      post(BUDGETS, {
        metadata: { name: 'b' },
        spec: { minAvailable: 1, selector: { matchLabels: { guarded: 'yes' } } },
      }),
      post(`${PODS}/q/eviction`, eviction({ metadata: { name: 'q' } })),
      mergePatch(`${PODS}/q/status`, {
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      }),
      post(`${PODS}/q/eviction`, eviction({ metadata: { name: 'q' } })),
      get(`${BUDGETS}/b`),
      post(BUDGETS, {
        metadata: { name: 'b2' },
        spec: { maxUnavailable: 1, selector: { matchLabels: { guarded: 'yes' } } },
      }),
      post(`${PODS}/q/eviction`, eviction({ metadata: { name: 'q' } })),
      get(`${PODS}/q/eviction`),
    ]),
    sequence('ephemeral containers', [
      post(PODS, pod('p')),
      get(`${PODS}/p/ephemeralcontainers`),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'debug', image: 'busybox' }] },
      }),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'debug', image: 'other' }] },
      }),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'more', image: 'busybox', targetContainerName: 'web' }] },
      }),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'bad', image: 'busybox', ports: [{ containerPort: 80 }] }] },
      }),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'web', image: 'busybox' }] },
      }),
      strategicPatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'tgt', image: 'b', targetContainerName: 'absent' }] },
      }),
      mergePatch(`${PODS}/p/ephemeralcontainers`, { spec: { ephemeralContainers: [] } }),
      mergePatch(`${PODS}/p/ephemeralcontainers`, {
        spec: { containers: [{ name: 'web', image: 'other' }] },
      }),
      mergePatch(`${PODS}/p`, { spec: { ephemeralContainers: [{ name: 'x', image: 'y' }] } }),
      get(`${PODS}/p`),
    ]),
    sequence('resizing a pod', [
      post(PODS, {
        metadata: { name: 'p' },
        spec: {
          containers: [
            { name: 'web', image: 'x', resources: { requests: { cpu: '100m' }, limits: { cpu: '200m' } } },
          ],
        },
      }),
      get(`${PODS}/p/resize`),
      strategicPatch(`${PODS}/p/resize`, {
        spec: { containers: [{ name: 'web', resources: { requests: { cpu: '150m' } } }] },
      }),
      strategicPatch(`${PODS}/p/resize`, { spec: { containers: [{ name: 'web', image: 'y' }] } }),
      strategicPatch(`${PODS}/p/resize`, {
        spec: { containers: [{ name: 'web', resources: { requests: { cpu: '900m' } } }] },
      }),
      strategicPatch(`${PODS}/p`, {
        spec: { containers: [{ name: 'web', resources: { requests: { cpu: '120m' } } }] },
      }),
      get(`${PODS}/p`),
    ]),
    sequence('tokens of a service account', [
      post(ACCOUNTS, { metadata: { name: 'robot' } }),
      post(`${ACCOUNTS}/robot/token`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { audiences: ['a'], expirationSeconds: 3600 },
      }),
      post(`${ACCOUNTS}/robot/token`, { spec: {} }),
      post(`${ACCOUNTS}/robot/token`, { spec: { expirationSeconds: 5 } }),
      post(`${ACCOUNTS}/robot/token`, {
        spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'absent' } },
      }),
      post(`${ACCOUNTS}/robot/token`, {
        spec: { boundObjectRef: { kind: 'Node', apiVersion: 'apps/v1', name: 'x' } },
      }),
      post(`${ACCOUNTS}/robot/token?dryRun=All`, { spec: {} }),
      post(`${ACCOUNTS}/absent/token`, { spec: {} }),
      post(`${ACCOUNTS}/robot/token`, { metadata: { name: 'other' }, spec: {} }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', {
        spec: { token: '{1.status.token}', audiences: ['a'] },
      }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: '{1.status.token}' } }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'nonsense' } }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: {} }),
      post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'token-of-alice' } }),
      get(`${ACCOUNTS}/robot/token`),
    ]),
    independent('reviews', 'f-subresources-reviews', {
      'self subject access': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      }),
      'self subject access of nothing': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: {},
      }),
      'self subject access of both': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { resourceAttributes: { verb: 'get' }, nonResourceAttributes: { verb: 'get', path: '/x' } },
      }),
      'self subject access of a path': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { nonResourceAttributes: { verb: 'get', path: '/metrics' } },
      }),
      'self subject access with a name': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        metadata: { name: 'x' },
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      }),
      'subject access of nobody': post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      }),
      'subject access of a master': post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {
          groups: ['system:masters'],
          user: 'x',
          resourceAttributes: { verb: 'get', resource: 'pods' },
        },
      }),
      'local subject access elsewhere': post(
        '/apis/authorization.k8s.io/v1/namespaces/{ns}/localsubjectaccessreviews',
        {
          metadata: { namespace: 'other' },
          spec: { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'other' } },
        },
      ),
      'local subject access of a path': post(
        '/apis/authorization.k8s.io/v1/namespaces/{ns}/localsubjectaccessreviews',
        {
          metadata: { namespace: '{ns}' },
          spec: { user: 'x', nonResourceAttributes: { verb: 'get', path: '/x' } },
        },
      ),
      'self subject': post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, { as: 'alice' }),
      'get a review': get('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
      'field selector in a review': post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: {
          resourceAttributes: { verb: 'list', resource: 'pods', fieldSelector: { rawSelector: 'a=b' } },
        },
      }),
    }),
    independent('nothing of the kind', 'f-subresources-none', {
      'of a config map': get('/api/v1/namespaces/{ns}/configmaps/x/status'),
      'of a pod': get(`${PODS}/x/nothing`),
      'log of a pod that is not there': get(`${PODS}/x/log`),
      'exec of a pod that is not there': get(`${PODS}/x/exec?command=x`),
      'proxy of a service that is not there': get('/api/v1/namespaces/{ns}/services/x/proxy'),
      'a deeper path': get(`${PODS}/x/status/y`),
      'status of a collection': put(`${PODS}/status`, {}),
    }),
  ],
);
