import { describe, expect, it } from 'vitest';
import { configMap, deployment } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';

describe('update', () => {
  const test = useServer();

  it('writes what changed, under a new resource version', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a', { x: '1' }));
    const { status, body } = await test.client.update(`${MAPS}/a`, { ...old, data: { x: '2' } });
    expect(status).toBe(200);
    expect(body['data']).toEqual({ x: '2' });
    expect(Number(body['metadata'].resourceVersion)).toBeGreaterThan(Number(old['metadata'].resourceVersion));
    expect((await test.client.get(`${MAPS}/a`)).body).toEqual(body);
  });

  it('writes nothing when nothing changes, whatever the order of fields', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a', { x: '1', y: '2' }));
    const before = test.server.revision;
    const { body } = await test.client.update(`${MAPS}/a`, {
      data: { y: '2', x: '1' },
      metadata: { name: 'a', labels: {} },
    });
    expect(body).toEqual(old);
    expect(test.server.revision).toBe(before);
  });

  it('refuses a resource version that is not the present one', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a'));
    await test.client.update(`${MAPS}/a`, { ...old, data: { x: '2' } });
    const { status, body } = await test.client.update(`${MAPS}/a`, { ...old, data: { x: '3' } });
    expect(status).toBe(409);
    expect(body['message']).toBe(
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  it('without a resource version overwrites, where the kind allows it', async () => {
    await test.client.create(MAPS, configMap('a'));
    expect((await test.client.update(`${MAPS}/a`, configMap('a', { x: '2' }))).status).toBe(200);
    await test.client.create(LEASES, { metadata: { name: 'l' }, spec: {} });
    const { status, body } = await test.client.update(`${LEASES}/l`, {
      metadata: { name: 'l' },
      spec: { holderIdentity: 'x' },
    });
    expect(status).toBe(422);
    expect(body['message']).toBe(
      'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  it('creates what is missing, where the kind allows it', async () => {
    expect((await test.client.update(`${MAPS}/a`, configMap('a'))).status).toBe(404);
    const { status, body } = await test.client.update(`${LEASES}/l`, { metadata: { name: 'l' }, spec: {} });
    expect([status, body['metadata'].name]).toEqual([201, 'l']);
  });

  it('keeps uid, creation time and generation, and refuses another uid', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a'));
    const metadata = { name: 'a', creationTimestamp: '2001-01-01T00:00:00Z', generation: 9 };
    const { body } = await test.client.update(`${MAPS}/a`, { metadata, data: { x: '1' } });
    expect(body['metadata']).toEqual({
      ...old['metadata'],
      resourceVersion: body['metadata'].resourceVersion as string,
    });
    const other = await test.client.update(`${MAPS}/a`, { metadata: { name: 'a', uid: 'other' } });
    expect(other.status).toBe(409);
    expect(other.body['message']).toContain(
      'Precondition failed: UID in precondition: other, UID in object meta: ',
    );
  });

  it('refuses a body that names another object than the path', async () => {
    await test.client.create(MAPS, configMap('a'));
    const message = async (metadata: object) => {
      const { status, body } = await test.client.update(`${MAPS}/a`, { metadata });
      expect(status).toBe(400);
      return body['message'] as string;
    };
    expect(await message({ name: 'b' })).toBe(
      'the name of the object (b) does not match the name on the URL (a)',
    );
    expect(await message({})).toContain('name must be provided');
    expect(await message({ name: 'a', namespace: 'z' })).toContain(
      'does not match the namespace sent on the request',
    );
  });

  it('counts the generation when the desired state changes, and not for labels or status', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web'));
    const generation = async (patch: object, path = '') =>
      (await test.client.patch('merge', `${DEPLOYMENTS}/web${path}`, patch)).body['metadata']
        .generation as number;
    expect(await generation({ spec: { replicas: 3 } })).toBe(2);
    expect(await generation({ metadata: { labels: { a: 'b' } } })).toBe(2);
    expect(await generation({ status: { replicas: 3 } }, '/status')).toBe(2);
    expect(await generation({ metadata: { generation: 7 }, spec: { replicas: 4 } })).toBe(3);
  });

  it('with dryRun=All answers as if, and stores nothing', async () => {
    const { body: old } = await test.client.create(MAPS, configMap('a'));
    const { body } = await test.client.update(`${MAPS}/a?dryRun=All`, configMap('a', { x: '1' }));
    expect(body['data']).toEqual({ x: '1' });
    expect((await test.client.get(`${MAPS}/a`)).body).toEqual(old);
  });
});

describe('the status subresource', () => {
  const test = useServer();

  it('writes the status and leaves the rest as it is', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web', 2));
    const { status, body } = await test.client.patch('merge', `${DEPLOYMENTS}/web/status`, {
      spec: { replicas: 9 },
      status: { replicas: 2, readyReplicas: 1 },
    });
    expect(status).toBe(200);
    expect(body['spec'].replicas).toBe(2);
    expect(body['status']).toMatchObject({ replicas: 2, readyReplicas: 1 });
  });

  it('is the only way to write the status', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web'));
    await test.client.patch('merge', `${DEPLOYMENTS}/web/status`, { status: { replicas: 2 } });
    const { body } = await test.client.patch('merge', `${DEPLOYMENTS}/web`, {
      status: { replicas: 9 },
      spec: { replicas: 4 },
    });
    expect(body['status'].replicas).toBe(2);
    expect(body['spec'].replicas).toBe(4);
  });
});

describe('the scale subresource', () => {
  const test = useServer();

  it('shows and sets the number of replicas', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web', 2));
    const { body: scale } = await test.client.get(`${DEPLOYMENTS}/web/scale`);
    expect(scale).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=web' },
    });
    const { status, body } = await test.client.update(`${DEPLOYMENTS}/web/scale`, {
      ...scale,
      spec: { replicas: 5 },
    });
    expect([status, body['spec'].replicas]).toEqual([200, 5]);
    expect((await test.client.get(`${DEPLOYMENTS}/web`)).body['spec'].replicas).toBe(5);
    expect((await test.client.update(`${DEPLOYMENTS}/web/scale`, scale)).status).toBe(409);
  });

  it('refuses less than none', async () => {
    await test.client.create(DEPLOYMENTS, deployment('web'));
    const { status, body } = await test.client.patch('merge', `${DEPLOYMENTS}/web/scale`, {
      spec: { replicas: -1 },
    });
    expect(status).toBe(422);
    expect(body['message']).toContain('spec.replicas: Invalid value: -1: must be greater than or equal to 0');
  });
});
