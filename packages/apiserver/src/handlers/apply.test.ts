import { describe, expect, it } from 'vitest';
import { configMap, deployment } from '../test-support/bodies.js';
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
});
