import {
  area,
  del,
  get,
  independent,
  jsonPatch,
  mergePatch,
  post,
  sequence,
  strategicPatch,
  untilCondition,
  untilStatus,
} from '../framework/steps.js';
import type { Sequence, Step } from '../framework/steps.js';
import { podTemplate } from '../objects.js';

const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const SERVICES = '/api/v1/namespaces/{ns}/services';

const configMap = {
  metadata: { name: 'm', labels: { a: '1' }, annotations: { 'example.com/x': 'z' } },
  data: { a: '1', b: '2' },
};
const deployment = {
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: podTemplate.metadata,
      spec: {
        containers: [
          {
            name: 'web',
            image: 'nginx',
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '2' },
            ],
            ports: [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }],
          },
          { name: 'side', image: 'busybox', args: ['a', 'b'] },
        ],
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'w', configMap: { name: 'x' } },
        ],
        tolerations: [{ key: 'a', operator: 'Exists' }],
      },
    },
  },
};
const service = {
  metadata: { name: 's' },
  spec: {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 81 },
    ],
    selector: { app: 'web' },
  },
};

type Cases = Readonly<Record<string, unknown>>;

/** Each patch in a namespace of its own, on a new object, which is read afterwards. */
function on(
  what: string,
  patch: (path: string, body: unknown) => Step,
  object: { list: string; name: string; object: unknown; query?: string },
  cases: Cases,
): Sequence[] {
  return Object.entries(cases).map(([title, body]) =>
    sequence(`${what}: ${title}`, [
      post(object.list, object.object),
      patch(`${object.list}/${object.name}${object.query ?? ''}`, body),
      get(`${object.list}/${object.name}`),
    ]),
  );
}

const aConfigMap = { list: CONFIG_MAPS, name: 'm', object: configMap };
const aDeployment = { list: DEPLOYMENTS, name: 'd', object: deployment };
const aService = { list: SERVICES, name: 's', object: service };

const jsonPatches: Cases = {
  add: [{ op: 'add', path: '/data/c', value: '3' }],
  'add replaces': [{ op: 'add', path: '/data/a', value: '9' }],
  'add below nothing': [{ op: 'add', path: '/binaryData/c', value: 'eA==' }],
  'add without value': [{ op: 'add', path: '/data/c' }],
  'add null': [{ op: 'add', path: '/data/c', value: null }],
  'add the whole document': [
    { op: 'add', path: '', value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } } },
  ],
  remove: [{ op: 'remove', path: '/data/a' }],
  'remove what is not there': [{ op: 'remove', path: '/data/z' }],
  'remove below nothing': [{ op: 'remove', path: '/nothing/z' }],
  'remove the name': [{ op: 'remove', path: '/metadata/name' }],
  replace: [{ op: 'replace', path: '/data/a', value: '7' }],
  'replace what is not there': [{ op: 'replace', path: '/data/z', value: '7' }],
  'replace by a number': [{ op: 'replace', path: '/data/a', value: 7 }],
  move: [{ op: 'move', from: '/data/a', path: '/data/z' }],
  'move from nothing': [{ op: 'move', from: '/data/y', path: '/data/z' }],
  'move without from': [{ op: 'move', path: '/data/z' }],
  'move into itself': [{ op: 'move', from: '/data', path: '/data/z' }],
  copy: [{ op: 'copy', from: '/data/a', path: '/data/z' }],
  'copy from nothing': [{ op: 'copy', from: '/data/y', path: '/data/z' }],
  'test that holds': [
    { op: 'test', path: '/data/a', value: '1' },
    { op: 'remove', path: '/data/a' },
  ],
  'test that fails': [
    { op: 'test', path: '/data/a', value: '2' },
    { op: 'remove', path: '/data/a' },
  ],
  'test of nothing': [{ op: 'test', path: '/data/z', value: '2' }],
  'test of null': [{ op: 'test', path: '/data/z', value: null }],
  'test of an object': [{ op: 'test', path: '/data', value: { b: '2', a: '1' } }],
  'escaped slash': [{ op: 'remove', path: '/metadata/annotations/example.com~1x' }],
  'escaped tilde': [{ op: 'remove', path: '/metadata/annotations/x~0y' }],
  'no operations': [],
  'unknown operation': [{ op: 'merge', path: '/data' }],
  'operation without op': [{ path: '/data' }],
  'path without slash': [{ op: 'add', path: 'data', value: {} }],
  'operation without path': [{ op: 'add', value: {} }],
  'not a list': { op: 'add', path: '/data/a', value: '1' },
  'a list of texts': ['x'],
  'not JSON': 'nope',
  empty: '',
  'changes nothing': [{ op: 'replace', path: '/data/a', value: '1' }],
  'changes the kind': [{ op: 'replace', path: '/kind', value: 'Secret' }],
  'changes the uid': [{ op: 'replace', path: '/metadata/uid', value: 'x' }],
  'changes the version': [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }],
  'unknown field': [{ op: 'add', path: '/nothing', value: 1 }],
  'invalid label': [{ op: 'add', path: '/metadata/labels/x', value: 'bad value!' }],
};

