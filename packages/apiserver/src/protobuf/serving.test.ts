import { describe, expect, it } from 'vitest';
import { configMap, widgetDefinition } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';
import { decodeProtobuf, encodeProtobuf } from './codec.js';
import type { TypedObject } from './codec.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const MAPS = '/api/v1/namespaces/default/configmaps';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const META_PARAMS = 'g=meta.k8s.io;v=v1';

describe('a client that speaks protobuf alone', () => {
  const test = useServer();

  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: { accept?: string; body?: TypedObject | Uint8Array } = {},
  ) => {
    const { accept = PROTOBUF, body } = options;
    const response = await test.server.transport.request({
      method,
      path,
      headers: { accept, ...(body === undefined ? {} : { 'content-type': PROTOBUF }) },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : encodeProtobuf(body) }),
    });
    const bytes = await response.body.bytes();
    const contentType = response.headers['content-type'];
    const object: TypedObject = contentType === PROTOBUF ? decodeProtobuf(bytes) : {};
    return { status: response.status, contentType, object };
  };

  it('creates, reads, lists and deletes objects of built-in kinds', async () => {
    const created = await send('POST', MAPS, { body: configMap('a', { x: '1' }) });
    expect(created).toMatchObject({
      status: 201,
      contentType: PROTOBUF,
      object: { kind: 'ConfigMap', data: { x: '1' } },
    });
    expect((await send('GET', `${MAPS}/a`)).object).toEqual(created.object);
    const { kind: _kind, apiVersion: _apiVersion, ...item } = created.object;
    expect((await send('GET', MAPS)).object).toMatchObject({ kind: 'ConfigMapList', items: [item] });
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' };
    const deleted = await send('DELETE', `${MAPS}/a`, { body: options });
    expect(deleted).toMatchObject({ status: 200, object: { kind: 'Status', status: 'Success' } });
  });

  it('gets errors as protobuf too', async () => {
    const answer = await send('GET', `${MAPS}/none`);
    expect(answer).toMatchObject({
      status: 404,
      contentType: PROTOBUF,
      object: { kind: 'Status', reason: 'NotFound', code: 404 },
    });
  });

  it.each(['/api', '/apis', '/api/v1', '/apis/apps', '/apis/apps/v1'])('discovers %s', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 200, contentType: PROTOBUF });
  });

  it('gets no tables', async () => {
    const table = `${PROTOBUF};as=Table;${META_PARAMS}`;
    expect((await send('GET', MAPS, { accept: table })).status).toBe(406);
    expect((await send('GET', MAPS, { accept: `${table},${PROTOBUF}` })).object['kind']).toBe(
      'ConfigMapList',
    );
  });

  it('gets of custom resources their metadata, and cannot send them', async () => {
    await test.client.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    await test.client.create(WIDGETS, {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
    });
    expect((await send('GET', WIDGETS)).status).toBe(406);
    const partial = await send('GET', `${WIDGETS}/a`, {
      accept: `${PROTOBUF};as=PartialObjectMetadata;${META_PARAMS}`,
    });
    expect(partial.object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    const json = { accept: 'application/json' };
    expect((await send('POST', WIDGETS, { ...json, body: configMap('a') })).status).toBe(415);
    const options = { apiVersion: 'example.com/v1', kind: 'DeleteOptions' };
    expect((await send('DELETE', `${WIDGETS}/a`, { ...json, body: options })).status).toBe(200);
  });

  // Texts from kube-apiserver 1.36.1.
  it.each([
    [
      'damaged inside',
      Buffer.from('k8s\0\n\0\x12\x02\n\x09', 'latin1'),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: unexpected EOF',
    ],
    [
      'of an unknown kind',
      Buffer.from('k8s\0\n\x09\n\x02v1\x12\x03Foo\x12\0', 'latin1'),
      'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'of another kind',
      encodeProtobuf({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }),
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      'without envelope',
      Buffer.from('k8s\0'),
      'the object provided is unrecognized (must be of type ConfigMap): empty body (6b387300)',
    ],
  ])('is told what is wrong with a body %s', async (_, body, message) => {
    expect(await send('POST', MAPS, { body })).toMatchObject({ status: 400, object: { message } });
  });

  it('watches in frames with their length in front', async () => {
    await test.client.create(MAPS, configMap('a'));
    const response = await test.server.transport.request({
      method: 'GET',
      path: `${MAPS}?watch=true&fieldSelector=metadata.name%3Da`,
      headers: { accept: `${PROTOBUF};stream=watch` },
    });
    expect(response.headers['content-type']).toBe(`${PROTOBUF};stream=watch`);
    for await (const piece of response.body) {
      const bytes = Buffer.from(piece);
      expect(bytes.readUInt32BE(0)).toBe(bytes.length - 4);
      expect(bytes.toString('latin1', 6, 11)).toBe('ADDED');
      expect(decodeProtobuf(bytes.subarray(bytes.indexOf('k8s\0')))).toMatchObject({
        kind: 'ConfigMap',
        metadata: { name: 'a' },
      });
      break;
    }
    response.body.cancel();
  });
});
