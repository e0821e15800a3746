import { describe, expect, it } from 'vitest';
import { configMap, pod } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';

describe('delete', () => {
  const test = useServer();

  it('removes the object and answers with its identity', async () => {
    const { body: object } = await test.client.create(MAPS, configMap('a'));
    const { status, body } = await test.client.delete(`${MAPS}/a`);
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: object['metadata'].uid as string },
    });
    expect((await test.client.delete(`${MAPS}/a`)).status).toBe(404);
  });

  it('waits for finalizers, and the update that removes the last one removes the object', async () => {
    await test.client.create(MAPS, { metadata: { name: 'a', finalizers: ['example.com/wait'] } });
    const { body: waiting } = await test.client.delete(`${MAPS}/a`);
    expect(waiting['metadata']).toMatchObject({
      deletionTimestamp: '2026-01-02T03:04:05Z',
      deletionGracePeriodSeconds: 0,
    });
    const before = test.server.revision;
    await test.client.delete(`${MAPS}/a`);
    expect(test.server.revision).toBe(before);
    const more = { metadata: { finalizers: ['example.com/wait', 'example.com/more'] } };
    expect((await test.client.patch('merge', `${MAPS}/a`, more)).body['message']).toContain(
      'no new finalizers can be added',
    );
    expect((await test.client.patch('merge', `${MAPS}/a`, { metadata: { finalizers: null } })).status).toBe(
      200,
    );
    expect((await test.client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it.each([
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['orphan']],
  ])('with propagationPolicy %s leaves the rest to the garbage collector', async (policy, finalizers) => {
    await test.client.create(MAPS, configMap('a'));
    const { body } = await test.client.delete(`${MAPS}/a`, { propagationPolicy: policy });
    expect(body['metadata'].finalizers).toEqual(finalizers);
    expect(body['metadata'].deletionTimestamp).toBeDefined();
  });

  it('takes options from the query too', async () => {
    await test.client.create(MAPS, configMap('a'));
    const { body } = await test.client.delete(`${MAPS}/a?propagationPolicy=Foreground`);
    expect(body['metadata'].finalizers).toEqual(['foregroundDeletion']);
  });

  it('refuses when a precondition fails', async () => {
    await test.client.create(MAPS, configMap('a'));
    const uid = await test.client.delete(`${MAPS}/a`, { preconditions: { uid: 'other' } });
    expect([uid.status, uid.body['message']]).toEqual([
      409,
      expect.stringContaining('the UID in the precondition (other) does not match'),
    ]);
    const version = await test.client.delete(`${MAPS}/a`, { preconditions: { resourceVersion: '1' } });
    expect(version.status).toBe(409);
  });

  it.each([
    [{ propagationPolicy: 'Sideways' }, 422],
    [{ kind: 'Foo' }, 400],
    [{ dryRun: ['Some'] }, 422],
    ['[]', 400],
    ['{', 400],
  ])('refuses the options %j with %i', async (options, status) => {
    await test.client.create(MAPS, configMap('a'));
    expect((await test.client.delete(`${MAPS}/a`, options)).status).toBe(status);
    expect((await test.client.get(`${MAPS}/a`)).status).toBe(200);
  });

  it('with dryRun=All removes nothing', async () => {
    await test.client.create(MAPS, configMap('a'));
    expect((await test.client.delete(`${MAPS}/a?dryRun=All`)).status).toBe(200);
    expect((await test.client.delete(`${MAPS}/a`, { dryRun: ['All'] })).status).toBe(200);
    expect((await test.client.get(`${MAPS}/a`)).status).toBe(200);
  });
});

describe('graceful deletion of a pod on a node', () => {
  const test = useServer();
  const bind = async (name: string) => {
    await test.client.create(PODS, pod(name));
    await test.client.create(`${PODS}/${name}/binding`, {
      metadata: { name },
      target: { kind: 'Node', name: 'node-1' },
    });
  };

  it('marks the pod first, and removes it when asked again without grace', async () => {
    await bind('p');
    const { status, body } = await test.client.delete(`${PODS}/p`);
    expect(status).toBe(200);
    expect(body['metadata']).toMatchObject({
      deletionTimestamp: '2026-01-02T03:04:35Z',
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
    await test.client.delete(`${PODS}/p`, { gracePeriodSeconds: 0 });
    expect((await test.client.get(`${PODS}/p`)).status).toBe(404);
  });

  it('a second request can shorten the grace period, and not lengthen it', async () => {
    await bind('p');
    await test.client.delete(`${PODS}/p`);
    const shorter = await test.client.delete(`${PODS}/p`, { gracePeriodSeconds: 10 });
    expect(shorter.body['metadata']).toMatchObject({
      deletionTimestamp: '2026-01-02T03:04:15Z',
      deletionGracePeriodSeconds: 10,
    });
    const longer = await test.client.delete(`${PODS}/p`, { gracePeriodSeconds: 60 });
    expect(longer.body['metadata'].deletionGracePeriodSeconds).toBe(10);
  });

  it('removes at once a pod that is on no node', async () => {
    await test.client.create(PODS, pod('p'));
    expect((await test.client.delete(`${PODS}/p`)).body['kind']).toBe('Pod');
    expect((await test.client.get(`${PODS}/p`)).status).toBe(404);
  });
});

describe('deletecollection', () => {
  const test = useServer();

  it('deletes what the selector selects, and answers with the list of it', async () => {
    for (const [name, tier] of [
      ['a', 'web'],
      ['b', 'web'],
      ['c', 'db'],
    ] as const) {
      await test.client.create(MAPS, configMap(name, {}, { tier }));
    }
    const { status, body } = await test.client.delete(`${MAPS}?labelSelector=tier%3Dweb`);
    expect(status).toBe(200);
    expect(body['kind']).toBe('ConfigMapList');
    expect(body['items']).toHaveLength(2);
    const { body: left } = await test.client.get(MAPS);
    expect(
      (left['items'] as Array<{ metadata: { name: string } }>).map(({ metadata }) => metadata.name),
    ).toEqual(['c']);
  });

  it('is not allowed over all namespaces', async () => {
    expect((await test.client.delete('/api/v1/configmaps')).status).toBe(405);
  });
});

describe('the life of a namespace', () => {
  const test = useServer();

  it('ends in two steps: it is emptied while it terminates, then finalized', async () => {
    const { body: created } = await test.client.create('/api/v1/namespaces', { metadata: { name: 'n' } });
    expect(created).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
    await test.client.create('/api/v1/namespaces/n/configmaps', configMap('a'));
    const { body: terminating } = await test.client.delete('/api/v1/namespaces/n');
    expect(terminating).toMatchObject({ status: { phase: 'Terminating' } });

    const refused = await test.client.create('/api/v1/namespaces/n/configmaps', configMap('b'));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      message:
        'configmaps "b" is forbidden: unable to create new content in namespace n because it is being terminated',
      details: {
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace n is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    });
    expect(
      (await test.client.patch('merge', '/api/v1/namespaces/n/configmaps/a', { data: { x: '1' } })).status,
    ).toBe(200);
    expect((await test.client.delete('/api/v1/namespaces/n/configmaps/a')).status).toBe(200);

    await test.client.update('/api/v1/namespaces/n/finalize', { metadata: { name: 'n' }, spec: {} });
    expect((await test.client.get('/api/v1/namespaces/n')).status).toBe(404);
  });

  it.each(['default', 'kube-system', 'kube-public'])('never ends for %s', async (name) => {
    const { status, body } = await test.client.delete(`/api/v1/namespaces/${name}`);
    expect([status, body['message']]).toEqual([
      403,
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    ]);
  });
});

describe('binding and eviction of a pod', () => {
  const test = useServer();

  it('a pod is bound once', async () => {
    await test.client.create(PODS, pod('p'));
    const binding = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'node-1' } };
    const first = await test.client.create(`${PODS}/p/binding`, binding);
    expect([first.status, first.body['status']]).toEqual([201, 'Success']);
    const { body } = await test.client.get(`${PODS}/p`);
    expect(body['spec'].nodeName).toBe('node-1');
    expect(body['status'].conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
    const second = await test.client.create(`${PODS}/p/binding`, binding);
    expect([second.status, second.body['message']]).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "node-1"',
    ]);
  });

  it('eviction deletes a pod unless a disruption budget forbids it', async () => {
    await test.client.create(PODS, pod('p', { app: 'x' }));
    await test.client.patch('merge', `${PODS}/p/status`, { status: { phase: 'Running' } });
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
    await test.client.create(budgets, {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } } },
    });
    const evict = () => test.client.create(`${PODS}/p/eviction`, { metadata: { name: 'p' } });
    const refused = await evict();
    expect([refused.status, refused.body['reason']]).toEqual([429, 'TooManyRequests']);
    await test.client.delete(`${budgets}/b`);
    expect((await evict()).status).toBe(201);
    expect((await test.client.get(`${PODS}/p`)).status).toBe(404);
  });
});