const jsonPatchesOfLists: Cases = {
  'append with -': [
    { op: 'add', path: '/spec/template/spec/containers/0/env/-', value: { name: 'C', value: '3' } },
  ],
  'insert in front': [
    { op: 'add', path: '/spec/template/spec/containers/0', value: { name: 'first', image: 'x' } },
  ],
  'insert beyond the end': [
    { op: 'add', path: '/spec/template/spec/containers/9', value: { name: 'x', image: 'x' } },
  ],
  'remove an item': [{ op: 'remove', path: '/spec/template/spec/containers/1' }],
  'remove a negative index': [{ op: 'remove', path: '/spec/template/spec/containers/-1' }],
  'remove beyond the end': [{ op: 'remove', path: '/spec/template/spec/containers/5' }],
  'index that is no number': [{ op: 'replace', path: '/spec/template/spec/containers/x/image', value: 'y' }],
  'index with a leading zero': [
    { op: 'replace', path: '/spec/template/spec/containers/00/image', value: 'y' },
  ],
  'replace the replicas': [{ op: 'replace', path: '/spec/replicas', value: 4 }],
  'replace the replicas by text': [{ op: 'replace', path: '/spec/replicas', value: '4' }],
  'replace by a fraction': [{ op: 'replace', path: '/spec/replicas', value: 4.5 }],
  'remove all containers': [{ op: 'replace', path: '/spec/template/spec/containers', value: [] }],
};

const mergePatches: Cases = {
  'sets and removes': { data: { a: null, c: '3' } },
  'removes all': { data: null },
  'empty object': {},
  'empty body': '',
  'a list': [1],
  'a text': '"x"',
  null: 'null',
  'a number': '5',
  'null of nothing': { data: { z: null } },
  'nested null': { metadata: { labels: { a: null, b: '2' } } },
  'object by text': { data: 'x' },
  'number for text': { data: { a: 5 } },
  'unknown field': { nothing: { deep: 1 } },
  'changes the kind': { kind: 'Secret' },
  'changes the version of the API': { apiVersion: 'v2' },
  'changes the name': { metadata: { name: 'other' } },
  'changes the namespace': { metadata: { namespace: 'other' } },
  'the right uid': { metadata: { uid: '{0.metadata.uid}', labels: { u: 'v' } } },
  'another uid': { metadata: { uid: '00000000-0000-0000-0000-000000000000' } },
  'the right version': { metadata: { resourceVersion: '{0.metadata.resourceVersion}', labels: { u: 'v' } } },
  'a version that is none': { metadata: { resourceVersion: 'abc' } },
  'duplicate keys': '{"data":{"a":"1"},"data":{"b":"9"}}',
  'unclosed object': '{"data":{',
  'trailing text': '{} {}',
  'changes nothing': { data: { a: '1' } },
  'creation time': { metadata: { creationTimestamp: '2020-01-01T00:00:00Z' } },
  'deletion time': { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } },
  generation: { metadata: { generation: 5 } },
  immutable: { immutable: true },
  'owner without uid': { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x' }] } },
};

