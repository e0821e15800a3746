import {
  apply,
  area,
  del,
  edited,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  strategicPatch,
} from '../framework/steps.js';
import type { RequestOptions, Sequence } from '../framework/steps.js';

const MAPS = '/api/v1/namespaces/{ns}/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const SERVICES = '/api/v1/namespaces/{ns}/services';
const PODS = '/api/v1/namespaces/{ns}/pods';
const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const agent = (name: string): RequestOptions => ({ headers: { 'user-agent': name } });

const configMap = (data: Record<string, unknown>, metadata: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
});

const container = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  image: `registry.example.com/${name}:1`,
  ...more,
});

const deployment = (spec: Record<string, unknown> = {}, containers: unknown[] = [container('main')]) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', labels: { app: 'a' } },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers } },
    ...spec,
  },
});

const service = (ports: unknown[], spec: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'a' },
  spec: { selector: { app: 'a' }, ports, ...spec },
});

const pod = (spec: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', labels: { app: 'a' } },
  spec: { containers: [container('main')], ...spec },
});

const as = (path: string, manager: string, more = ''): string => `${path}?fieldManager=${manager}${more}`;

const configMaps: Sequence[] = [
  sequence('create, update and patch by several managers', [
    post(
      as(MAPS, 'creator'),
      configMap(
        { x: '1', y: '2' },
        { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/f'] },
      ),
    ),
    put(
      as(`${MAPS}/a`, 'updater'),
      configMap({ x: '2', y: '2' }, { labels: { a: 'c' }, finalizers: ['example.com/f'] }),
    ),
    get(`${MAPS}/a`),
    mergePatch(as(`${MAPS}/a`, 'merger'), { data: { x: null, z: '3' } }),
    jsonPatch(as(`${MAPS}/a`, 'jsoner'), [{ op: 'add', path: '/data/w', value: '4' }]),
    strategicPatch(as(`${MAPS}/a`, 'strategist'), {
      data: { y: '5' },
      metadata: { finalizers: ['example.com/g'] },
    }),
    mergePatch(as(`${MAPS}/a`, 'merger'), { data: { z: '3' } }),
    mergePatch(as(`${MAPS}/a`, 'merger'), { metadata: { finalizers: null } }),
    get(`${MAPS}/a`),
  ]),
  sequence('the manager is named by the user agent', [
    post(MAPS, configMap({ x: '1' }), agent('tool/1.0 (linux)')),
    mergePatch(`${MAPS}/a`, { data: { y: '1' } }, agent('other tool')),
    mergePatch(`${MAPS}/a`, { data: { z: '1' } }, agent('a'.repeat(200))),
    mergePatch(as(`${MAPS}/a`, 'named'), { data: { w: '1' } }, agent('tool/1.0')),
  ]),
  sequence('apply creates, changes, removes', [
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1', y: '1' }, { labels: { l: '1' } })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1', y: '1' }, { labels: { l: '1' } })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '2' })),
    apply(as(`${MAPS}/a`, 'two'), configMap({ z: '1' })),
    apply(as(`${MAPS}/a`, 'two'), configMap({ z: '1', x: '2' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({})),
    apply(as(`${MAPS}/a`, 'two'), configMap({ x: '3' })),
    get(`${MAPS}/a`),
    apply(as(`${MAPS}/a`, 'two'), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
    get(`${MAPS}/a`),
    del(`${MAPS}/a`),
  ]),
  sequence('conflicts', [
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1', y: '1' })),
    apply(as(`${MAPS}/a`, 'two'), configMap({ x: '2' })),
    apply(as(`${MAPS}/a`, 'two'), configMap({ x: '2', y: '2' })),
    apply(as(`${MAPS}/a`, 'two', '&force=false'), configMap({ x: '2', y: '2' })),
    apply(as(`${MAPS}/a`, 'two', '&force=true'), configMap({ x: '2', z: '2' })),
    mergePatch(as(`${MAPS}/a`, 'patcher'), { data: { x: '3', z: '3', y: '3' } }),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1', y: '1' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ y: '1', z: '1' })),
    apply(as(`${MAPS}/a`, 'one', '&force=true'), configMap({ y: '1', z: '1' })),
    get(`${MAPS}/a`),
  ]),
  sequence('options of apply', [
    apply(`${MAPS}/a`, configMap({})),
    apply(as(`${MAPS}/a`, 'one', '&dryRun=All'), configMap({ x: '1' })),
    get(`${MAPS}/a`),
    apply(as(`${MAPS}/a`, 'one', '&dryRun=None'), configMap({ x: '1' })),
    mergePatch(as(`${MAPS}/a`, 'one', '&force=true'), {}),
    apply(as(`${MAPS}/a`, 'e%00'), configMap({})),
    apply(as(`${MAPS}/a`, 'a'.repeat(129)), configMap({})),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }), {
      headers: { 'content-type': 'application/apply-patch+cbor' },
    }),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }), {
      headers: { 'content-type': 'application/apply-patch+yaml; charset=utf-8' },
    }),
    apply(as(`${MAPS}/a`, 'one', '&fieldValidation=Strict'), configMap({ x: '2' })),
    apply(as(`${MAPS}/a`, 'one', '&dryRun=All'), configMap({ x: '3' })),
    get(`${MAPS}/a`),
  ]),
  sequence('bodies that are no configuration', [
    apply(as(`${MAPS}/a`, 'one'), 'a: b: c'),
    apply(as(`${MAPS}/a`, 'one'), '[]'),
    apply(as(`${MAPS}/a`, 'one'), '"x"'),
    apply(as(`${MAPS}/a`, 'one'), ''),
    apply(as(`${MAPS}/a`, 'one'), '{}'),
    apply(as(`${MAPS}/a`, 'one'), { kind: 'ConfigMap', metadata: { name: 'a' } }),
    apply(as(`${MAPS}/a`, 'one'), { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }),
    apply(as(`${MAPS}/a`, 'one'), { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }),
    apply(as(`${MAPS}/a`, 'one'), { apiVersion: 'v1', kind: 'ConfigMap' }),
    apply(as(`${MAPS}/a`, 'one'), configMap({}, { name: 'b' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({}, { namespace: 'other' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: 1 })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: ['1', { a: 'b' }] })),
    apply(as(`${MAPS}/a`, 'one'), { ...configMap({}), unknown: 1 }),
    apply(as(`${MAPS}/a`, 'one'), { ...configMap({}), data: 'x' }),
    apply(as(`${MAPS}/a`, 'one'), { ...configMap({}), data: ['x', 1, true, null] }),
    apply(as(`${MAPS}/a`, 'one'), { ...configMap({}), immutable: 'x' }),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }, { managedFields: [] })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }, { managedFields: null })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }, { finalizers: ['a.com/x', 'a.com/x'] })),
    apply(
      as(`${MAPS}/a`, 'one'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n  x: "2"\n',
    ),
    apply(
      as(`${MAPS}/a`, 'one', '&fieldValidation=Strict'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n  x: "2"\n',
    ),
    apply(
      as(`${MAPS}/a`, 'one', '&fieldValidation=Ignore'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n  x: "3"\n',
    ),
    get(`${MAPS}/a`),
  ]),
  sequence('uid and resource version in a configuration', [
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }, { uid: '00000000-0000-0000-0000-000000000000' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' }, { resourceVersion: '1' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '1' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '2' }, { resourceVersion: '1' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '2' }, { resourceVersion: '{2.metadata.resourceVersion}' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '3' }, { uid: '00000000-0000-0000-0000-000000000000' })),
    apply(as(`${MAPS}/a`, 'one'), configMap({ x: '3' }, { uid: '{2.metadata.uid}' })),
    apply(
      as(`${MAPS}/a`, 'one'),
      configMap({ x: '3' }, { creationTimestamp: '2001-01-01T00:00:00Z', generation: 7, selfLink: '/x' }),
    ),
    get(`${MAPS}/a`),
  ]),
  sequence('managed fields that clients send', [
    post(
      as(MAPS, 'one'),
      configMap(
        { x: '1' },
        {
          managedFields: [
            {
              manager: 'm',
              operation: 'Apply',
              apiVersion: 'v1',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': { 'f:y': {} }, 'f:immutable': {} },
            },
          ],
        },
      ),
    ),
    get(`${MAPS}/a`),
    put(as(`${MAPS}/a`, 'two'), edited(-1, { 'metadata.managedFields': undefined, 'data.y': '1' })),
    put(
      as(`${MAPS}/a`, 'two'),
      edited(-1, {
        'metadata.managedFields': [
          { manager: 'm', operation: 'Nothing', apiVersion: 'v1', fieldsType: 'FieldsV1' },
        ],
        'data.y': '2',
      }),
    ),
    put(
      as(`${MAPS}/a`, 'two'),
      edited(-1, {
        'metadata.managedFields': [
          { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV2' },
        ],
        'data.y': '3',
      }),
    ),
    put(
      as(`${MAPS}/a`, 'two'),
      edited(-1, {
        'metadata.managedFields': [
          {
            manager: 'm',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { 'f:z': {}, 'f:x': {}, 'q:x': {} }, 'k:{"b":1,"a":"x"}': {} },
          },
        ],
      }),
    ),
    put(as(`${MAPS}/a`, 'two'), edited(-1, { 'metadata.managedFields': 1 })),
    put(
      as(`${MAPS}/a`, 'two'),
      edited(5, {
        'metadata.managedFields': [
          {
            manager: 'm',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { x: {} },
          },
        ],
      }),
    ),
    mergePatch(as(`${MAPS}/a`, 'three'), { metadata: { managedFields: [{}] } }),
    mergePatch(as(`${MAPS}/a`, 'three'), { data: { x: '9' } }),
    apply(as(`${MAPS}/a`, 'four'), configMap({ x: '9', q: '1' })),
    apply(as(`${MAPS}/a`, 'four'), configMap({ x: '9', q: '2' })),
    jsonPatch(as(`${MAPS}/a`, 'three'), [
      { op: 'replace', path: '/metadata/managedFields', value: [] },
      { op: 'replace', path: '/data/x', value: '8' },
    ]),
    apply(as(`${MAPS}/a`, 'four'), configMap({ x: '9' })),
    apply(as(`${MAPS}/a`, 'four', '&force=1'), configMap({ x: '9' })),
    get(`${MAPS}/a`),
  ]),
  sequence('from client-side apply', [
    post(
      as(MAPS, 'kubectl-client-side-apply'),
      configMap(
        { x: '1', y: '1' },
        {
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration':
              '{"apiVersion":"v1","data":{"x":"1","y":"1"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a","namespace":"{ns}"}}\n',
          },
        },
      ),
    ),
    apply(as(`${MAPS}/a`, 'kubectl'), configMap({ x: '2', y: '1' })),
    mergePatch(as(`${MAPS}/a`, 'other'), { data: { y: '3' } }),
    apply(as(`${MAPS}/a`, 'kubectl'), configMap({ x: '4', y: '4' })),
    apply(
      as(`${MAPS}/a`, 'kubectl', '&force=true'),
      configMap({ x: '4', y: '4' }, { labels: { b: 'b', a: 'a' } }),
    ),
    apply(as(`${MAPS}/a`, 'notkubectl'), configMap({ x: '5' })),
  ]),
];

