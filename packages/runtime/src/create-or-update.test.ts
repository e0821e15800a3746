import type { KubernetesObject } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { createClient, isConflict } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { ConfigMap, Pod } from '@kubewright/api/core/v1';

import { createOrPatch, createOrUpdate } from './create-or-update.js';
import type { CreateOrUpdateResult, MutateFunction } from './create-or-update.js';
import { FakeApi, failure } from './test-support/fake-api.js';

function trimValues(object: KubernetesObject): KubernetesObject {
  const { data = {} } = object as ConfigMap;
  const trimmed = Object.entries(data).map(([key, value]) => [key, value.trim()]);
  return { ...object, data: Object.fromEntries(trimmed) as Record<string, string> } as KubernetesObject;
}

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

  it('sends nothing when keys change their places, or get no value', async () => {
    const { client, writes } = setUp();
    await client.create({ ...draft(), data: { a: '1', b: '2' } });
    const { result, object } = await bringAbout(client, draft(), (map) => {
      map.data = { b: '2', a: '1' };
      map.immutable = undefined as never;
    });
    expect([result, object.data, writes().length]).toEqual(['unchanged', { a: '1', b: '2' }, 1]);
  });

  describe('where the server stores something else than what is wanted', () => {
    /** A server that trims values, and keeps no label of its own accord. */
    function setUpTrimming(): ReturnType<typeof setUp> & {
      reconcile: (value: string) => Promise<CreateOrUpdateResult<ConfigMap>>;
      sent: () => Promise<number>;
    } {
      const { api, client, writes } = setUp();
      api.normalise = trimValues;
      const to =
        (value: string): MutateFunction<ConfigMap> =>
        (map) => {
          map.data = { ...map.data, key: value };
        };
      return {
        api,
        client,
        writes,
        reconcile: (value) => bringAbout(client, draft(), to(value)),
        sent: async () => {
          const before = writes().length;
          await bringAbout(client, draft(), to(' value '));
          return writes().length - before;
        },
      };
    }

    it('sends it once, and nothing in the reconciles that follow', async () => {
      const { reconcile, writes } = setUpTrimming();
      const results = [];
      for (let round = 0; round < 4; round += 1) results.push(await reconcile(' value '));
      expect(results.map(({ result }) => result)).toEqual(['created', 'unchanged', 'unchanged', 'unchanged']);
      expect(new Set(results.map(({ object }) => JSON.stringify(object))).size).toBe(1);
      expect(writes()).toEqual([
        'POST /api/v1/namespaces/x/configmaps',
        `${verb} /api/v1/namespaces/x/configmaps/a`,
      ]);
    });

    it('sends another wish', async () => {
      const { reconcile, client } = setUpTrimming();
      for (const value of [' value ', ' value ', ' value ']) await reconcile(value);
      expect((await reconcile(' other ')).result).toBe('updated');
      expect(await client.get(ConfigMap, 'x/a')).toMatchObject({ data: { key: 'other' } });
    });

    it('sends the same wish when the stored object has changed', async () => {
      const { client, sent } = setUpTrimming();
      await sent();
      expect([await sent(), await sent()]).toEqual([1, 0]);
      await client.update({ ...(await client.get(ConfigMap, 'x/a')), data: { key: 'theirs' } });
      expect([await sent(), await sent(), await sent()]).toEqual([1, 1, 0]);
    });

    it('sends the same wish to an object that was deleted and made again', async () => {
      const { client, sent } = setUpTrimming();
      await sent();
      expect([await sent(), await sent()]).toEqual([1, 0]);
      await client.delete(ConfigMap, 'x/a');
      await client.create({ ...draft(), data: { key: 'value' } });
      expect([await sent(), await sent()]).toEqual([1, 0]);
    });

    it('sends what another client has sent in vain', async () => {
      const { api, reconcile, writes } = setUpTrimming();
      for (let round = 0; round < 3; round += 1) await reconcile(' value ');
      expect(writes()).toHaveLength(2);
      await bringAbout(createClient({ transport: api }), draft(), (map) => {
        map.data = { ...map.data, key: ' value ' };
      });
      expect(writes()).toHaveLength(3);
    });

    it('sends every change of an object that is being deleted, and says so', async () => {
      const { api, client, reconcile, writes } = setUpTrimming();
      const metadata = {
        ...draft().metadata,
        deletionTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['a.b/c'],
      };
      await client.create({ ...draft(), metadata });
      // As kube-apiserver answers the write that removes the last finalizer.
      api.intercept = ({ method }) =>
        method === 'GET'
          ? undefined
          : { status: 200, body: [...api.objects('/api/v1/configmaps').values()][0] };
      expect([(await reconcile('a')).result, (await reconcile('a')).result]).toEqual(['updated', 'updated']);
      expect(writes()).toHaveLength(3);
    });

    it('sends it again after a failure', async () => {
      const { api, sent } = setUpTrimming();
      await sent();
      api.intercept = ({ method }) =>
        method === 'GET' ? undefined : failure(503, 'ServiceUnavailable', 'no');
      await expect(sent()).rejects.toThrow('no');
      api.intercept = undefined;
      expect([await sent(), await sent()]).toEqual([1, 0]);
    });
  });

  it('sends nothing when the object cannot be read, or when mutate fails', async () => {
    const { api, client, writes } = setUp();
    const broken = () => bringAbout(client, draft(), () => Promise.reject(new Error('broken')));
    await expect(broken()).rejects.toThrow('broken');
    await client.create(draft());
    await expect(broken()).rejects.toThrow('broken');
    api.intercept = () => failure(500, 'InternalError', 'no idea');
    let called = false;
    const unread = bringAbout(client, draft(), () => void (called = true));
    await expect(unread).rejects.toThrow('no idea');
    expect(called).toBe(false);
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
    for (const object of [draft(), ConfigMap({ metadata: { name: 'new', namespace: 'x' } })]) {
      const move = bringAbout(client, object, (map) => {
        map.metadata = { ...map.metadata, namespace: 'y' };
      });
      await expect(move).rejects.toThrow('became y/');
    }
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
    const again = await createOrPatch(client, pod(), (found) => {
      found.metadata = { ...found.metadata, labels: { app: 'db' } };
      found.status = { ...found.status, reason: 'Moved' };
    });
    expect(again).toMatchObject({
      result: 'updated',
      object: { metadata: { labels: { app: 'db' } }, status: { phase: 'Running', reason: 'Moved' } },
    });
    expect(writes()).toHaveLength(5);
  });

  it('does not take what createOrUpdate could not change for what it could not', async () => {
    const { api, client, writes } = setUp();
    const pod = () => Pod({ metadata: { name: 'p', namespace: 'x' } });
    await client.create(pod());
    // An update of the object ignores its status.
    api.intercept = ({ method, path, body }) => {
      if (method !== 'PUT' || path.endsWith('/status')) return undefined;
      const { status: _status, ...stored } = JSON.parse(new TextDecoder().decode(body)) as Pod;
      return { status: 200, body: stored };
    };
    const run = (found: Pod) => {
      found.status = { phase: 'Running' };
    };
    for (let round = 0; round < 2; round += 1) {
      expect((await createOrUpdate(client, pod(), run)).result).toBe('unchanged');
    }
    expect((await createOrPatch(client, pod(), run)).result).toBe('updated');
    expect(writes().slice(1)).toEqual([
      'PUT /api/v1/namespaces/x/pods/p',
      'PATCH /api/v1/namespaces/x/pods/p/status',
    ]);
  });
});
