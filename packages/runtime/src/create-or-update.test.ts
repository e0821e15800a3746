import { describe, expect, it } from 'vitest';
import { createClient, isConflict } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { ConfigMap, Pod } from '@kubewright/api/core/v1';

import { createOrPatch, createOrUpdate } from './create-or-update.js';
import { FakeApi } from './test-support/fake-api.js';

const draft = () => ConfigMap({ metadata: { name: 'a', namespace: 'x' } });

function setUp(): { api: FakeApi; client: Client; writes: () => string[] } {
  const api = new FakeApi();
  return {
    api,
    client: createClient({ transport: api }),
    writes: () => api.requests.filter((request) => !request.startsWith('GET')),
  };
}

describe.each([
  ['createOrUpdate', createOrUpdate, 'PUT'],
  ['createOrPatch', createOrPatch, 'PATCH'],
] as const)('%s', (_name, bringAbout, verb) => {
  it('creates what is not there, with what mutate made of the draft', async () => {
    const { client, writes } = setUp();
    const { result, object } = await bringAbout(client, draft(), (map) => {
      map.data = { key: 'value' };
    });
    expect(result).toBe('created');
    expect(object).toMatchObject({ metadata: { resourceVersion: '101' }, data: { key: 'value' } });
    expect(writes()).toEqual(['POST /api/v1/namespaces/x/configmaps']);
  });

  it('changes what is there to what mutate makes of it, and keeps the rest', async () => {
    const { client, writes } = setUp();
    await client.create({ ...draft(), data: { kept: 'yes', key: 'old' } });
    const { result, object } = await bringAbout(client, draft(), (map) => {
      map.data = { ...map.data, key: 'new' };
    });
    expect(result).toBe('updated');
    expect(object.data).toEqual({ kept: 'yes', key: 'new' });
    expect(writes().at(-1)).toBe(`${verb} /api/v1/namespaces/x/configmaps/a`);
  });

  it('sends nothing when mutate changes nothing', async () => {
    const { client, writes } = setUp();
    const existing = await client.create({ ...draft(), data: { key: 'value' } });
    const { result, object } = await bringAbout(client, draft(), (map) => {
      map.data = { key: 'value' };
    });
    expect([result, object]).toEqual(['unchanged', existing]);
    expect(writes()).toHaveLength(1);
  });

  it('refuses a mutate that changes the name or the namespace, and a draft without a name', async () => {
    const { client } = setUp();
    await client.create(draft());
    const rename = bringAbout(client, draft(), (map) => {
      map.metadata = { ...map.metadata, name: 'b' };
    });
    await expect(rename).rejects.toThrow(
      'mutate must not change the name or namespace of an object: was x/a, became x/b',
    );
    await expect(bringAbout(client, ConfigMap({ metadata: {} }), () => undefined)).rejects.toThrow(
      'metadata.name',
    );
  });
});

describe('createOrUpdate', () => {
  it('throws the conflict when the object changed in between', async () => {
    const { client } = setUp();
    await client.create(draft());
    const racing = createOrUpdate(client, draft(), async (map) => {
      map.data = { key: 'mine' };
      const theirs = await client.get(ConfigMap, 'x/a');
      await client.update({ ...theirs, data: { key: 'theirs' } });
    });
    expect(isConflict(await racing.catch((error: unknown) => error))).toBe(true);
  });
});

describe('createOrPatch', () => {
  it('patches the object and its status apart', async () => {
    const { client, writes } = setUp();
    const pod = () =>
      Pod({ metadata: { name: 'p', namespace: 'x' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    await client.create(pod());
    const { result, object } = await createOrPatch(client, pod(), (found) => {
      found.metadata = { ...found.metadata, labels: { app: 'web' } };
      found.status = { phase: 'Running' };
    });
    expect(result).toBe('updated');
    expect(object).toMatchObject({ metadata: { labels: { app: 'web' } }, status: { phase: 'Running' } });
    expect(writes().slice(1)).toEqual([
      'PATCH /api/v1/namespaces/x/pods/p',
      'PATCH /api/v1/namespaces/x/pods/p/status',
    ]);
  });
});