const workloads: Sequence[] = [
  sequence('a deployment by several managers', [
    post(
      as(DEPLOYMENTS, 'creator'),
      deployment({ replicas: 2 }, [
        container('main', {
          ports: [
            { containerPort: 80 },
            { containerPort: 80, protocol: 'UDP', name: 'dns' },
            { containerPort: 443 },
          ],
          env: [
            { name: 'B', value: '1' },
            { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          ],
          resources: { limits: { cpu: '1000m', memory: '1Gi' } },
        }),
      ]),
    ),
    put(
      as(`${DEPLOYMENTS}/a`, 'updater'),
      edited(0, {
        'spec.replicas': 3,
        'spec.template.spec.containers[0].image': 'registry.example.com/main:2',
      }),
    ),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one'),
      deployment({ replicas: 3 }, [
        container('main', { image: 'registry.example.com/main:2' }),
        container('side', { command: ['x', 'y'] }),
      ]),
    ),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 4 })),
    apply(as(`${DEPLOYMENTS}/a`, 'one', '&force=true'), deployment({ replicas: 4 })),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one', '&force=true'),
      deployment({}, [container('main', { ports: [{ containerPort: 8080 }] })]),
    ),
    apply(
      as(`${DEPLOYMENTS}/a`, 'two'),
      deployment({}, [
        { name: 'main', ports: [{ containerPort: 8080 }], env: [{ name: 'C', value: '3' }] },
        container('third'),
      ]),
    ),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one', '&force=true'),
      deployment({ strategy: { type: 'Recreate' } }, [container('main')]),
    ),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one', '&force=true'),
      deployment({ strategy: { type: 'Recreate', rollingUpdate: null } }, [container('main')]),
    ),
    get(`${DEPLOYMENTS}/a`),
  ]),
  sequence('a deployment made by applying', [
    apply(
      as(`${DEPLOYMENTS}/a`, 'one'),
      deployment({ replicas: 2 }, [
        container('main', { resources: { limits: { cpu: '1000m' } }, ports: [{ containerPort: 80 }] }),
      ]),
    ),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one'),
      deployment({ replicas: 2 }, [
        container('main', { resources: { limits: { cpu: '1000m' } }, ports: [{ containerPort: 80 }] }),
      ]),
    ),
    apply(as(`${DEPLOYMENTS}/a`, 'two'), deployment({ replicas: 2 }, [container('main')])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [container('main')])),
    apply(as(`${DEPLOYMENTS}/a`, 'two'), deployment({}, [container('main')])),
    apply(as(`${DEPLOYMENTS}/a`, 'two'), deployment({ selector: { matchLabels: { app: 'b' } } })),
    apply(
      as(`${DEPLOYMENTS}/a`, 'two'),
      deployment({ selector: { matchLabels: { app: 'b' } }, replicas: -1 }),
    ),
    apply(as(`${DEPLOYMENTS}/a`, 'two', '&force=true'), deployment({ replicas: -1 })),
    get(`${DEPLOYMENTS}/a`),
  ]),
  sequence('faults of a deployment', [
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 'x' })),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 1.5 })),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [container('a'), container('a')])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [{ image: 'x' }])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [null])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, ['x'])),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one'),
      deployment({}, [
        container('a', { ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }),
      ]),
    ),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [container('a', { ports: [{ name: 'x' }, {}] })])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [container('a', { tty: 'x' })])),
    apply(
      as(`${DEPLOYMENTS}/a`, 'one'),
      deployment({}, [container('a', { resources: { limits: { cpu: 'x y' } } })]),
    ),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({}, [container('a', { more: 1 })])),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), { ...deployment(), spec: [] }),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), {
      ...deployment(),
      metadata: { name: 'a', labels: { a: 1 } },
    }),
  ]),
  sequence('status', [
    post(as(DEPLOYMENTS, 'creator'), { ...deployment({ replicas: 1 }), status: { replicas: 5 } }),
    put(
      as(`${DEPLOYMENTS}/a/status`, 'controller'),
      edited(0, {
        status: { replicas: 1, conditions: [{ type: 'Available', status: 'True' }] },
        'metadata.labels': { changed: 'yes' },
        'metadata.annotations': { a: 'b' },
      }),
    ),
    mergePatch(as(`${DEPLOYMENTS}/a/status`, 'controller'), {
      status: { readyReplicas: 1 },
      spec: { replicas: 9 },
    }),
    apply(as(`${DEPLOYMENTS}/a/status`, 'one'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      status: { replicas: 2, conditions: [{ type: 'Progressing', status: 'True' }] },
    }),
    apply(as(`${DEPLOYMENTS}/a/status`, 'one', '&force=true'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      status: { replicas: 2, conditions: [{ type: 'Progressing', status: 'True' }] },
    }),
    apply(as(`${DEPLOYMENTS}/a/status`, 'one'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { replicas: 7 },
      status: { conditions: [{ type: 'Other', status: 'True' }] },
    }),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      status: { replicas: 7 },
    }),
    apply(as(`${DEPLOYMENTS}/missing/status`, 'one'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'missing' },
      status: { replicas: 2 },
    }),
    put(
      as(`${DEPLOYMENTS}/a`, 'updater'),
      edited(4, { status: undefined, 'metadata.labels': { x: 'y' }, 'metadata.resourceVersion': '' }),
    ),
    get(`${DEPLOYMENTS}/a`),
  ]),
  sequence('scale', [
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 1 })),
    get(`${DEPLOYMENTS}/a/scale`),
    put(as(`${DEPLOYMENTS}/a/scale`, 'scaler'), edited(1, { 'spec.replicas': 3 })),
    get(`${DEPLOYMENTS}/a`),
    mergePatch(as(`${DEPLOYMENTS}/a/scale`, 'patcher'), { spec: { replicas: 4 } }),
    get(`${DEPLOYMENTS}/a`),
    mergePatch(as(`${DEPLOYMENTS}/a/scale`, 'patcher'), { spec: { replicas: 4 } }),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 1 })),
    apply(as(`${DEPLOYMENTS}/a/scale`, 'applier'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas: 5 },
    }),
    apply(as(`${DEPLOYMENTS}/a/scale`, 'applier', '&force=true'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas: 5 },
    }),
    get(`${DEPLOYMENTS}/a`),
    apply(as(`${DEPLOYMENTS}/a/scale`, 'applier'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas: 6 },
    }),
    get(`${DEPLOYMENTS}/a`),
    apply(as(`${DEPLOYMENTS}/a`, 'one'), deployment({ replicas: 6 })),
    apply(as(`${DEPLOYMENTS}/a/scale`, 'applier'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { replicas: 6 },
    }),
    apply(as(`${DEPLOYMENTS}/none/scale`, 'applier'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'none' },
      spec: { replicas: 6 },
    }),
    get(`${DEPLOYMENTS}/a`),
  ]),
  sequence('services', [
    post(
      as(SERVICES, 'creator'),
      service(
        [{ port: 80 }, { port: 80, protocol: 'UDP', name: 'u' }].map((port, i) => ({
          name: `p${i}`,
          ...port,
        })),
      ),
    ),
    apply(as(`${SERVICES}/a`, 'one'), service([{ port: 8080, name: 'web', targetPort: 'http' }])),
    apply(
      as(`${SERVICES}/a`, 'one'),
      service([
        { port: 8080, name: 'web', targetPort: 8080 },
        { port: 443, name: 'tls' },
      ]),
    ),
    apply(as(`${SERVICES}/a`, 'one'), service([{ port: 443, name: 'tls' }])),
    put(as(`${SERVICES}/a`, 'updater'), edited(-1, { 'spec.type': 'NodePort' })),
    get(`${SERVICES}/a`),
    apply(
      as(`${SERVICES}/a`, 'one'),
      service([{ port: 443, name: 'tls', protocol: 'UDP' }], { type: 'ClusterIP' }),
    ),
  ]),
  sequence('pods and their subresources', [
    post(
      as(PODS, 'creator'),
      pod({
        terminationGracePeriodSeconds: 5,
        tolerations: [{ key: 'a', operator: 'Exists' }],
        volumes: [{ name: 'v', emptyDir: {} }],
      }),
    ),
    mergePatch(as(`${PODS}/a/status`, 'kubelet'), {
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        podIP: '10.1.1.1',
        podIPs: [{ ip: '10.1.1.1' }],
      },
    }),
    mergePatch(as(`${PODS}/a/ephemeralcontainers`, 'debugger'), {
      spec: { ephemeralContainers: [{ name: 'debug', image: 'registry.example.com/debug:1' }] },
    }),
    post(as(`${PODS}/a/binding`, 'scheduler'), {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'a' },
      target: { kind: 'Node', name: 'n' },
    }),
    get(`${PODS}/a`),
    apply(as(`${PODS}/a`, 'one'), {
      ...pod(),
      metadata: {
        name: 'a',
        labels: { app: 'a', more: 'x' },
        ownerReferences: [
          { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: '00000000-0000-0000-0000-000000000001' },
        ],
      },
    }),
    apply(as(`${PODS}/a/status`, 'two'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    }),
    get(`${PODS}/a`),
  ]),
  sequence('a kind in two versions', [
    apply(as(`${AUTOSCALERS}/a`, 'two'), {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
          },
        ],
      },
    }),
    apply(as(`${AUTOSCALERS.replace('v2', 'v1')}/a`, 'one'), {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 6, targetCPUUtilizationPercentage: 60 },
    }),
    apply(as(`${AUTOSCALERS.replace('v2', 'v1')}/a`, 'one', '&force=true'), {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 6, targetCPUUtilizationPercentage: 60 },
    }),
    apply(as(`${AUTOSCALERS}/a`, 'two'), {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 6, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
    }),
    get(`${AUTOSCALERS}/a`),
    mergePatch(as(`${AUTOSCALERS.replace('v2', 'v1')}/a`, 'three'), { spec: { minReplicas: 2 } }),
    get(`${AUTOSCALERS}/a`),
  ]),
];

