import { describe, expect, it } from 'vitest';
import type { AdmissionPlugin } from '../admission/admission.js';
import { configMap, deployment } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

describe('patch', () => {
  const test = useServer();

  it('applies JSON patches', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const { status, body } = await test.client.patch('json', `${MAPS}/a`, [
      { op: 'test', path: '/data/x', value: '1' },
      { op: 'replace', path: '/data/x', value: '2' },
      { op: 'add', path: '/data/y', value: '3' },
    ]);
    expect([status, body['data']]).toEqual([200, { x: '2', y: '3' }]);
  });

  it('applies merge patches', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1', y: '2' }));
    const { body } = await test.client.patch('merge', `${MAPS}/a`, { data: { x: null, z: '3' } });
    expect(body['data']).toEqual({ y: '2', z: '3' });
  });

  it('applies strategic merge patches by the merge keys of the kind', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web'));
    const patch = { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } };
    const { body } = await test.client.patch('strategic', `${DEPLOYMENTS}/web`, patch);
    const names = (body['spec'].template.spec.containers as Array<{ name: string }>).map(({ name }) => name);
    expect(names.sort()).toEqual(['main', 'side']);
  });

  it('writes nothing when nothing changes', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const before = test.server.revision;
    expect((await test.client.patch('merge', `${MAPS}/a`, { data: { x: '1' } })).status).toBe(200);
    expect(test.server.revision).toBe(before);
  });

  it('refuses a resource version that is not the present one', async () => {
    await test.client.create(MAPS, configMap('a'));
    const { status, body } = await test.client.patch('merge', `${MAPS}/a`, {
      metadata: { resourceVersion: '1' },
    });
    expect([status, body['reason']]).toEqual([409, 'Conflict']);
  });

  it.each([
    ['json', '{', 400, 'error decoding patch: unexpected end of JSON input'],
    [
      'json',
      '{}',
      400,
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      'json',
      '[{"op":"remove","path":"/zz"}]',
      422,
      'the server rejected our request due to an error in our request',
    ],
    [
      'json',
      '[{"op":"test","path":"/data/x","value":"9"}]',
      422,
      'the server rejected our request due to an error in our request',
    ],
    [
      'merge',
      '[]',
      400,
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['merge', 'null', 400, 'Invalid JSON Patch'],
    [
      'merge',
      '{"data":[1]}',
      422,
      'json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string',
    ],
    [
      'merge',
      '{"metadata":{"name":"b"}}',
      400,
      'the name of the object (b) does not match the name on the URL (a)',
    ],
    ['strategic', '"x"', 400, 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
  ] as const)('refuses the %s patch %s with %i', async (type, patch, expected, message) => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const { status, body } = await test.client.patch(type, `${MAPS}/a`, patch);
    expect(status).toBe(expected);
    expect(body['message']).toContain(message);
  });

  it.each([
    [
      'json',
      '?fieldValidation=Ignore',
      '{}',
      'json: cannot unmarshal object into Go value of type jsonpatch.Patch',
    ],
    [
      'json',
      '',
      '["x"]',
      'error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp',
    ],
    [
      'json',
      '?fieldValidation=Strict',
      '[{"op":"add","path":"/data/y","value":"1","why":1}]',
      'strict decoding error: json patch unknown field "[0].why"',
    ],
    [
      'json',
      '?fieldValidation=Strict',
      '[{"op":"add","path":"/data/y","value":"<"},{"op":"add","path":"/zz","value":1}]',
      '\\"data\\":{\\"x\\":\\"1\\",\\"y\\":\\"\\\\u003c\\"},\\"kind\\":\\"ConfigMap\\",\\"metadata\\":{\\"name\\":\\"a\\"',
    ],
    ['merge', '?fieldValidation=Ignore', '{"data":nope}', 'Invalid JSON Patch'],
    [
      'merge',
      '?fieldValidation=Strict',
      '{"data":{"a":"1"},"data":{"b":"2"},"zz":1}',
      'strict decoding error: duplicate field "data", unknown field "zz"',
    ],
    [
      'strategic',
      '',
      '{"data":{"a":1}}',
      'Invalid value: "map[data:map[a:1]]": cannot convert int64 to string',
    ],
    ['strategic', '', '{"data":{"a":1.5}}', 'unrecognized type: string'],
    ['strategic', '', '{"data":[1]}', 'cannot restore map from slice'],
    ['strategic', '', '{"metadata":"x"}', 'cannot restore struct from: string'],
    [
      'strategic',
      '',
      '{"binaryData":{"a":"!"}}',
      'error decoding from json: illegal base64 data at input byte 0',
    ],
    [
      'strategic',
      '',
      '{"metadata":{"creationTimestamp":5}}',
      'json: cannot unmarshal number into Go value of type string',
    ],
    [
      'strategic',
      '?fieldValidation=Strict',
      '{"zz":1,"metadata":{"yy":1,"yy":2}}',
      'strict decoding error: duplicate field "metadata.yy", unknown field "metadata.yy", unknown field "zz"',
    ],
  ] as const)(
    'words as the real server does what is wrong with the %s patch %s %s',
    async (type, query, patch, message) => {
      await test.client.create(MAPS, configMap('a', { x: '1' }));
      const { body } = await test.client.patch(type, `${MAPS}/a${query}`, patch);
      expect(body['message']).toContain(message);
    },
  );

  it('does not mind what a strategic merge patch does to the type, and cuts integers', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web'));
    const patch = '{"kind":"Secret","apiVersion":"v7","spec":{"replicas":4294967298}}';
    const { status, body } = await test.client.patch('strategic', `${DEPLOYMENTS}/web`, patch);
    expect([status, body['kind'], body['spec'].replicas]).toEqual([200, 'Deployment', 2]);
  });

  it('looks at no patch of an object that is not there', async () => {
    expect((await test.client.patch('merge', `${MAPS}/none`, '{')).status).toBe(404);
  });

  it('refuses copies that would make the object grow without end', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const copies = Array.from({ length: 40 }, (_, i) => ({
      op: 'copy',
      from: '/metadata/annotations',
      path: `/metadata/annotations/c${i}`,
    }));
    const patch = [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }, ...copies];
    const { status, body } = await test.client.patch('json', `${MAPS}/a`, patch);
    expect([status, body['message']]).toEqual([
      422,
      'the server rejected our request due to an error in our request',
    ]);
  });

  it('refuses another uid as a change of what cannot change', async () => {
    await test.client.create(MAPS, configMap('a'));
    const { status, body } = await test.client.patch('merge', `${MAPS}/a`, { metadata: { uid: 'other' } });
    expect([status, body['message']]).toEqual([
      422,
      'ConfigMap "a" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    ]);
    const without = await test.client.patch('merge', `${MAPS}/a`, { metadata: { uid: null } });
    expect(without.status).toBe(200);
    expect(without.body['metadata'].uid).not.toBe('');
  });

  it('refuses a field manager that cannot be printed or is too long', async () => {
    await test.client.create(MAPS, configMap('a'));
    const message = async (manager: string): Promise<unknown> => {
      const path = `${MAPS}/a?fieldManager=${encodeURIComponent(manager)}`;
      const { status, body } = await test.client.patch('merge', path, {});
      return status === 200 ? status : [status, body['message']];
    };
    expect(await message('é x\0')).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "é x\\x00": invalid character U+0000 (at position 4)',
    ]);
    expect(await message('é'.repeat(65))).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    ]);
    expect(await message('é'.repeat(64))).toBe(200);
  });

  it('refuses patch types it does not know', async () => {
    await test.client.create(MAPS, configMap('a'));
    const patch = (type: string) => test.client.send('patch', `${MAPS}/a`, {}, { 'content-type': type });
    expect((await patch('application/json')).status).toBe(415);
    expect((await patch('application/apply-patch+cbor')).status).toBe(415);
  });

  it('refuses a missing object', async () => {
    expect((await test.client.patch('merge', `${MAPS}/none`, {})).status).toBe(404);
  });
});

describe('a patch and another write at the same time', () => {
  let between: (() => Promise<unknown>) | undefined;
  const plugin: AdmissionPlugin = {
    name: 'WriteBetween',
    async admit({ operation, name }) {
      if (operation !== 'UPDATE' || name !== 'a' || between === undefined) return;
      const write = between;
      between = undefined;
      await write();
    },
  };
  const test = useServer({ admission: [plugin] });

  it('both count: the patch is applied again to what the other wrote', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    between = () => test.client.patch('merge', `${MAPS}/a`, { data: { other: 'kept' } });
    const { status, body } = await test.client.patch('merge', `${MAPS}/a`, { data: { mine: 'too' } });
    expect([status, body['data']]).toEqual([200, { x: '1', other: 'kept', mine: 'too' }]);
  });

  it('an update with a resource version is refused', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a', { x: '1' }));
    between = () => test.client.patch('merge', `${MAPS}/a`, { data: { other: 'kept' } });
    expect((await test.client.update(`${MAPS}/a`, { ...old, data: { mine: 'too' } })).status).toBe(409);
  });
});