const template = (spec: unknown) => ({ spec: { template: { spec } } });

const strategicPatches: Cases = {
  'a container by name': template({ containers: [{ name: 'web', image: 'nginx:2' }] }),
  'one more container': template({ containers: [{ name: 'new', image: 'x' }] }),
  'a container without name': template({ containers: [{ image: 'x' }] }),
  'deletes a container': template({ containers: [{ name: 'side', $patch: 'delete' }] }),
  'deletes a container that is not there': template({ containers: [{ name: 'zzz', $patch: 'delete' }] }),
  'replaces a container': template({ containers: [{ name: 'web', image: 'only', $patch: 'replace' }] }),
  'replaces the list': template({ containers: [{ $patch: 'replace' }, { name: 'only', image: 'x' }] }),
  'merges explicitly': template({ containers: [{ name: 'web', $patch: 'merge', image: 'm' }] }),
  'unknown directive': template({ containers: [{ name: 'web', $patch: 'sideways' }] }),
  'replaces a map': {
    spec: { template: { metadata: { labels: { $patch: 'replace', app: 'web', only: 'x' } } } },
  },
  'deletes a map': template({ securityContext: { $patch: 'delete' } }),
  'environment by name': template({
    containers: [
      {
        name: 'web',
        env: [
          { name: 'A', value: '9' },
          { name: 'C', value: '3' },
        ],
      },
    ],
  }),
  'deletes a variable': template({ containers: [{ name: 'web', env: [{ name: 'A', $patch: 'delete' }] }] }),
  'order of a list': template({
    $setElementOrder: 1,
    '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }],
  }),
  'order alone': template({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }] }),
  'order with a change': template({
    '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }],
    containers: [{ name: 'web', image: 'ordered' }],
  }),
  'order that lacks an item': template({
    '$setElementOrder/containers': [{ name: 'side' }],
    containers: [{ name: 'web', image: 'ordered' }],
  }),
  'retain keys': template({
    volumes: [{ name: 'w', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }],
  }),
  'retain keys that miss one': template({
    volumes: [{ name: 'w', $retainKeys: ['name'], secret: { secretName: 's' } }],
  }),
  'volume without retain keys': template({ volumes: [{ name: 'w', secret: { secretName: 's' } }] }),
  'strategy with retain keys': { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
  'strategy without': { spec: { strategy: { type: 'Recreate' } } },
  'ports by number': template({
    containers: [{ name: 'web', ports: [{ containerPort: 80, name: 'http' }] }],
  }),
  'an atomic list': template({ tolerations: [{ key: 'b', operator: 'Exists' }] }),
  'a list of texts': template({ containers: [{ name: 'side', args: ['c'] }] }),
  'null removes': { spec: { template: { spec: { tolerations: null } } } },
  'deletes from a primitive list': { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/x'] } },
  'adds finalizers': { metadata: { finalizers: ['example.com/x'] } },
  'text for a list': template({ containers: 'x' }),
  'wrong type': { spec: { replicas: 'x' } },
  'unknown field': { spec: { nothing: 1 } },
  empty: {},
  'not JSON': '{',
  'a list instead': [],
  'image pull secrets': template({ imagePullSecrets: [{ name: 'a' }, { name: 'b' }] }),
  'host aliases': template({ hostAliases: [{ ip: '1.2.3.4', hostnames: ['x'] }] }),
};

const portsOfServices: Cases = {
  'a port by number': { spec: { ports: [{ port: 80, targetPort: 8080 }] } },
  'one more port': { spec: { ports: [{ name: 'c', port: 82 }] } },
  'deletes a port': { spec: { ports: [{ port: 81, $patch: 'delete' }] } },
  'replaces the selector': { spec: { selector: { $patch: 'replace', only: 'x' } } },
  'duplicate in the patch': {
    spec: {
      ports: [
        { port: 80, name: 'x' },
        { port: 80, name: 'y' },
      ],
    },
  },
};

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/{ns}.example.com/v1/namespaces/{ns}/widgets';
const WIDGET = `${WIDGETS}/w`;
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.{ns}.example.com' },
  spec: {
    group: '{ns}.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer' },
                  parts: {
                    type: 'array',
                    items: { type: 'object', properties: { name: { type: 'string' } } },
                  },
                },
              },
              status: { type: 'object', properties: { size: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};
const widget = {
  apiVersion: '{ns}.example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', labels: { b: '2', a: '1' } },
  spec: { size: 2, parts: [{ name: 'x' }] },
};
const asTable = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };

