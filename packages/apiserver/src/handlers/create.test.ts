import { describe, expect, it } from 'vitest';
import { encodeProtobuf } from '../protobuf/codec.js';
import { configMap, deployment } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('create', () => {
  const test = useServer();

  it('fills in the fields that belong to the server', async () => {
    const { status, body } = await test.client.create(MAPS, {
      ...configMap('a', { x: '1' }),
      metadata: {
        name: 'a',
        uid: 'mine',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        selfLink: '/x',
        labels: {},
      },
    });
    expect(status).toBe(201);
    expect(body['metadata']).toEqual({
      name: 'a',
      namespace: 'default',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      resourceVersion: String(test.server.revision),
      creationTimestamp: '2026-01-02T03:04:05Z',
      managedFields: [
        {
          manager: 'unknown',
          operation: 'Update',
          apiVersion: 'v1',
          time: '2026-01-02T03:04:05Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { '.': {}, 'f:x': {} } },
        },
      ],
    });
  });

  it('generates a name of five characters from generateName, and draws again when it is taken', async () => {
    const names = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const { body } = await test.client.create(MAPS, { metadata: { generateName: 'web-' } });
      names.add(body['metadata'].name as string);
    }
    expect(names.size).toBe(20);
    for (const name of names) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('refuses a name that is taken', async () => {
    await test.client.create(MAPS, configMap('a'));
    const { status, body } = await test.client.create(MAPS, configMap('a'));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
    });
  });

  it('refuses a name that its kind does not allow, and an object without a name', async () => {
    const bad = await test.client.create(MAPS, configMap('A_'));
    expect(bad.status).toBe(422);
    expect(bad.body['message']).toContain(
      'ConfigMap "A_" is invalid: metadata.name: Invalid value: "A_": a lowercase RFC 1123 subdomain',
    );
    const none = await test.client.create(MAPS, {});
    expect(none.body['message']).toBe(
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    );
  });

  it('refuses an object with a resource version', async () => {
    const { status, body } = await test.client.create(MAPS, {
      metadata: { name: 'a', resourceVersion: '1' },
    });
    expect([status, body['message']]).toEqual([
      500,
      'resourceVersion should not be set on objects to be created',
    ]);
  });

  it('refuses a namespace that does not exist, or is not that of the path', async () => {
    const missing = await test.client.create('/api/v1/namespaces/nope/configmaps', configMap('a'));
    expect([missing.status, missing.body['message']]).toEqual([404, 'namespaces "nope" not found']);
    const other = await test.client.create(MAPS, { metadata: { name: 'a', namespace: 'kube-system' } });
    expect(other.status).toBe(400);
    expect(other.body['message']).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  });

  it('starts the generation at 1 and drops the status of kinds that have a status of their own', async () => {
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const { body } = await test.client.create(path, { ...deployment('web'), status: { replicas: 7 } });
    expect(body['metadata'].generation).toBe(1);
    expect(body['status']).toEqual({});
  });

  it('with dryRun=All answers as if, and stores nothing', async () => {
    const before = test.server.revision;
    const { status, body } = await test.client.create(`${MAPS}?dryRun=All`, configMap('a'));
    expect(status).toBe(201);
    expect(body['metadata'].uid).toBeDefined();
    expect(body['metadata'].resourceVersion).toBeUndefined();
    expect(test.server.revision).toBe(before);
    expect((await test.client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it.each([
    ['', 201, '299 - "unknown field \\"foo\\""'],
    ['?fieldValidation=Ignore', 201, undefined],
    ['?fieldValidation=Warn', 201, '299 - "unknown field \\"foo\\""'],
    ['?fieldValidation=Strict', 400, undefined],
    ['?fieldValidation=Maybe', 422, undefined],
    ['?dryRun=Some', 422, undefined],
  ])('treats an unknown field as %s says', async (query, status, warning) => {
    const answer = await test.client.create(`${MAPS}${query}`, { ...configMap('a'), foo: 1 });
    expect(answer.status).toBe(status);
    expect(answer.headers['warning']?.[0]).toBe(warning);
    if (status === 201) expect(answer.body['foo']).toBeUndefined();
    if (query.endsWith('Strict')) {
      expect(answer.body['message']).toBe(
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo"',
      );
    }
  });

  it('fills in the type of built-in kinds, and refuses another one', async () => {
    const { body } = await test.client.create(MAPS, { metadata: { name: 'a' } });
    expect(body).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const message = async (type: object) => (await test.client.create(MAPS, type)).body['message'] as string;
    expect(await message({ apiVersion: 'v1', kind: 'Pod' })).toBe(
      'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    );
    expect(await message({ apiVersion: 'foo/v1', kind: 'Foo' })).toContain(
      'no kind "Foo" is registered for version "foo/v1"',
    );
  });

  it('takes YAML and protobuf too', async () => {
    const yaml = await test.client.create(MAPS, 'metadata: { name: yaml }\ndata: { x: "1" }', {
      'content-type': 'application/yaml',
    });
    expect([yaml.status, yaml.body['data']]).toEqual([201, { x: '1' }]);
    const bytes = encodeProtobuf({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'proto' },
      data: { x: '2' },
    });
    const proto = await test.client.create(MAPS, bytes, {
      'content-type': 'application/vnd.kubernetes.protobuf',
    });
    expect([proto.status, proto.body['data']]).toEqual([201, { x: '2' }]);
  });

  it('is not allowed on a name, nor over all namespaces', async () => {
    expect((await test.client.create(`${MAPS}/a`, configMap('a'))).status).toBe(405);
    expect((await test.client.create('/api/v1/configmaps', configMap('a'))).status).toBe(405);
  });
});
