import { withEdits } from '../framework/edits.js';
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
  untilCondition,
  untilStatus,
  watch,
} from '../framework/steps.js';
import type { Edits, Sequence, Step } from '../framework/steps.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const NAME = 'widgets.{ns}.example.com';
const ROOT = '/apis/{ns}.example.com/v1/namespaces/{ns}';
const WIDGETS = `${ROOT}/widgets`;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 10 },
        color: { type: 'string', enum: ['red', 'green'], default: 'red' },
        name: { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 5 },
        ratio: { type: 'number', multipleOf: 0.5 },
        port: { 'x-kubernetes-int-or-string': true },
        flags: { type: 'object', additionalProperties: { type: 'boolean' } },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        maybe: { type: 'string', nullable: true, default: 'd' },
        never: { type: 'string' },
        when: { type: 'string', format: 'date-time' },
        list: { type: 'array', maxItems: 3, items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            required: ['key'],
            properties: { key: { type: 'string' }, value: { type: 'string', default: 'v' } },
          },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
        },
        nested: { type: 'object', default: {}, properties: { deep: { type: 'integer', default: 7 } } },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    status: {
      type: 'object',
      properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' }, selector: { type: 'string' } },
    },
  },
};

const version = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  subresources: { status: {} },
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME },
  spec: {
    group: '{ns}.example.com',
    scope: 'Namespaced',
    names: {
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
      shortNames: ['wd'],
      categories: ['all'],
    },
    versions: [version],
  },
};
const widget = (name: string, spec: object = { size: 3 }, fields: object = {}) => ({
  apiVersion: '{ns}.example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
  ...fields,
});

/** Creates the definition, with edits, and waits until its resources are served. */
const served = (edits: Edits = {}, probe = WIDGETS): Step[] => [
  post(CRDS, withEdits(crd, edits)),
  get(`${CRDS}/${NAME}`, untilCondition('Established')),
  get(probe, untilStatus(200)),
];

/** Requests to the resources of a definition, which is the sequence's own. */
function ofDefinition(title: string, steps: readonly Step[], edits: Edits = {}): Sequence {
  const probe = edits['spec.scope'] === 'Cluster' ? '/apis/{ns}.example.com/v1/widgets' : WIDGETS;
  return sequence(title, [...served(edits, probe), ...steps]);
}

const specs: Record<string, unknown> = {
  good: { size: 3 },
  'no size': {},
  'no spec at all': undefined,
  'too small': { size: 0 },
  'too large': { size: 11 },
  'text for a number': { size: '3' },
  'fraction for an integer': { size: 3.5 },
  'whole fraction for an integer':
    '{"apiVersion":"{ns}.example.com/v1","kind":"Widget","metadata":{"name":"whole"},"spec":{"size":3.0}}',
  'not in the enum': { size: 3, color: 'blue' },
  'pattern and length': { size: 3, name: 'TOOLONG' },
  'too short': { size: 3, name: 'a' },
  'multiple of': { size: 3, ratio: 0.7 },
  'a good multiple': { size: 3, ratio: 1.5 },
  'port as text': { size: 3, port: 'http' },
  'port as fraction': { size: 3, port: 1.5 },
  flags: { size: 3, flags: { a: true, b: 'x' } },
  'anything is kept': { size: 3, any: { a: [1, { b: null }] } },
  'unknown is pruned': { size: 3, unknown: 1, nested: { unknown: 2 } },
  'nullable null': { size: 3, maybe: null },
  'null with default': { size: 3, color: null },
  'null without default': { size: 3, never: null },
  'a time that is none': { size: 3, when: 'yesterday' },
  'a time': { size: 3, when: '2026-01-01T00:00:00Z' },
  'duplicates in a set': { size: 3, list: ['a', 'a'] },
  'too many items': { size: 3, list: ['a', 'b', 'c', 'd'] },
  'duplicate keys in a map': { size: 3, items: [{ key: 'a' }, { key: 'a' }] },
  'items without key': { size: 3, items: [{ value: 'x' }] },
  'items get defaults': { size: 3, items: [{ key: 'a' }] },
  'list of numbers': { size: 3, list: [1, 2] },
  'object for a list': { size: 3, list: {} },
  'embedded without kind': { size: 3, template: { metadata: { name: 'x' } } },
  'embedded with bad metadata': {
    size: 3,
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 5, labels: { a: 1 } } },
  },
  'embedded good': {
    size: 3,
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', unknown: 1 }, spec: { a: 1 } },
  },
  'spec is text': 'x',
  'spec is a list': [],
  'spec is null': null,
};

