import { area, get, independent, mergePatch, post, put, sequence } from '../framework/steps.js';
import type { RequestStep } from '../framework/steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/{ns}/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';
const deployment = {
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'x' }] } },
  },
};
const question = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
const accepting = (accept: string) => get(`${CONFIG_MAPS}/absent`, { headers: { accept } });
const typed = (type: string, body: unknown = '{"metadata":{"name":"typed"}}') =>
  post(`${CONFIG_MAPS}?dryRun=All`, body, { headers: { 'content-type': type } });
const validated = (how: string, body: unknown): RequestStep =>
  post(`${CONFIG_MAPS}?dryRun=All&fieldValidation=${how}`, body);
const method = (name: RequestStep['method'], path: string): RequestStep => ({
  kind: 'request',
  method: name,
  path,
  headers: {},
});

const named = (text: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}${text}}`;

const bodies: Record<string, unknown> = {
  none: undefined,
  empty: '',
  spaces: '   ',
  null: 'null',
  'a number': '5',
  'a text': '"x"',
  'a list': '[]',
  'an empty object': '{}',
  'no JSON': 'nope',
  'half an object': '{"metadata":{"name":"x"',
  'a comma too many': '{"metadata":{"name":"x"},}',
  'single quotes': "{'metadata':{}}",
  'trailing text': named('') + ' trailing',
  'two objects': named('') + named(''),
  'a byte order mark': `\ufeff${named('')}`,
  'bad escape': named(',"data":{"a":"\\x"}'),
  'control character': named(',"data":{"a":"\u0001"}'),
  'half a surrogate': named(',"data":{"a":"\\ud800"}'),
  'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'not UTF-8 in a value': Buffer.concat([
    Buffer.from('{"metadata":{"name":"x"},"data":{"a":"'),
    Buffer.from([0xff]),
    Buffer.from('"}}'),
  ]),
  'duplicate field': '{"metadata":{"name":"x"},"data":{"a":"1"},"data":{"b":"2"}}',
  'duplicate nested field': '{"metadata":{"name":"x","name":"y"}}',
  'duplicate key of a map': '{"metadata":{"name":"x"},"data":{"a":"1","a":"2"}}',
  'another case': '{"Metadata":{"Name":"x"},"DATA":{"a":"b"}}',
  'metadata is null': '{"metadata":null}',
  'metadata is a list': '{"metadata":[]}',
  'metadata is text': '{"metadata":"x"}',
  'name is a number': '{"metadata":{"name":5}}',
  'unknown at the top': named(',"nothing":1'),
  'unknown in the metadata': '{"metadata":{"name":"x","nothing":1}}',
  'a large number': named(',"immutable":1e400'),
  'deep lists': named(`,"data":{"a":${'['.repeat(200)}${']'.repeat(200)}}`),
  'another kind': '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"x"}}',
  'another group': '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x"}}',
  'an unknown kind': '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"x"}}',
  'an unknown version': '{"apiVersion":"v9","kind":"ConfigMap","metadata":{"name":"x"}}',
  'version with two slashes': '{"apiVersion":"a/b/c","kind":"ConfigMap","metadata":{"name":"x"}}',
  'a list kind': '{"apiVersion":"v1","kind":"List","items":[]}',
  'a config map list': '{"apiVersion":"v1","kind":"ConfigMapList","items":[]}',
  'a status': '{"apiVersion":"v1","kind":"Status","status":"Failure"}',
  'kind without version': '{"kind":"ConfigMap","metadata":{"name":"x"}}',
  'version without kind': '{"apiVersion":"v1","metadata":{"name":"x"}}',
};

const yaml: Record<string, string> = {
  'a config map': 'metadata:\n  name: x\ndata:\n  a: "1"\n',
  'a number for text': 'metadata:\n  name: x\ndata:\n  a: 1\n',
  'a boolean for text': 'metadata:\n  name: x\ndata:\n  a: yes\n',
  'an anchor': 'metadata: &m\n  name: x\ndata:\n  a: "1"\n',
  'a duplicate key': 'metadata:\n  name: x\nmetadata:\n  name: y\n',
  'a tab': 'metadata:\n\tname: x\n',
  'two documents': 'metadata:\n  name: x\n---\nmetadata:\n  name: y\n',
  'a list': '- a\n- b\n',
  empty: '',
  unclosed: 'metadata: {name: x',
  'a comment': '# nothing\n',
  'unknown field': 'metadata:\n  name: x\nnothing: 1\n',
  JSON: '{"metadata":{"name":"x"}}',
};

const paths: Record<string, RequestStep> = {
  'the root': get('/'),
  nowhere: get('/nowhere'),
  'an unknown group': get('/apis/example.org/v1/things'),
  'an unknown version': get('/apis/apps/v9/deployments'),
  'an unknown resource': get('/apis/apps/v1/namespaces/{ns}/things'),
  'an unknown resource, posted': post('/apis/apps/v1/namespaces/{ns}/things', {}),
  'a cluster path for a namespaced kind': post('/api/v1/configmaps', { metadata: { name: 'x' } }),
  'a namespaced path for a cluster kind': get('/api/v1/namespaces/{ns}/nodes'),
  'an absent namespace': post('/api/v1/namespaces/absent-{ns}/configmaps', { metadata: { name: 'x' } }),
  'get in an absent namespace': get('/api/v1/namespaces/absent-{ns}/configmaps/x'),
  'list in an absent namespace': get('/api/v1/namespaces/absent-{ns}/configmaps'),
  'a trailing slash': get(`${CONFIG_MAPS}/`),
  'a double slash': get('/api/v1//namespaces/{ns}/configmaps'),
  'an encoded slash': get(`${CONFIG_MAPS}/a%2Fb`),
  'a bad escape': get(`${CONFIG_MAPS}/x?labelSelector=%zz`),
  dots: get('/api/v1/namespaces/{ns}/configmaps/..'),
  'a name that is none': get(`${CONFIG_MAPS}/Not_A_Name`),
  'a name in another case': get('/api/v1/namespaces/{ns}/ConfigMaps'),
  'the group alone': get('/apis/apps'),
  'the group with a slash': get('/apis/apps/'),
  'post to one': post(`${CONFIG_MAPS}/x`, {}),
  'put to all': put(CONFIG_MAPS, {}),
  'patch to all': mergePatch(CONFIG_MAPS, {}),
  'namespaces below namespaces': get('/api/v1/namespaces/{ns}/namespaces/{ns}'),
  'a long name': get(`${CONFIG_MAPS}/${'x'.repeat(3000)}`),
  'post to discovery': post('/apis', {}),
  'post to version': post('/version', {}),
  'delete of the root': method('DELETE', '/'),
  healthz: get('/healthz'),
  'livez, verbose off': get('/livez'),
  'one check': get('/readyz/ping'),
  'an unknown check': get('/readyz/nothing'),
  version: get('/version'),
};

export const malformed = area(
  'malformed',
  'bodies, media types, paths and queries that are wrong, and their strict and lenient reading',
  [
    independent(
      'body',
      'f-malformed-body',
      Object.fromEntries(
        Object.entries(bodies).map(([name, body]) => [name, post(`${CONFIG_MAPS}?dryRun=All`, body)]),
      ),
    ),
    ...['Strict', 'Warn', 'Ignore']
      .map((how) =>
        independent(
          `body read with ${how}`,
          'f-malformed-body',
          Object.fromEntries(
            [
              'duplicate field',
              'duplicate nested field',
              'duplicate key of a map',
              'another case',
              'unknown at the top',
              'unknown in the metadata',
              'trailing text',
              'an empty object',
            ].map((name) => [name, validated(how, bodies[name])]),
          ),
        ),
      )
      .flat(),
    independent(
      'YAML',
      'f-malformed-yaml',
      Object.fromEntries(Object.entries(yaml).map(([name, body]) => [name, typed('application/yaml', body)])),
    ),
    independent(
      'strict YAML',
      'f-malformed-yaml',
      Object.fromEntries(
        Object.entries(yaml).map(([name, body]) => [
          name,
          post(`${CONFIG_MAPS}?dryRun=All&fieldValidation=Strict`, body, {
            headers: { 'content-type': 'application/yaml' },
          }),
        ]),
      ),
    ),
    independent(
      'content type',
      'f-malformed-types',
      Object.fromEntries(
        [
          '',
          'application/json; charset=utf-8',
          'application/json;charset=latin1',
          'text/plain',
          'application/xml',
          '*/*',
          'application/*',
          'nonsense',
          'application/vnd.kubernetes.protobuf',
          'application/x-yaml',
          'application/cbor',
          'application/json, application/yaml',
          'APPLICATION/JSON',
        ].map((type) => [`"${type}"`, typed(type)]),
      ),
    ),
    independent(
      'accept',
      'f-malformed-accept',
      Object.fromEntries(
        [
          '',
          '*/*',
          'application/*',
          'text/html',
          'application/json;q=0',
          'text/html, application/json;q=0.5',
          'application/yaml;q=0.1, application/json;q=0.9',
          'application/json;as=Table;v=v1;g=meta.k8s.io',
          'application/json;as=Table;v=v9;g=meta.k8s.io',
          'application/json;as=Nothing;v=v1;g=meta.k8s.io',
          'application/json;as=Table;v=v1beta1;g=meta.k8s.io',
          'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
          'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
          'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
          'application/json;pretty=1',
          'application/json;stream=watch',
          'application/vnd.kubernetes.protobuf',
          'application/vnd.kubernetes.protobuf;stream=watch',
          'application/cbor',
          'nonsense',
          'application/json;as=Table',
          'application/yaml;as=Table;v=v1;g=meta.k8s.io',
          'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
        ].map((type) => [`"${type}"`, accepting(type)]),
      ),
    ),
    independent(
      'accept of a list',
      'f-malformed-accept',
      Object.fromEntries(
        [
          'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
          'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
          'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
          'application/yaml;as=Table;v=v1;g=meta.k8s.io',
          'text/html,application/xhtml+xml,*/*;q=0.8',
        ].map((type) => [`"${type}"`, get(CONFIG_MAPS, { headers: { accept: type } })]),
      ),
    ),
    sequence('representations of what is computed', [
      post(DEPLOYMENTS, deployment),
      post('/api/v1/namespaces/{ns}/serviceaccounts', { metadata: { name: 'robot' } }),
      ...['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'].flatMap((as) => {
        const headers = { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` };
        return [
          get(`${DEPLOYMENTS}/d/scale`, { headers }),
          get(`${DEPLOYMENTS}/d/scale?includeObject=Object`, { headers }),
          mergePatch(
            `${DEPLOYMENTS}/d/scale`,
            { spec: { replicas: 2 } },
            { headers: { ...headers, 'content-type': 'application/merge-patch+json' } },
          ),
          post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', question, { headers }),
          post('/api/v1/namespaces/{ns}/serviceaccounts/robot/token', {}, { headers }),
          post('/api/v1/namespaces/{ns}/pods/none/eviction', {}, { headers }),
          get(`${DEPLOYMENTS}/d/status`, { headers }),
        ];
      }),
    ]),
    independent('path', 'f-malformed-paths', paths),
    independent('query', 'f-malformed-query', {
      'unknown parameter': get(`${CONFIG_MAPS}?nothing=1`),
      pretty: get(`${CONFIG_MAPS}/absent?pretty=true`),
      'dry run of a read': get(`${CONFIG_MAPS}?dryRun=All`),
      'dry run twice': post(`${CONFIG_MAPS}?dryRun=All&dryRun=All`, { metadata: { name: 'x' } }),
      'dry run empty': post(`${CONFIG_MAPS}?dryRun=`, { metadata: { name: 'dry-empty' } }),
      'dry run unknown': post(`${CONFIG_MAPS}?dryRun=Yes`, { metadata: { name: 'x' } }),
      'field validation unknown': post(`${CONFIG_MAPS}?fieldValidation=Odd`, { metadata: { name: 'x' } }),
      'field manager empty': post(`${CONFIG_MAPS}?fieldManager=&dryRun=All`, { metadata: { name: 'x' } }),
      'field manager long': post(`${CONFIG_MAPS}?fieldManager=${'x'.repeat(129)}`, {
        metadata: { name: 'x' },
      }),
      'limit twice': get(`${CONFIG_MAPS}?limit=1&limit=2`),
      semicolon: get(`${CONFIG_MAPS}?limit=1;a=b`),
      'include object unknown': get(`${CONFIG_MAPS}?includeObject=Odd`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      }),
    }),
    sequence('fields that only a strict reader minds', [
      ...['Strict', 'Warn', 'Ignore'].map((how) =>
        post(
          `${DEPLOYMENTS}?dryRun=All&fieldValidation=${how}`,
          '{"metadata":{"name":"d","extra":1},"spec":{"replicas":1,"replicas":2,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"x","imagePulPolicy":"Always","env":[{"name":"A","valeu":"1"}]}],"nodeSelectr":{}}}},"foo":{"bar":1}}',
        ),
      ),
      ...['Strict', 'Warn'].map((how) =>
        mergePatch(`${DEPLOYMENTS}/absent?fieldValidation=${how}`, { spec: { odd: 1 } }),
      ),
    ]),
    independent(
      'wrong types',
      'f-malformed-wrong',
      Object.fromEntries(
        Object.entries({
          'text for a number': { spec: { replicas: 'x' } },
          'number for text': { metadata: { name: 5 } },
          'number for a map': { metadata: { labels: 5 } },
          'text for a list': { spec: { template: { spec: { containers: 'x' } } } },
          'object for a list': { spec: { template: { spec: { containers: {} } } } },
          'list for an object': { spec: [] },
          'text for a boolean': { spec: { paused: 'true' } },
          'number for a boolean': { spec: { paused: 1 } },
          'fraction for an integer': { spec: { replicas: 1.5 } },
          'exponent for an integer': { spec: { replicas: 1e3 } },
          'too large an integer': { spec: { replicas: 4294967296 } },
          'text for a time': { metadata: { creationTimestamp: 'x' } },
          'object for text': { metadata: { name: {} } },
          'null for text': { metadata: { name: null } },
          'null in a map': { metadata: { labels: { a: null } } },
          'number in a map': { metadata: { labels: { a: 1 } } },
          'object for int-or-string': { spec: { strategy: { rollingUpdate: { maxSurge: {} } } } },
          'fraction for int-or-string': { spec: { strategy: { rollingUpdate: { maxSurge: 1.5 } } } },
          'boolean for a quantity': {
            spec: {
              template: { spec: { containers: [{ name: 'a', resources: { limits: { cpu: true } } }] } },
            },
          },
          'object for a quantity': {
            spec: { template: { spec: { containers: [{ name: 'a', resources: { limits: { cpu: {} } } }] } } },
          },
          'nonsense for a quantity': {
            spec: {
              template: { spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1x' } } }] } },
            },
          },
          'null for a list item': { spec: { template: { spec: { containers: [null] } } } },
        }).map(([name, body]) => [name, post(`${DEPLOYMENTS}?dryRun=All`, body)]),
      ),
    ),
  ],
);
