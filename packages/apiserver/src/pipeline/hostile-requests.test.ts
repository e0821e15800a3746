import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from './limits.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const nested = (depth: number): string =>
  `{"metadata":{"name":"a"},"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

const explosion = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, i) => {
  const before = String.fromCharCode('a'.charCodeAt(0) + i);
  return `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`;
});

describe('requests that mean no good', () => {
  const test = useServer();
  const post = (body: string | Uint8Array, type = 'application/json') =>
    test.client.create(MAPS, body, { 'content-type': type });

  it('a body that is too large is refused with 413', async () => {
    const { status, body } = await post(new Uint8Array(MAX_BODY_BYTES + 1));
    expect([status, body['reason']]).toEqual([413, 'RequestEntityTooLarge']);
  });

  it.each([
    ['JSON', 'application/json'],
    ['a merge patch', 'application/merge-patch+json'],
  ])('%s that nests too deeply is refused with 400', async (_, type) => {
    await post(JSON.stringify({ metadata: { name: 'a' } }));
    const send =
      type === 'application/json'
        ? post(nested(100_000))
        : test.client.send('patch', `${MAPS}/a`, nested(100_000), { 'content-type': type });
    const { status, body } = await send;
    expect([status, body['message']]).toEqual([400, 'the body nests deeper than 500 levels']);
  });

  it.each([
    ['deep YAML', `${'['.repeat(100_000)}`],
    ['YAML that explodes', ['a: &a [x,x,x,x,x,x,x,x,x]', ...explosion].join('\n')],
    ['YAML that is none', 'a: [b'],
  ])('%s is refused with 400', async (_, body) => {
    expect((await post(body, 'application/yaml')).status).toBe(400);
  });

  it.each([
    ['{', 'unexpected end of JSON input ({)'],
    ['', 'unexpected end of JSON input (<empty>)'],
    ['[]', 'json: cannot unmarshal array into Go value'],
    ['"x"', 'json: cannot unmarshal string into Go value'],
    ['{"kind":1}', 'json: cannot unmarshal number into Go struct field .kind of type string'],
    ['{"metadata":[]}', 'json: cannot unmarshal array into Go struct field'],
    ['{"metadata":{"name":1}}', 'json: cannot unmarshal number into Go struct field'],
    ['\u0000\u0001', '(0001)'],
  ])('the body %j is refused with 400', async (body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toContain(message);
  });

  it.each([
    ['{"apiVersion":1,"kind":"ConfigMap"}', 'invalid object type: /, Kind=ConfigMap'],
    ['{"apiVersion":"v1","kind":{}}', 'invalid object type: /v1, Kind='],
    ['{"apiVersion":[],"kind":null,"metadata":7}', 'invalid object type: /, Kind='],
  ])('the configuration %j is refused with 400', async (config, message) => {
    const { status, body } = await test.client.send('patch', `${MAPS}/a?fieldManager=tests`, config, {
      'content-type': 'application/apply-patch+yaml',
    });
    expect([status, body['message']]).toEqual([400, message]);
  });

  it.each(['application/xml', 'text/plain', 'nonsense'])('the type %s is refused with 415', async (type) => {
    expect((await post('{}', type)).status).toBe(415);
  });

  it.each(['{}', 'k8s\u0000', 'k8s\u0000\u0001\u0002', ''])(
    'protobuf that is none (%j) is refused with 400',
    async (body) => {
      expect((await post(body, 'application/vnd.kubernetes.protobuf')).status).toBe(400);
    },
  );

  it.each([
    ['/api/v1/namespaces/default/pods/%zz', 400],
    ['/api/v1/namespaces/%2e%2e/pods', 200],
    ['/api/v1/namespaces/default/pods/..%2f..%2fnamespaces', 404],
    ['//', 404],
    ['//api/v1/namespaces', 404],
    ['/api/v1/namespaces/default/pods/..', 400],
    ['/api/v1/namespaces/default/pods/a%25b', 400],
    ['/api/v1//', 200],
    ['/apis/apps/v1/namespaces//deployments', 200],
    ['/__proto__', 404],
    ['/api/v1/constructor', 404],
    ['/apis/__proto__/v1/toString', 404],
    ['/openapi/v3/__proto__', 404],
    ['/nothing', 404],
  ])('the path %s has status %i', async (path, status) => {
    expect((await test.client.get(path)).status).toBe(status);
  });

  it('names that objects inherit are keys like any other', async () => {
    const { body } = await post(
      '{"metadata":{"name":"a","labels":{"constructor":"x"}},"data":{"__proto__":"y","toString":"z"}}',
    );
    expect(body['metadata'].labels).toEqual({ constructor: 'x' });
    const { text } = await test.client.get(`${MAPS}/a`);
    expect(text).toContain('"__proto__":"y"');
    expect((await test.client.get(`${MAPS}?labelSelector=toString`)).body['items']).toEqual([]);
  });

  it('warnings cannot break out of their header', async () => {
    const { headers } = await post('{"metadata":{"name":"a"},"x\\r\\ny: \\"z\\u2028":1}');
    for (const header of headers['warning'] as string[]) expect(header).toMatch(/^299 - "[ -~\x80-\xff]*"$/);
  });

  // Invariant: whatever comes, the answer is an HTTP status that says whose fault it is, and never 500.
  it('random bodies and queries are answered, and are the fault of who sent them', async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.object().map((value) => JSON.stringify({ metadata: { name: 'a' }, data: value })),
    );
    const type = fc.constantFrom(
      'application/json',
      'application/yaml',
      'application/merge-patch+json',
      'application/json-patch+json',
      'application/strategic-merge-patch+json',
    );
    const query = fc.webQueryParameters();
    const verb = fc.constantFrom('create' as const, 'update' as const, 'patch' as const, 'delete' as const);
    await fc.assert(
      fc.asyncProperty(verb, body, type, query, async (method, text, contentType, parameters) => {
        const path = method === 'create' ? MAPS : `${MAPS}/a`;
        const { status } = await test.client.send(method, `${path}?${parameters}`, text, {
          'content-type': contentType,
        });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });
});
