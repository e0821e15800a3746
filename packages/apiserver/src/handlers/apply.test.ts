import { describe, expect, it } from 'vitest';
import { configMap, deployment, widget, widgetDefinition } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

describe('server-side apply', () => {
  const test = useServer();
  const apply = (path: string, manager: string, config: unknown, more = '') =>
    test.client.patch('apply', `${path}?fieldManager=${manager}${more}`, config);

  it('creates what is missing, and changes what is there', async () => {
    expect((await apply(`${MAPS}/a`, 'one', configMap('a', { x: '1' }))).status).toBe(201);
    const { status, body } = await apply(`${MAPS}/a`, 'one', configMap('a', { x: '2' }));
    expect([status, body['data']]).toEqual([200, { x: '2' }]);
    expect(body['metadata'].managedFields).toEqual([
      {
        manager: 'one',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2026-01-02T03:04:05Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:x': {} } },
      },
    ]);
  });

  it('removes what the manager applies no longer, unless another one does', async () => {
    await apply(`${MAPS}/a`, 'one', configMap('a', { x: '1', y: '1' }));
    await apply(`${MAPS}/a`, 'two', configMap('a', { y: '1' }));
    const { body } = await apply(`${MAPS}/a`, 'one', configMap('a', {}));
    expect(body['data']).toEqual({ y: '1' });
  });

  it('refuses to take fields from others, unless it is forced', async () => {
    await test.client.create(`${MAPS}?fieldManager=creator`, configMap('a', { x: '1', y: '1' }));
    const { status, body } = await apply(`${MAPS}/a`, 'one', configMap('a', { x: '2', y: '2' }));
    expect(status).toBe(409);
    expect(body['message']).toBe(
      'Apply failed with 2 conflicts: conflicts with "creator" using v1:\n- .data.x\n- .data.y',
    );
    expect(body['details'].causes[0]).toEqual({
      reason: 'FieldManagerConflict',
      message: 'conflict with "creator" using v1',
      field: '.data.x',
    });
    const forced = await apply(`${MAPS}/a`, 'one', configMap('a', { x: '2', y: '2' }), '&force=true');
    expect(forced.body['data']).toEqual({ x: '2', y: '2' });
  });

  it('writes nothing when the same is applied again', async () => {
    await apply(`${DEPLOYMENTS}/a`, 'one', deployment('a', 2));
    const before = test.server.revision;
    test.clock.advance(5_000);
    const { status } = await apply(`${DEPLOYMENTS}/a`, 'one', deployment('a', 2));
    expect([status, test.server.revision]).toEqual([200, before]);
  });

  it('must say who applies', async () => {
    const { status, body } = await test.client.patch('apply', `${MAPS}/a`, configMap('a'));
    expect([status, body['message']]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    ]);
  });

  it.each<[string, unknown, number, string]>([
    [
      'a field that is not declared',
      { ...configMap('a'), x: 1 },
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .x: field not declared in schema',
    ],
    ['another kind', deployment('a'), 400, 'invalid object type: apps/v1, Kind=Deployment'],
    [
      'managed fields',
      { ...configMap('a'), metadata: { name: 'a', managedFields: [] } },
      400,
      'metadata.managedFields must be nil',
    ],
    [
      'another name',
      configMap('b'),
      400,
      'the name of the object (b) does not match the name on the URL (a)',
    ],
    [
      'a list',
      [],
      400,
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      'a uid that nothing has',
      { ...configMap('a'), metadata: { name: 'a', uid: 'u' } },
      409,
      'Operation cannot be fulfilled on configmaps "a": uid mismatch: the provided object specified uid u, and no existing object was found',
    ],
  ])('refuses %s', async (_, config, status, message) => {
    const answer = await apply(`${MAPS}/a`, 'one', config);
    expect([answer.status, answer.body['message']]).toEqual([status, message]);
  });

  it('reads YAML, in which a key that is there twice counts the last time', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: "1"\n  x: "2"\n';
    const { body, headers } = await apply(`${MAPS}/a`, 'one', yaml);
    expect([body['data'], headers['warning']]).toEqual([
      { x: '2' },
      ['299 - "line 6: key \\"x\\" already set in map"'],
    ]);
    const strict = await apply(`${MAPS}/a`, 'one', yaml, '&fieldValidation=Strict');
    expect(strict.body['message']).toContain('error strict decoding YAML');
  });

  it('does not store a dry run', async () => {
    expect((await apply(`${MAPS}/a`, 'one', configMap('a'), '&dryRun=All')).status).toBe(201);
    expect((await test.client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it('takes over from kubectl what kubectl applied from the client', async () => {
    const LAST = 'kubectl.kubernetes.io/last-applied-configuration';
    const last = JSON.stringify(configMap('a', { x: '1', y: '1' }));
    const made = configMap('a', { x: '1', y: '1' });
    const annotated = { ...made, metadata: { name: 'a', annotations: { [LAST]: last } } };
    await test.client.create(`${MAPS}?fieldManager=kubectl-client-side-apply`, annotated);
    expect((await apply(`${MAPS}/a`, 'other', configMap('a', { x: '2' }))).status).toBe(409);
    const { status, body } = await apply(`${MAPS}/a`, 'kubectl', configMap('a', { x: '2' }));
    expect([status, body['data']]).toEqual([200, { x: '2', y: '1' }]);
    expect(body['metadata'].annotations[LAST]).toBe(
      '{"apiVersion":"v1","data":{"x":"2"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    );
  });

  it('gives what was written before anybody kept track to before-first-apply', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    await test.client.patch('merge', `${MAPS}/a`, { metadata: { managedFields: [{}] } });
    expect((await test.client.get(`${MAPS}/a`)).body['metadata'].managedFields).toBeUndefined();
    const { body } = await apply(`${MAPS}/a`, 'one', configMap('a', { x: '2' }));
    expect(body['message']).toContain('conflict with "before-first-apply" using v1: .data.x');
  });

  it('applies the status alone to the status', async () => {
    await apply(`${DEPLOYMENTS}/a`, 'one', deployment('a', 2));
    const config = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { replicas: 5 },
      status: { replicas: 1 },
    };
    const { body } = await apply(`${DEPLOYMENTS}/a/status`, 'two', config, '&force=true');
    expect([body['spec'].replicas, body['status'].replicas]).toEqual([2, 1]);
    const [, two] = body['metadata'].managedFields as Array<Record<string, unknown>>;
    expect([two?.['subresource'], two?.['fieldsV1']]).toEqual([
      'status',
      { 'f:status': { 'f:replicas': {} } },
    ]);
    expect(
      (await apply(`${DEPLOYMENTS}/none/status`, 'two', { ...config, metadata: { name: 'none' } })).status,
    ).toBe(404);
  });

  it('hands the replicas over to who scales', async () => {
    await apply(`${DEPLOYMENTS}/a`, 'one', deployment('a', 2));
    const scale = (replicas: number) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas },
    });
    expect((await apply(`${DEPLOYMENTS}/a/scale`, 'scaler', scale(3))).status).toBe(409);
    await test.client.update(`${DEPLOYMENTS}/a/scale?fieldManager=scaler`, scale(3));
    const { body } = await apply(`${DEPLOYMENTS}/a`, 'one', deployment('a', 2));
    expect(body['message']).toBe(
      'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using apps/v1: .spec.replicas',
    );
  });

  it('applies custom resources by the schema of their version, across versions', async () => {
    await test.client.create(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      widgetDefinition(['v1', 'v2']),
    );
    const path = (version: string) => `/apis/example.com/${version}/namespaces/default/widgets/a`;
    expect((await apply(path('v1'), 'one', widget('a', { size: 1, color: 'red' }))).status).toBe(201);
    const conflict = await apply(path('v2'), 'two', widget('a', { size: 2 }, 'v2'));
    expect(conflict.body['message']).toBe('Apply failed with 1 conflict: conflict with "one": .spec.size');
    const { body } = await apply(path('v2'), 'one', widget('a', { size: 1 }, 'v2'));
    expect(body['spec']).toEqual({ size: 1 });
    expect(body['metadata'].managedFields[0].apiVersion).toBe('example.com/v2');
  });
});

