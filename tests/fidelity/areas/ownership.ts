import {
  apply,
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
import { podTemplate } from '../objects.js';

const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const SERVICES = '/api/v1/namespaces/{ns}/services';
const configMap = (data: object | undefined, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', ...metadata },
  ...(data === undefined ? {} : { data }),
});
const by = (manager: string, more = '') => `?fieldManager=${manager}${more}`;
const M = `${CONFIG_MAPS}/m`;
const D = `${DEPLOYMENTS}/d`;
const S = `${SERVICES}/s`;
const deployment = (spec: object, template: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { app: 'web' } }, template: { ...podTemplate, ...template }, ...spec },
});
const partial = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec,
});
const containers = (...list: object[]) => partial({ template: { spec: { containers: list } } });
const service = (ports: object[], more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec: { ports, ...more },
});

export const ownership = area(
  'ownership',
  'server-side apply: ownership, conflicts, force, removal, list types, taking over, subresources',
  [
    sequence('one applier', [
      apply(M + by('a'), configMap({ a: '1' })),
      apply(M + by('a'), configMap({ a: '1' })),
      apply(M + by('a'), configMap({ a: '2', b: '3' })),
      apply(M + by('a'), configMap({ b: '3' })),
      apply(M + by('a'), configMap(undefined)),
      get(M),
    ]),
    sequence('two appliers', [
      apply(M + by('a'), configMap({ a: '1' })),
      apply(M + by('b'), configMap({ b: '1' })),
      apply(M + by('b'), configMap({ a: '2', b: '1' })),
      apply(M + by('b'), configMap({ a: '1', b: '1' })),
      apply(M + by('a'), configMap({})),
      apply(M + by('a'), configMap({ a: '9', b: '9' })),
      apply(M + by('a', '&force=true'), configMap({ a: '9', b: '9' })),
      apply(M + by('b'), configMap({})),
      get(M),
    ]),
    sequence('an updater and an applier', [
      post(`${CONFIG_MAPS}?fieldManager=u`, configMap({ a: '1', b: '1' })),
      apply(M + by('a'), configMap({ a: '2' })),
      apply(M + by('a', '&force=true'), configMap({ a: '2' })),
      put(M + by('u'), edited(-1, { 'data.a': '3' })),
      apply(M + by('a'), configMap({ a: '2' })),
      apply(M + by('a'), configMap({})),
      mergePatch(M + by('p'), { data: { c: '1' } }),
      jsonPatch(M + by('q'), [{ op: 'remove', path: '/data/c' }]),
      get(M),
    ]),
    sequence('the same name for update and apply', [
      post(`${CONFIG_MAPS}?fieldManager=a`, configMap({ a: '1' })),
      apply(M + by('a'), configMap({ a: '1', b: '2' })),
      apply(M + by('a'), configMap({ b: '2' })),
      mergePatch(M + by('a'), { data: { b: '5' } }),
      apply(M + by('a'), configMap({ b: '2' })),
      get(M),
    ]),
    sequence('kubectl takes over from before', [
      post(
        `${CONFIG_MAPS}?fieldManager=kubectl-client-side-apply`,
        configMap(
          { a: '1', b: '2' },
          {
            annotations: {
              'kubectl.kubernetes.io/last-applied-configuration':
                '{"apiVersion":"v1","data":{"a":"1","b":"2"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"m"}}\n',
            },
          },
        ),
      ),
      apply(M + by('kubectl'), configMap({ a: '1' })),
      get(M),
    ]),
    sequence('managed fields by hand', [
      apply(M + by('a'), configMap({ a: '1' })),
      put(M + by('u'), edited(0, { 'metadata.managedFields': [] })),
      get(M),
      apply(M + by('a'), configMap({ a: '2' })),
      mergePatch(M + by('u'), { metadata: { managedFields: [{}] } }),
      mergePatch(M + by('u'), { metadata: { managedFields: [{ manager: 'x', operation: 'Odd' }] } }),
      apply(M + by('a'), configMap({ a: '2' }, { managedFields: [{ manager: 'x' }] })),
      apply(M + by('a'), configMap({ a: '2' }, { managedFields: [] })),
      apply(M + by('a'), configMap({ a: '2' }, { managedFields: null })),
    ]),
    sequence('versions and uids in what is applied', [
      apply(M + by('a'), configMap({ a: '1' }, { resourceVersion: '5' })),
      apply(M + by('a'), configMap({ a: '1' })),
      apply(M + by('a'), configMap({ a: '2' }, { resourceVersion: '1' })),
      apply(M + by('a'), configMap({ a: '2' }, { resourceVersion: '{1.metadata.resourceVersion}' })),
      apply(M + by('a'), configMap({ a: '2' }, { uid: 'other' })),
      apply(M + by('a'), configMap({ a: '2' }, { name: 'other' })),
      apply(M + by('a'), configMap({ a: '2' }, { namespace: 'other' })),
      apply(M + by('a'), configMap({ a: '2' }, { labels: { 'bad!': 'x' } })),
      apply(
        M + by('a'),
        configMap({ a: '2' }, { labels: { x: '1' }, annotations: { y: '1' }, finalizers: ['example.com/f'] }),
      ),
      apply(M + by('b'), configMap(undefined, { finalizers: ['example.com/g'] })),
      apply(M + by('a'), configMap({ a: '2' }, { finalizers: [] })),
      apply(M + by('b'), configMap(undefined)),
    ]),
    sequence('containers of a deployment', [
      apply(D + by('a'), deployment({ replicas: 2 })),
      apply(D + by('b'), containers({ name: 'side', image: 'busybox' })),
      apply(D + by('b'), containers({ name: 'side', image: 'busybox' }, { name: 'web', image: 'other' })),
      apply(
        D + by('b', '&force=true'),
        containers({ name: 'side', image: 'busybox' }, { name: 'web', image: 'other' }),
      ),
      apply(
        D + by('b'),
        containers({
          name: 'web',
          image: 'other',
          env: [{ name: 'A', value: '1' }],
          ports: [{ containerPort: 80 }],
        }),
      ),
      apply(
        D + by('c'),
        containers({
          name: 'web',
          env: [{ name: 'B', value: '2' }],
          ports: [{ containerPort: 80, protocol: 'UDP' }],
        }),
      ),
      apply(D + by('c'), containers({ name: 'web', env: [{ name: 'A', value: '2' }] })),
      apply(D + by('b'), partial({})),
      apply(D + by('c'), containers({ image: 'x' })),
      apply(D + by('c'), containers({ name: 'x', image: 'y' }, { name: 'x', image: 'y' })),
      get(D),
    ]),
    sequence('replicas handed to an autoscaler', [
      apply(D + by('a'), deployment({ replicas: 2 })),
      mergePatch(`${D}/scale?fieldManager=hpa`, { spec: { replicas: 5 } }),
      apply(D + by('a'), deployment({ replicas: 2 })),
      apply(D + by('a'), deployment({})),
      apply(`${D}/scale${by('s')}`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'd' },
        spec: { replicas: 6 },
      }),
      apply(`${D}/scale${by('s', '&force=true')}`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'd' },
        spec: { replicas: 6 },
      }),
      get(D),
    ]),
    sequence('status', [
      apply(D + by('a'), deployment({})),
      apply(`${D}/status${by('c')}`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        status: { replicas: 1, conditions: [{ type: 'Available', status: 'True' }] },
      }),
      apply(`${D}/status${by('e')}`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        status: { conditions: [{ type: 'Progressing', status: 'True' }] },
      }),
      apply(`${D}/status${by('e')}`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        status: { replicas: 4 },
      }),
      apply(`${D}/status${by('e')}`, partial({ replicas: 9 })),
      apply(`${DEPLOYMENTS}/absent/status${by('e')}`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'absent' },
        status: {},
      }),
      strategicPatch(`${D}/status${by('f')}`, { status: { replicas: 2 } }),
      get(D),
    ]),
    sequence('ports of a service', [
      apply(S + by('a'), service([{ port: 80, name: 'a' }])),
      apply(S + by('b'), service([{ port: 81, name: 'b' }])),
      apply(S + by('b'), service([{ port: 80, protocol: 'UDP', name: 'c' }])),
      apply(S + by('a'), service([], { selector: { app: 'x' } })),
      apply(S + by('b'), service([{ port: 80, name: 'z' }])),
      get(S),
    ]),
    sequence('deleting and applying again', [
      apply(M + by('a'), configMap({ a: '1' })),
      del(M),
      apply(M + by('b'), configMap({ a: '2' })),
      apply(M + by('a', '&dryRun=All'), configMap({ a: '1' })),
      apply(M + by('a', '&dryRun=All&force=true'), configMap({ a: '1' })),
      apply(`${CONFIG_MAPS}/dry${by('a', '&dryRun=All')}`, configMap({ a: '1' }, { name: 'dry' })),
      get(M),
    ]),
    sequence('null and empty values', [
      apply(M + by('a'), configMap({ a: null })),
      apply(M + by('a'), configMap({ a: '' })),
      apply(M + by('a'), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: null }),
      apply(M + by('b'), configMap(undefined, { labels: {} })),
      apply(M + by('b'), configMap(undefined, { labels: { a: null } })),
      get(M),
    ]),
    independent('refused', 'f-apply-refused', {
      'no manager': apply(M, configMap({})),
      'a long manager': apply(M + by('x'.repeat(129)), configMap({})),
      'no kind': apply(M + by('a'), { metadata: { name: 'm' } }),
      'another kind': apply(M + by('a'), { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'm' } }),
      'another version': apply(M + by('a'), { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'm' } }),
      'unknown field': apply(M + by('a'), { ...configMap({}), odd: 1 }),
      'unknown field, warned of': apply(M + by('a', '&fieldValidation=Warn'), { ...configMap({}), odd: 1 }),
      'unknown field, ignored': apply(`${CONFIG_MAPS}/ignored${by('a', '&fieldValidation=Ignore')}`, {
        ...configMap({}, { name: 'ignored' }),
        odd: 1,
      }),
      'wrong type': apply(M + by('a'), configMap({ a: 5 })),
      'no YAML': apply(M + by('a'), 'a: b: c'),
      'two documents': apply(M + by('a'), 'apiVersion: v1\n---\nkind: x'),
      empty: apply(M + by('a'), ''),
      'a list': apply(M + by('a'), '[]'),
      'duplicate keys': apply(
        M + by('a'),
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {a: "1", a: "2"}\n',
      ),
      YAML: apply(
        `${CONFIG_MAPS}/yaml${by('a')}`,
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n',
      ),
      'an absent namespace': apply(
        '/api/v1/namespaces/absent-{ns}/configmaps/m?fieldManager=a',
        configMap({}),
      ),
      'invalid object': apply(`${DEPLOYMENTS}/d${by('a')}`, partial({})),
      'a bad name': apply(`${CONFIG_MAPS}/Bad_Name${by('a')}`, configMap({}, { name: 'Bad_Name' })),
      'force that is none': apply(M + by('a', '&force=maybe'), configMap({}, {})),
      'no name in the object': apply(`${CONFIG_MAPS}/unnamed${by('a')}`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        data: { a: '1' },
      }),
    }),
  ],
);