const things = (versions: readonly string[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.{ns}.example.com' },
  spec: {
    group: '{ns}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: versions.map((name, i) => ({
      name,
      served: true,
      storage: i === 0,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                replicas: { type: 'integer' },
                set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                numbers: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'number' } },
                atomic: { type: 'array', items: { type: 'string' } },
                atomicMap: {
                  type: 'object',
                  'x-kubernetes-map-type': 'atomic',
                  additionalProperties: { type: 'string' },
                },
                map: { type: 'object', additionalProperties: { type: 'string' } },
                any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                port: { 'x-kubernetes-int-or-string': true },
                items: {
                  type: 'array',
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['name', 'kind'],
                  items: {
                    type: 'object',
                    required: ['name'],
                    properties: {
                      name: { type: 'string' },
                      kind: { type: 'string', default: 'Some' },
                      value: { type: 'integer' },
                      nested: {
                        type: 'object',
                        properties: { a: { type: 'string' }, b: { type: 'string' } },
                      },
                    },
                  },
                },
                defaulted: { type: 'string', default: 'yes' },
              },
            },
            status: {
              type: 'object',
              properties: { replicas: { type: 'integer' }, phase: { type: 'string' } },
            },
          },
        },
      },
    })),
  },
});

const THINGS = '/apis/{ns}.example.com/v1/namespaces/{ns}/things';
const ready: RequestOptions = { until: ({ status }) => status === 200 };
const thing = (spec: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  apiVersion: '{ns}.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
  ...more,
});