describe('managed fields', () => {
  const test = useServer();
  const managersOf = (body: Record<string, unknown>): unknown =>
    (body['metadata'] as { managedFields?: Array<Record<string, unknown>> }).managedFields?.map(
      ({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1],
    );

  it('say who changed what, by name or by user agent', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1', y: '1' }), { 'user-agent': 'tool/1.0 (linux)' });
    const { body } = await test.client.patch('merge', `${MAPS}/a?fieldManager=patcher`, { data: { y: '2' } });
    expect(managersOf(body)).toEqual([
      ['patcher', 'Update', { 'f:data': { 'f:y': {} } }],
      ['tool', 'Update', { 'f:data': { '.': {}, 'f:x': {} } }],
    ]);
  });

  it('keep their times when nothing changes', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const before = (await test.client.get(`${MAPS}/a`)).body['metadata'];
    test.clock.advance(60_000);
    const { body } = await test.client.update(`${MAPS}/a`, configMap('a', { x: '1' }));
    expect(body['metadata']).toEqual(before);
  });

  it('are never those of more than ten updaters', async () => {
    await test.client.create(`${MAPS}?fieldManager=m0`, configMap('a', { k0: '' }));
    for (let i = 1; i <= 12; i++) {
      test.clock.advance(1_000);
      await test.client.patch('merge', `${MAPS}/a?fieldManager=m${i}`, { data: { [`k${i}`]: '' } });
    }
    const { body } = await test.client.get(`${MAPS}/a`);
    const names = (managersOf(body) as string[][]).map(([name]) => name);
    expect(names).toEqual(['ancient-changes', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12']);
  });

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['one empty entry', [{}]],
  ])('are cleared by %s', async (_, managedFields) => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const object = (await test.client.get(`${MAPS}/a`)).body;
    const { body } = await test.client.update(`${MAPS}/a`, {
      ...object,
      metadata: { ...object['metadata'], managedFields },
    });
    expect(managersOf(body)).toBeUndefined();
  });

  it('stay as they are when a client sends none, or some that cannot be read', async () => {
    const made = (await test.client.create(MAPS, configMap('a', { x: '1' }))).body;
    const broken = [{ manager: 'm', operation: 'Nothing', apiVersion: 'v1', fieldsType: 'FieldsV1' }];
    const { body } = await test.client.update(`${MAPS}/a`, {
      ...made,
      metadata: { ...made['metadata'], managedFields: broken },
    });
    expect(managersOf(body)).toEqual(managersOf(made));
  });

  it('do not count the status of an object, nor the rest of its status', async () => {
    const made = (await test.client.create(DEPLOYMENTS, { ...deployment('a'), status: { replicas: 3 } }))
      .body;
    const [[, , fields]] = managersOf(made) as [[string, string, object]];
    expect(Object.keys(fields)).toEqual(['f:spec']);
    const { body } = await test.client.patch('merge', `${DEPLOYMENTS}/a/status?fieldManager=c`, {
      spec: { replicas: 9 },
      status: { replicas: 1 },
    });
    expect((managersOf(body) as unknown[][]).find(([name]) => name === 'c')).toEqual([
      'c',
      'Update',
      { 'f:status': { 'f:replicas': {} } },
    ]);
  });

  it('are kept in protobuf', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const { text } = await test.client.get(`${MAPS}/a`, { accept: 'application/vnd.kubernetes.protobuf' });
    expect(text).toContain('{"f:data":{".":{},"f:x":{}}}');
  });
});

describe('admission that breaks managed fields', () => {
  const test = useServer({
    admission: [
      {
        name: 'Breaker',
        admit({ object }) {
          if (object?.kind === 'ConfigMap') object.metadata.managedFields = [{ operation: 'Nothing' }];
        },
      },
    ],
  });

  it('is undone, with a warning', async () => {
    const { status, body, headers } = await test.client.create(MAPS, configMap('a', { x: '1' }));
    expect([status, body['metadata'].managedFields[0].manager]).toEqual([201, 'unknown']);
    expect(headers['warning']?.[0]).toContain(
      '.metadata.managedFields was in an invalid state after admission',
    );
  });
});