const badDefinitions: Record<string, Edits> = {
  'name of another group': { 'metadata.name': 'widgets.example.org' },
  'no group': { 'spec.group': undefined },
  'no names': { 'spec.names': {} },
  'kind in lower case': { 'spec.names.kind': 'widget!' },
  'plural in upper case': { 'spec.names.plural': 'Widgets' },
  'no versions': { 'spec.versions': [] },
  'no storage version': { 'spec.versions[0].storage': false },
  'two storage versions': { 'spec.versions': [version, { ...version, name: 'v2' }] },
  'same version twice': { 'spec.versions': [version, { ...version, storage: false }] },
  'version name': { 'spec.versions[0].name': 'V_1' },
  'no schema': { 'spec.versions[0].schema': undefined },
  'empty schema': { 'spec.versions[0].schema': { openAPIV3Schema: {} } },
  'root is no object': { 'spec.versions[0].schema.openAPIV3Schema': { type: 'string' } },
  'property without type': { 'spec.versions[0].schema.openAPIV3Schema.properties.spec': {} },
  'unknown type': { 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.type': 'int' },
  'array without items': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.list': { type: 'array' },
  },
  'bad pattern': { 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.name.pattern': '[' },
  'default that is invalid': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color.default': 'blue',
  },
  'default of another type': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color.default': 5,
  },
  'properties and additionalProperties': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.additionalProperties': true,
  },
  'a reference': { 'spec.versions[0].schema.openAPIV3Schema.properties.spec': { $ref: '#/x' } },
  'metadata restricted': {
    'spec.versions[0].schema.openAPIV3Schema.properties.metadata': {
      type: 'object',
      properties: { labels: { type: 'object' } },
    },
  },
  'metadata name pattern': {
    'spec.versions[0].schema.openAPIV3Schema.properties.metadata': {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^a' } },
    },
  },
  'anyOf with types': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.anyOf': [{ type: 'object' }],
  },
  'anyOf with required': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.anyOf': [{ required: ['a'] }],
  },
  'list type unknown': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.list["x-kubernetes-list-type"]':
      'odd',
  },
  'map list without keys': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.items["x-kubernetes-list-map-keys"]':
      undefined,
  },
  'set of objects': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.items["x-kubernetes-list-type"]':
      'set',
  },
  'int-or-string with type': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.port.type': 'string',
  },
  'preserve unknown at the top': { 'spec.preserveUnknownFields': true },
  'embedded without object': {
    'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color["x-kubernetes-embedded-resource"]': true,
  },
  'scale without paths': { 'spec.versions[0].subresources': { scale: {} } },
  'scale with bad paths': {
    'spec.versions[0].subresources': {
      scale: { specReplicasPath: '.metadata.x', statusReplicasPath: '.spec.y', labelSelectorPath: '.z' },
    },
  },
  'column without path': { 'spec.versions[0].additionalPrinterColumns': [{ name: 'Size', type: 'integer' }] },
  'column with bad type and path': {
    'spec.versions[0].additionalPrinterColumns': [{ name: 'Size', type: 'odd', jsonPath: 'spec.size' }],
  },
  'webhook conversion without config': { 'spec.conversion': { strategy: 'Webhook' } },
  'odd conversion': { 'spec.conversion': { strategy: 'Odd' } },
  'none with webhook': {
    'spec.conversion': {
      strategy: 'None',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://x' } },
    },
  },
  'odd scope': { 'spec.scope': 'Everywhere' },
  'short name in upper case': { 'spec.names.shortNames': ['WD'] },
  'selectable field absent': { 'spec.versions[0].selectableFields': [{ jsonPath: '.spec.absent' }] },
  'selectable field of an object': { 'spec.versions[0].selectableFields': [{ jsonPath: '.spec.nested' }] },
  'protected group': { 'spec.group': 'apps.k8s.io', 'metadata.name': 'widgets.apps.k8s.io' },
  'unknown field': { 'spec.odd': 1 },
  'deprecation warning without deprecated': { 'spec.versions[0].deprecationWarning': 'x' },
};

