import { describe, expect, it } from 'vitest';
import { widget, widgetDefinition } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DEFINITION = `${DEFINITIONS}/widgets.example.com`;
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

describe('custom resources', () => {
  const test = useServer();

  it('are served when the create of their definition returns', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const { status, body } = await test.client.create(WIDGETS, widget('a', { size: 3 }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'Widget', metadata: { generation: 1 }, spec: { size: 3 } });
    const { body: definition } = await test.client.get(DEFINITION);
    const conditions = definition['status'].conditions as Array<{ type: string; status: string }>;
    expect(conditions.map(({ type, status: value }) => `${type}=${value}`)).toEqual([
      'NamesAccepted=True',
      'Established=True',
    ]);
    expect(definition['status'].storedVersions).toEqual(['v1']);
  });

  it('stand in discovery, and go from there with their definition', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const { body } = await test.client.get('/apis/example.com/v1');
    expect((body['resources'] as Array<{ name: string }>).map(({ name }) => name)).toEqual([
      'widgets',
      'widgets/status',
      'widgets/scale',
    ]);
    await test.client.delete(DEFINITION);
    expect((await test.client.get('/apis/example.com/v1')).status).toBe(404);
    expect((await test.client.get(WIDGETS)).status).toBe(404);
  });

  it('are read by the schema of now: what it does not know is left out, and what it defaults filled in', async () => {
    const definition = widgetDefinition();
    await test.client.create(DEFINITIONS, definition);
    await test.client.create(WIDGETS, widget('a', { size: 3 }));
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { color: { type: 'string', default: 'red' } } } },
    };
    const patch = [{ op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema', value: schema }];
    expect((await test.client.patch('json', DEFINITION, patch)).status).toBe(200);
    const { body: read } = await test.client.get(`${WIDGETS}/a`);
    expect(read['spec']).toEqual({ color: 'red' });
    const { body: list } = await test.client.get(WIDGETS);
    expect((list['items'] as Array<{ spec: unknown }>).map(({ spec }) => spec)).toEqual([{ color: 'red' }]);
    await test.client.create(WIDGETS, widget('b', { color: 'blue' }));
    expect((await test.client.get(`${WIDGETS}/b`)).body['spec']).toEqual({ color: 'blue' });
  });

  it('must say what they are', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const message = async (object: unknown) =>
      (await test.client.create(WIDGETS, object)).body['message'] as string;
    expect(await message({ metadata: { name: 'a' } })).toContain(
      'Object \'Kind\' is missing in \'{"metadata":{"name":"a"}}\'',
    );
    expect(await message(widget('a', {}, 'v2'))).toBe(
      'the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)',
    );
    expect(await message({ ...widget('a'), kind: 'Gadget' })).toBe(
      'Gadget.example.com "a" is invalid: kind: Invalid value: "Gadget": must be Widget',
    );
  });

  it('have a status and a scale when their definition says so', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    await test.client.create(WIDGETS, { ...widget('a', { size: 3 }), status: { size: 9 } });
    const { body: updated } = await test.client.patch('merge', `${WIDGETS}/a/status`, {
      status: { size: 2 },
      spec: { size: 7 },
    });
    expect(updated).toMatchObject({ spec: { size: 3 }, status: { size: 2 }, metadata: { generation: 1 } });
    const { body: scale } = await test.client.get(`${WIDGETS}/a/scale`);
    expect(scale).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 2 } });
    await test.client.patch('merge', `${WIDGETS}/a/scale`, { spec: { replicas: 5 } });
    expect((await test.client.get(`${WIDGETS}/a`)).body).toMatchObject({
      spec: { size: 5 },
      metadata: { generation: 2 },
    });
  });

  it('take no strategic merge patch', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    await test.client.create(WIDGETS, widget('a'));
    expect((await test.client.patch('strategic', `${WIDGETS}/a`, {})).status).toBe(415);
  });

  it('are updated only with their resource version', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    await test.client.create(WIDGETS, widget('a'));
    const { status, body } = await test.client.update(`${WIDGETS}/a`, widget('a', { size: 1 }));
    expect(status).toBe(422);
    expect(body['message']).toContain(
      'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  it('take finalizers that belong to no domain, with a warning', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const finalized = (...finalizers: string[]) => ({ ...widget('a'), metadata: { name: 'a', finalizers } });
    const created = await test.client.create(WIDGETS, finalized('foo'));
    expect([created.status, String(created.headers['warning'])]).toEqual([
      201,
      '299 - "metadata.finalizers: \\"foo\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
    ]);
    const patch = { metadata: { finalizers: ['foo', 'bar'] } };
    const patched = await test.client.patch('merge', `${WIDGETS}/a`, patch);
    expect([patched.status, String(patched.headers['warning'])]).toEqual([
      200,
      expect.stringContaining('metadata.finalizers: \\"bar\\": prefer'),
    ]);
  });

  it('are selected by no field that their definition does not name', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const { status, body } = await test.client.get(`${WIDGETS}?fieldSelector=spec.replicas%3D1`);
    expect([status, body['message']]).toEqual([400, 'field label not supported: spec.replicas']);
  });

  it('are served in all versions, whichever is stored', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition(['v1', 'v2']));
    await test.client.create(WIDGETS.replace('/v1/', '/v2/'), widget('a', { size: 1 }, 'v2'));
    expect((await test.client.get(`${WIDGETS}/a`)).body).toMatchObject({
      apiVersion: 'example.com/v1',
      spec: { size: 1 },
    });
    const { body: list } = await test.client.get(WIDGETS.replace('/v1/', '/v2/'));
    expect(list['items']).toMatchObject([{ apiVersion: 'example.com/v2', kind: 'Widget' }]);
    const watch = await test.client.watch(`${WIDGETS.replace('/v1/', '/v2/')}?watch=true`);
    expect((await watch.next())?.['object'].apiVersion).toBe('example.com/v2');
    watch.cancel();
  });

  it('can be stored in a version that is not served', async () => {
    const definition = widgetDefinition(['v1', 'v2']);
    for (const version of definition.spec.versions) version.served = version.name === 'v2';
    await test.client.create(DEFINITIONS, definition);
    const v2 = WIDGETS.replace('/v1/', '/v2/');
    expect((await test.client.create(v2, widget('a', { size: 1 }, 'v2'))).status).toBe(201);
    expect((await test.client.get(`${v2}/a`)).body['apiVersion']).toBe('example.com/v2');
    expect((await test.client.get(`${WIDGETS}/a`)).status).toBe(404);
  });

  it('go with their definition, which waits for those with finalizers', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    await test.client.create(WIDGETS, widget('a'));
    await test.client.create(WIDGETS, {
      ...widget('b'),
      metadata: { name: 'b', finalizers: ['example.com/wait'] },
    });
    await test.client.delete(DEFINITION);

    const { body: waiting } = await test.client.get(DEFINITION);
    expect(waiting['metadata'].finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((await test.client.get(`${WIDGETS}/a`)).status).toBe(404);
    expect((await test.client.create(WIDGETS, widget('c'))).status).toBe(405);

    await test.client.patch('merge', `${WIDGETS}/b`, { metadata: { finalizers: null } });
    expect((await test.client.get(DEFINITION)).status).toBe(404);
    expect((await test.client.get(WIDGETS)).status).toBe(404);
  });

  it('get a name when another definition gives it up', async () => {
    await test.client.create(DEFINITIONS, widgetDefinition());
    const other = widgetDefinition();
    other.metadata.name = 'gizmos.example.com';
    other.spec.names = { ...other.spec.names, plural: 'gizmos', singular: 'gizmo' };
    await test.client.create(DEFINITIONS, other);
    const gizmos = WIDGETS.replace('/widgets', '/gizmos');
    expect((await test.client.get(gizmos)).status).toBe(404);
    await test.client.delete(DEFINITION);
    expect((await test.client.get(gizmos)).status).toBe(200);
  });
});