/** None of them is stored, so that each meets the same object. */
const patchesOfWidgets: Step[] = ['Strict', 'Warn', 'Ignore'].flatMap((how) => {
  const at = `${WIDGET}?dryRun=All&fieldValidation=${how}`;
  return [
    mergePatch(at, { spec: { size: 3 } }),
    mergePatch(at, { spec: { size: '3', siez: 4 } }),
    mergePatch(at, '{"spec":{"size":3,"size":4},"kidn":1}'),
    mergePatch(at, { kind: 'Gadget' }),
    mergePatch(at, { kind: null }),
    mergePatch(at, { apiVersion: 'v2' }),
    mergePatch(at, { apiVersion: null }),
    mergePatch(at, { kind: 5 }),
    mergePatch(at, { metadata: 'x' }),
    mergePatch(at, { metadata: { labels: { a: 1 } } }),
    mergePatch(at, { metadata: { odd: 1 } }),
    mergePatch(at, { metadata: null }),
    mergePatch(at, { metadata: { name: null } }),
    mergePatch(at, { metadata: { name: 'other' } }),
    mergePatch(at, { spec: 'x' }),
    mergePatch(at, [1]),
    mergePatch(at, ''),
    jsonPatch(at, [{ op: 'replace', path: '/spec/size', value: 5 }]),
    jsonPatch(at, [{ op: 'add', path: '/spec/parts/-', value: { name: 'y', odd: '<' } }]),
    jsonPatch(at, [{ op: 'replace', path: '/kind', value: 'Gadget' }]),
    jsonPatch(at, [{ op: 'replace', path: '', value: [] }]),
    jsonPatch(at, [{ op: 'remove', path: '/spec/nothing' }]),
    jsonPatch(at, [{ op: 'test', path: '/spec/size', value: 9 }]),
    jsonPatch(at, [{ op: 'add', path: '/spec/size', value: 5, why: 1 }]),
    jsonPatch(at, {}),
  ];
});