export const customResources = area(
  'custom-resources',
  'definitions, structural schemas, defaults, pruning, versions, subresources, columns, clean-up',
  [
    independent(
      'a bad definition',
      'f-custom-resources-bad',
      Object.fromEntries(
        Object.entries(badDefinitions).map(([name, edits], index) => [
          name,
          post(
            `${CRDS}?dryRun=All`,
            withEdits(withEdits(crd, edits), { 'metadata.labels': { n: String(index) } }),
          ),
        ]),
      ),
    ),
    ofDefinition(
      'objects against the schema',
      Object.entries(specs).flatMap(([, spec], index) => [
        post(
          WIDGETS,
          typeof spec === 'string' && spec.startsWith('{') ? spec : { ...widget(`w${index}`), spec },
        ),
      ]),
    ),
    ofDefinition('the verbs', [
      post(WIDGETS, widget('a')),
      post(WIDGETS, widget('a')),
      post(WIDGETS, widget('Bad_Name')),
      post(WIDGETS, widget('b', { size: 3 }, { kind: 'Gadget' })),
      post(WIDGETS, widget('b', { size: 3 }, { apiVersion: '{ns}.example.com/v2' })),
      post(WIDGETS, { metadata: { name: 'b' }, spec: { size: 1 } }),
      post(`${WIDGETS}?fieldValidation=Strict`, widget('c', { size: 3 }, { odd: 1 })),
      post(`${WIDGETS}?fieldValidation=Warn`, widget('c', { size: 3, odd: 1 })),
      post(
        `${WIDGETS}?fieldValidation=Strict`,
        '{"apiVersion":"{ns}.example.com/v1","kind":"Widget","metadata":{"name":"d"},"spec":{"size":1,"size":2}}',
      ),
      get(`${WIDGETS}/a`),
      get(WIDGETS),
      get(`${WIDGETS}/a`, { headers: { accept: TABLE } }),
      get(WIDGETS, { headers: { accept: TABLE } }),
      get(WIDGETS, {
        headers: { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' },
      }),
      get(WIDGETS, { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
      get(`${WIDGETS}/a`, { headers: { accept: 'application/yaml' } }),
      put(`${WIDGETS}/a`, edited(3, { 'spec.size': 4 })),
      put(`${WIDGETS}/a`, edited(3, { 'spec.size': 5 })),
      put(`${WIDGETS}/a`, edited(19, { 'spec.size': 50 })),
      put(`${WIDGETS}/a`, edited(19, { 'metadata.resourceVersion': undefined })),
      put(`${WIDGETS}/a`, edited(19, { 'status.ready': true })),
      put(`${WIDGETS}/a/status`, edited(19, { 'status.ready': true, 'spec.size': 9 })),
      mergePatch(`${WIDGETS}/a/status`, { status: { ready: 'x' } }),
      mergePatch(`${WIDGETS}/a`, { spec: { size: 6, color: null } }),
      mergePatch(`${WIDGETS}/a`, { spec: { size: 6, odd: 1 } }),
      mergePatch(`${WIDGETS}/a?fieldValidation=Strict`, { spec: { odd: 1 } }),
      jsonPatch(`${WIDGETS}/a`, [{ op: 'replace', path: '/spec/size', value: 7 }]),
      strategicPatch(`${WIDGETS}/a`, { spec: { size: 8 } }),
      mergePatch(`${WIDGETS}/a`, { metadata: { generation: 9, labels: { a: 'b' } } }),
      get(`${WIDGETS}?fieldSelector=metadata.name%3Da`),
      get(`${WIDGETS}?fieldSelector=spec.size%3D8`),
      get(`${WIDGETS}?labelSelector=a%3Db`),
      del(`${WIDGETS}/a`, { preconditions: { uid: 'x' } }),
      del(`${WIDGETS}/a`),
      del(WIDGETS),
      get(WIDGETS),
      get(`${WIDGETS}/a/scale`),
      get('/apis/{ns}.example.com/v1'),
      get('/apis/{ns}.example.com'),
      get('/apis/{ns}.example.com/v9/namespaces/{ns}/widgets'),
      get('/apis/{ns}.example.com/v1/widgets?limit=1'),
    ]),
    ofDefinition('a watch', [
      watch(`${WIDGETS}?watch=1`, 3, [
        post(WIDGETS, widget('a')),
        mergePatch(`${WIDGETS}/a`, { spec: { size: 5 } }),
        del(`${WIDGETS}/a`),
      ]),
    ]),
    ofDefinition('server-side apply', [
      apply(
        `${WIDGETS}/a?fieldManager=one`,
        widget('a', { size: 3, items: [{ key: 'a', value: '1' }], list: ['x'] }),
      ),
      apply(
        `${WIDGETS}/a?fieldManager=two`,
        widget('a', { size: 3, items: [{ key: 'b', value: '2' }], list: ['y'] }),
      ),
      apply(`${WIDGETS}/a?fieldManager=two`, widget('a', { size: 4 })),
      apply(`${WIDGETS}/a?fieldManager=two&force=true`, widget('a', { size: 4 })),
      apply(`${WIDGETS}/a?fieldManager=one`, widget('a', { size: 4 })),
      get(`${WIDGETS}/a`),
    ]),
    ofDefinition(
      'scale',
      [
        post(WIDGETS, widget('a', { size: 3 })),
        get(`${WIDGETS}/a/scale`),
        mergePatch(`${WIDGETS}/a/scale`, { spec: { replicas: 5 } }),
        mergePatch(`${WIDGETS}/a/scale`, { spec: { replicas: 50 } }),
        mergePatch(`${WIDGETS}/a/scale`, { spec: { replicas: -1 } }),
        mergePatch(`${WIDGETS}/a/status`, { status: { replicas: 2, selector: 'a=b' } }),
        get(`${WIDGETS}/a/scale`),
        put(`${WIDGETS}/a/scale`, edited(-1, { 'spec.replicas': 7 })),
        put(`${WIDGETS}/a/scale`, edited(-2, { 'metadata.resourceVersion': '1' })),
        get(`${WIDGETS}/absent/scale`),
        get(`${WIDGETS}/a`),
      ],
      {
        'spec.versions[0].subresources': {
          status: {},
          scale: {
            specReplicasPath: '.spec.size',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
      },
    ),
    ofDefinition(
      'printer columns',
      [
        post(WIDGETS, widget('a', { size: 3, list: ['x', 'y'], when: '2026-01-01T00:00:00Z' })),
        get(`${WIDGETS}/a`, { headers: { accept: TABLE } }),
        get(WIDGETS, { headers: { accept: TABLE } }),
      ],
      {
        'spec.versions[0].additionalPrinterColumns': [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'how large' },
          { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
          { name: 'Absent', type: 'string', jsonPath: '.spec.name' },
          { name: 'List', type: 'string', jsonPath: '.spec.list' },
          { name: 'First', type: 'string', jsonPath: '.spec.list[0]' },
          { name: 'Typed', type: 'boolean', jsonPath: '.spec.size' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          { name: 'When', type: 'date', jsonPath: '.spec.when' },
        ],
      },
    ),
    ofDefinition(
      'no status subresource',
      [
        post(WIDGETS, widget('a', { size: 3 }, { status: { ready: true } })),
        mergePatch(`${WIDGETS}/a`, { status: { ready: false } }),
        get(`${WIDGETS}/a/status`),
      ],
      { 'spec.versions[0].subresources': undefined },
    ),
    ofDefinition(
      'selectable fields',
      [
        post(WIDGETS, widget('a', { size: 3 })),
        post(WIDGETS, widget('b', { size: 4, color: 'green' })),
        get(`${WIDGETS}?fieldSelector=spec.color%3Dgreen`),
        get(`${WIDGETS}?fieldSelector=spec.size%3D3`),
        get(`${WIDGETS}?fieldSelector=spec.color!%3Dgreen,spec.size%3D3`),
        get(`${WIDGETS}?fieldSelector=spec.name%3Dx`),
        watch(
          `${WIDGETS}?watch=1&fieldSelector=spec.color%3Dgreen&resourceVersion={3.metadata.resourceVersion}`,
          3,
          [
            mergePatch(`${WIDGETS}/a`, { spec: { color: 'green' } }),
            mergePatch(`${WIDGETS}/a`, { spec: { color: 'red' } }),
          ],
        ),
      ],
      { 'spec.versions[0].selectableFields': [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }] },
    ),
    ofDefinition(
      'rules',
      [
        post(WIDGETS, widget('a', { size: 3 })),
        post(WIDGETS, widget('b', { size: 7 })),
        mergePatch(`${WIDGETS}/a`, { spec: { size: 2 } }),
        mergePatch(`${WIDGETS}/a`, { spec: { size: 4 } }),
        mergePatch(`${WIDGETS}/a`, { spec: { color: 'green' } }),
      ],
      {
        'spec.versions[0].schema.openAPIV3Schema.properties.spec["x-kubernetes-validations"]': [
          { rule: 'self.size < 6', message: 'too large for us' },
          {
            rule: 'self.size >= oldSelf.size',
            messageExpression: "'shrinks from ' + string(oldSelf.size)",
            reason: 'FieldValueForbidden',
            fieldPath: '.size',
          },
          { rule: "self.color == 'red'" },
        ],
      },
    ),
    ofDefinition(
      'two versions',
      [
        post(WIDGETS, widget('a')),
        get('/apis/{ns}.example.com/v2/namespaces/{ns}/widgets/a', untilStatus(200)),
        put('/apis/{ns}.example.com/v2/namespaces/{ns}/widgets/a', edited(-1, { 'spec.size': 5 })),
        get(`${WIDGETS}/a`),
        get('/apis/{ns}.example.com'),
        get('/apis/{ns}.example.com/v2'),
        get('/apis/{ns}.example.com/v0/namespaces/{ns}/widgets'),
        mergePatch(`${CRDS}/${NAME}`, {
          spec: {
            versions: [
              { ...version, storage: false },
              { ...version, name: 'v2', storage: true },
            ],
          },
        }),
        get(`${CRDS}/${NAME}`),
        mergePatch(`${CRDS}/${NAME}`, { spec: { versions: [{ ...version, name: 'v2', storage: true }] } }),
      ],
      {
        'spec.versions': [
          version,
          { ...version, name: 'v2', storage: false, deprecated: true, deprecationWarning: 'v2 is old' },
          { ...version, name: 'v0', storage: false, served: false },
        ],
      },
    ),
    ofDefinition('changes of a definition', [
      put(`${CRDS}/${NAME}`, edited(1, { 'spec.scope': 'Cluster' })),
      put(`${CRDS}/${NAME}`, edited(1, { 'spec.names.kind': 'Gadget', 'spec.names.listKind': 'GadgetList' })),
      put(`${CRDS}/${NAME}`, edited(1, { 'spec.group': 'other.example.com' })),
      mergePatch(`${CRDS}/${NAME}`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${CRDS}/${NAME}/status`, { status: { storedVersions: [] } }),
      mergePatch(`${CRDS}/${NAME}/status`, { status: { storedVersions: ['v7'] } }),
      get(`${CRDS}/${NAME}`, { headers: { accept: TABLE } }),
      get(`${CRDS}/${NAME}/status`),
    ]),
    ofDefinition('ratcheting', [
      post(WIDGETS, widget('a', { size: 9, name: 'abc' })),
      mergePatch(`${CRDS}/${NAME}`, {
        spec: {
          versions: [
            withEdits(version, { 'schema.openAPIV3Schema.properties.spec.properties.size.maximum': 5 }),
          ],
        },
      }),
      post(`${WIDGETS}?dryRun=All`, widget('b', { size: 8, name: 'abc' }), untilStatus(422)),
      mergePatch(`${WIDGETS}/a`, { spec: { size: 8 } }),
      mergePatch(`${WIDGETS}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${WIDGETS}/a`, { spec: { name: 'cba' } }),
      mergePatch(`${WIDGETS}/a`, { spec: { size: 4 } }),
    ]),
    ofDefinition(
      'cluster scope',
      [
        post('/apis/{ns}.example.com/v1/widgets', widget('a')),
        get('/apis/{ns}.example.com/v1/widgets/a'),
        post(WIDGETS, widget('b')),
        del('/apis/{ns}.example.com/v1/widgets/a'),
      ],
      { 'spec.scope': 'Cluster' },
    ),
    sequence('names that are taken', [
      ...served(),
      post(
        CRDS,
        withEdits(crd, {
          'metadata.name': 'gadgets.{ns}.example.com',
          'spec.names': { plural: 'gadgets', singular: 'widget', kind: 'Widget', listKind: 'GadgetList' },
        }),
      ),
      get(`${CRDS}/gadgets.{ns}.example.com`, untilCondition('NamesAccepted', 'False')),
      get('/apis/{ns}.example.com/v1/namespaces/{ns}/gadgets'),
    ]),
    sequence('the end of a definition takes the objects along', [
      ...served(),
      post(WIDGETS, widget('a')),
      del(`${CRDS}/${NAME}`),
      get(`${CRDS}/${NAME}`, untilStatus(404)),
      get(`${WIDGETS}/a`, untilStatus(404)),
    ]),
  ],
);