const customResources: Sequence[] = [
  sequence('lists, sets and maps of a custom resource', [
    post(DEFINITIONS, things(['v1'])),
    get(THINGS, ready),
    apply(
      as(`${THINGS}/a`, 'one'),
      thing({
        set: ['b', 'a'],
        numbers: [2, 10, 1.5],
        atomic: ['x', 'y'],
        atomicMap: { a: '1' },
        map: { a: '1', b: '2' },
        items: [
          { name: 'z', value: 1 },
          { name: 'a', kind: 'Other', nested: { a: '1' } },
        ],
      }),
    ),
    apply(
      as(`${THINGS}/a`, 'two'),
      thing({
        set: ['c'],
        atomic: ['x', 'y'],
        map: { c: '3' },
        items: [
          { name: 'z', nested: { b: '2' } },
          { name: 'n', value: 4 },
        ],
      }),
    ),
    apply(
      as(`${THINGS}/a`, 'two'),
      thing({ set: ['c', 'a'], atomic: ['x'], atomicMap: { b: '1' }, items: [{ name: 'z', value: 2 }] }),
    ),
    apply(
      as(`${THINGS}/a`, 'two', '&force=true'),
      thing({ set: ['c', 'a'], atomic: ['x'], atomicMap: { b: '1' }, items: [{ name: 'z', value: 2 }] }),
    ),
    apply(
      as(`${THINGS}/a`, 'one'),
      thing({ set: ['b'], map: { b: '2' }, items: [{ name: 'a', kind: 'Other' }] }),
    ),
    apply(as(`${THINGS}/a`, 'two'), thing({ set: [], items: [] })),
    apply(as(`${THINGS}/a`, 'two'), thing({})),
    get(`${THINGS}/a`),
    apply(as(`${THINGS}/a`, 'one'), thing({ items: [{ name: 'a' }, { name: 'a', kind: 'Some' }] })),
    apply(as(`${THINGS}/a`, 'one'), thing({ set: ['a', 'a', 'b', 'b'] })),
    apply(as(`${THINGS}/a`, 'one'), thing({ set: [null] })),
    apply(as(`${THINGS}/a`, 'one'), thing({ set: [{}] })),
    apply(as(`${THINGS}/a`, 'one'), thing({ set: [['x']] })),
    apply(as(`${THINGS}/a`, 'one'), thing({ unknown: 1 })),
    apply(as(`${THINGS}/a`, 'one'), thing({ map: 'y' })),
    apply(as(`${THINGS}/a`, 'one'), thing({ any: { a: { b: [1, { c: 2 }] } }, port: 80 })),
    apply(as(`${THINGS}/a`, 'two'), thing({ any: { a: { d: 'x' } } })),
    apply(as(`${THINGS}/a`, 'one'), thing({ any: { a: { e: null } }, port: 'http' })),
    apply(as(`${THINGS}/a`, 'one'), thing({ any: null, map: {} })),
    put(
      as(`${THINGS}/a`, 'updater'),
      edited(-1, {
        'spec.map': { q: '1' },
        'spec.set': ['b', 'q'],
        'spec.items': [{ name: 'a', kind: 'Other', value: 7 }],
      }),
    ),
    get(`${THINGS}/a`),
    del(`${DEFINITIONS}/things.{ns}.example.com`),
  ]),
  sequence('status and scale of a custom resource', [
    post(DEFINITIONS, things(['v1'])),
    get(THINGS, ready),
    post(as(THINGS, 'creator'), thing({ replicas: 1 }, { status: { phase: 'x' } })),
    mergePatch(as(`${THINGS}/a/status`, 'controller'), {
      status: { replicas: 1 },
      metadata: { labels: { a: 'b' } },
      spec: { replicas: 5 },
    }),
    apply(as(`${THINGS}/a/status`, 'one'), { ...thing({ replicas: 3 }), status: { phase: 'Ready' } }),
    apply(as(`${THINGS}/a`, 'one'), { ...thing({ set: ['x'] }), status: { phase: 'Wrong' } }),
    get(`${THINGS}/a/scale`),
    put(as(`${THINGS}/a/scale`, 'scaler'), edited(-1, { 'spec.replicas': 3 })),
    get(`${THINGS}/a`),
    apply(as(`${THINGS}/a/scale`, 'applier', '&force=true'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas: 5 },
    }),
    get(`${THINGS}/a`),
    apply(as(`${THINGS}/a`, 'one'), thing({ replicas: 6 })),
    del(`${DEFINITIONS}/things.{ns}.example.com`),
  ]),
  sequence('a custom resource in two versions', [
    post(DEFINITIONS, things(['v1', 'v2'])),
    get(THINGS.replace('/v1/', '/v2/'), ready),
    get(THINGS, ready),
    apply(as(`${THINGS}/a`, 'one'), thing({ map: { a: '1' } })),
    apply(as(`${THINGS.replace('/v1/', '/v2/')}/a`, 'two'), {
      ...thing({ map: { a: '2' } }),
      apiVersion: '{ns}.example.com/v2',
    }),
    apply(as(`${THINGS.replace('/v1/', '/v2/')}/a`, 'two'), {
      ...thing({ map: { b: '2' } }),
      apiVersion: '{ns}.example.com/v2',
    }),
    apply(as(`${THINGS.replace('/v1/', '/v2/')}/a`, 'one'), {
      ...thing({ map: { c: '3' } }),
      apiVersion: '{ns}.example.com/v2',
    }),
    mergePatch(as(`${THINGS}/a`, 'patcher'), { spec: { map: { b: '3' } } }),
    apply(as(`${THINGS}/a`, 'two'), thing({ map: {} })),
    apply(as(`${THINGS}/a`, 'two'), { ...thing({ map: {} }), apiVersion: '{ns}.example.com/v2' }),
    get(`${THINGS.replace('/v1/', '/v2/')}/a`),
    del(`${DEFINITIONS}/things.{ns}.example.com`),
  ]),
];

const others: Sequence[] = [
  sequence('what the server writes itself', [
    get('/api/v1/namespaces/default'),
    get('/api/v1/namespaces/{ns}'),
    post(as('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'asker'), {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    }),
  ]),
];

export const applying = area(
  'apply',
  'server-side apply and managed fields: merging, ownership, conflicts, subresources, versions',
  [...configMaps, ...workloads, ...customResources, ...others],
);