export const patches = area(
  'patches',
  'JSON patch, merge patch and strategic merge patch with all directives',
  [
    on('JSON patch', jsonPatch, aConfigMap, jsonPatches),
    on('JSON patch of a list', jsonPatch, aDeployment, jsonPatchesOfLists),
    on('merge patch', mergePatch, aConfigMap, mergePatches),
    on('strategic patch', strategicPatch, aDeployment, strategicPatches),
    on('strategic patch of a service', strategicPatch, aService, portsOfServices),
    on('merge patch of a deployment', mergePatch, aDeployment, {
      'replaces a list': template({ containers: [{ name: 'web', image: 'only' }] }),
      'null in a list': template({ containers: [{ name: 'web', image: null }] }),
      'status is ignored': { status: { replicas: 7 } },
      'directives mean nothing': template({ tolerations: [{ $patch: 'replace' }] }),
    }),
    ...['Strict', 'Ignore']
      .flatMap((how) => [
        on(
          `JSON patch read with ${how}`,
          jsonPatch,
          { ...aConfigMap, query: `?fieldValidation=${how}` },
          {
            'unknown member': [{ op: 'add', path: '/data/c', value: '3', why: 'x' }],
            'duplicate member': '[{"op":"add","path":"/data/c","path":"/data/d","value":"3"}]',
            'unknown field': [{ op: 'add', path: '/nothing', value: 1 }],
            'not a list': {},
            'a list of texts': ['x'],
            'not JSON': 'nope',
            null: 'null',
            empty: '',
          },
        ),
        on(
          `merge patch read with ${how}`,
          mergePatch,
          { ...aConfigMap, query: `?fieldValidation=${how}` },
          {
            'duplicate keys': '{"data":{"a":"1"},"data":{"b":"9"}}',
            'unknown field': { nothing: { deep: 1 } },
            both: '{"data":{"a":"1"},"data":{"b":"9"},"nothing":1}',
            'a list': [1],
            'not JSON': '{"data":nope}',
            null: 'null',
            empty: '',
          },
        ),
        on(
          `strategic patch read with ${how}`,
          strategicPatch,
          { ...aDeployment, query: `?fieldValidation=${how}` },
          {
            'duplicate keys': '{"spec":{"replicas":2,"replicas":3}}',
            'unknown fields': {
              nothing: 1,
              spec: { other: 1, template: { spec: { containers: [{ name: 'web', imagee: 'x' }] } } },
            },
            both: '{"spec":{"replicas":2,"replicas":3,"replica":4}}',
            'a list': [1],
            'not JSON': '{"data":nope}',
            null: 'null',
            empty: '',
          },
        ),
      ])
      .flat(),
    on('strategic patch of a config map', strategicPatch, aConfigMap, {
      'number for text': { data: { a: 1 } },
      'numbers for text': { metadata: { labels: { b: 2 } }, data: { c: 1.5 } },
      'boolean for text': { data: { a: true } },
      'list for text': { data: { a: [1] } },
      'object for text': { data: { a: { b: 1 } } },
      'text for a map': { data: 'x' },
      'list for a map': { data: [1] },
      'text for a boolean': { immutable: 'yes' },
      'number for a boolean': { immutable: 1 },
      'text for the metadata': { metadata: 'x' },
      'null for the metadata': { metadata: null },
      'bytes that are none': { binaryData: { a: '!' } },
      'a number for bytes': { binaryData: { a: 1 } },
      'a list for bytes': { binaryData: { a: [1, 2] } },
      'a time that is none': { metadata: { creationTimestamp: 'x' } },
      'a number for a time': { metadata: { creationTimestamp: 5 } },
      'an owner that is a text': { metadata: { ownerReferences: ['x'] } },
      'a kind that is a number': { kind: 5 },
      'another kind': { kind: 'Secret' },
      'another version': { apiVersion: 'v2' },
    }),
    on('strategic patch of types of a deployment', strategicPatch, aDeployment, {
      'fraction for an integer': { spec: { replicas: 1.5 } },
      'whole fraction for an integer': '{"spec":{"replicas":2.0}}',
      'too large an integer': { spec: { replicas: 4294967296 } },
      'boolean for an integer': { spec: { replicas: true } },
      'object for a list': template({ containers: {} }),
      'text for a container': template({ containers: ['x'] }),
      'number for text in a list': template({ containers: [{ name: 'web', args: [1] }] }),
      'null for a container': template({ containers: [null] }),
      'text for a struct': { spec: 'x' },
      'list for a struct': { spec: [] },
      'number for a struct': { spec: { strategy: 1 } },
      'nonsense for a quantity': template({
        containers: [{ name: 'web', resources: { limits: { cpu: '1x' } } }],
      }),
      'boolean for a quantity': template({
        containers: [{ name: 'web', resources: { limits: { cpu: true } } }],
      }),
      'number for a quantity': template({ containers: [{ name: 'web', resources: { limits: { cpu: 2 } } }] }),
      'object for int-or-string': { spec: { strategy: { rollingUpdate: { maxSurge: {} } } } },
      'fraction for int-or-string': { spec: { strategy: { rollingUpdate: { maxSurge: 1.5 } } } },
      'text for a protocol': template({
        containers: [{ name: 'web', ports: [{ containerPort: 80, protocol: 5 }] }],
      }),
      'text for seconds': template({ terminationGracePeriodSeconds: 'x' }),
      'fraction for seconds': template({ terminationGracePeriodSeconds: 1.5 }),
    }),
    sequence('patches of a custom resource', [
      post(CRDS, definition),
      get(`${CRDS}/widgets.{ns}.example.com`, untilCondition('Established')),
      get(WIDGETS, untilStatus(200)),
      post(WIDGETS, widget),
      ...patchesOfWidgets,
      strategicPatch(WIDGET, { spec: { size: 3 } }),
      strategicPatch(`${WIDGET}/status`, { status: { size: 3 } }),
      strategicPatch(`${WIDGET}/scale`, { spec: { replicas: 3 } }),
      strategicPatch(`${WIDGETS}/absent`, {}),
      mergePatch(`${WIDGET}/scale`, { spec: { replicas: '3' } }),
      mergePatch(
        `${WIDGET}/scale`,
        { spec: { replicas: 3 } },
        { headers: { 'content-type': 'application/x' } },
      ),
      mergePatch(`${WIDGET}/scale?fieldValidation=Strict`, { spec: { replicas: 3, odd: 1 } }),
      jsonPatch(`${WIDGET}/scale`, [{ op: 'replace', path: '/spec/replicas', value: 1.5 }]),
      mergePatch(`${WIDGET}/status`, { status: { size: 'x' } }),
      get(`${WIDGET}/scale`, asTable),
      get(`${WIDGET}/scale`, {
        headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
      }),
      get(`${WIDGET}/scale`, {
        headers: { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' },
      }),
      del(`${CRDS}/widgets.{ns}.example.com`),
    ]),
    independent('patch types', 'f-patches-types', {
      'an unknown type': mergePatch(
        `${CONFIG_MAPS}/absent`,
        {},
        { headers: { 'content-type': 'application/x-patch' } },
      ),
      'no type': mergePatch(`${CONFIG_MAPS}/absent`, {}, { headers: { 'content-type': '' } }),
      'plain JSON': mergePatch(
        `${CONFIG_MAPS}/absent`,
        {},
        { headers: { 'content-type': 'application/json' } },
      ),
      'type with a parameter': mergePatch(
        `${CONFIG_MAPS}/absent`,
        {},
        { headers: { 'content-type': 'application/merge-patch+json; charset=utf-8' } },
      ),
      'of an absent object': jsonPatch(`${CONFIG_MAPS}/absent`, [{ op: 'test', path: '/x' }]),
      'strategic of an absent object': strategicPatch(`${CONFIG_MAPS}/absent`, {}),
      'force without apply': mergePatch(`${CONFIG_MAPS}/absent?force=true`, {}),
      'field manager too long': mergePatch(`${CONFIG_MAPS}/absent?fieldManager=${'x'.repeat(129)}`, {}),
      'field manager not printable': mergePatch(`${CONFIG_MAPS}/absent?fieldManager=a%0Ab`, {}),
      'field validation unknown': mergePatch(`${CONFIG_MAPS}/absent?fieldValidation=Maybe`, {}),
      'dry run unknown': mergePatch(`${CONFIG_MAPS}/absent?dryRun=Some`, {}),
      'of a collection': mergePatch(CONFIG_MAPS, {}),
      'strategic of a custom resource definition': strategicPatch(
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/absent',
        {},
      ),
    }),
  ],
);
