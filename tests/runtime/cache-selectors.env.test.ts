import { defineKind } from '@kubewright/api';
import type { Kind, KubernetesObject } from '@kubewright/api';
import { Namespace, Secret } from '@kubewright/api/core/v1';
import { isNotFound, listItems, metadataOnly } from '@kubewright/client';
import { allNamespaces, createManager, forKind } from '@kubewright/runtime';
import type { CacheSettings, Manager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/* What caches hold and find, on six objects in three namespaces: the situations of controller-runtime's pkg/cache/cache_test.go. */

const [one, two, three] = ['selected-1', 'selected-2', 'selected-3'];
const objects: ReadonlyArray<[name: string, namespace: string, type: string, common: boolean]> = [
  ['s1', one, 'never', false],
  ['s2', two, 'always', false],
  ['s3', two, 'on-failure', true],
  ['s4', three, 'never', true],
  ['s5', one, 'never', false],
  ['s6', two, 'always', false],
];
const everything = objects.map(([name]) => name);

/** The ways to name a kind: with its type, at run time, and its metadata alone. */
const Untyped = defineKind<KubernetesObject>({ group: '', version: 'v1', kind: 'Secret' });
const ways: ReadonlyArray<[string, Kind]> = [
  ['typed', Secret as unknown as Kind],
  ['named at run time', Untyped],
  ['metadata alone', metadataOnly(Secret) as unknown as Kind],
];

let env: TestEnvironment;
const managers: Manager[] = [];

beforeAll(async () => {
  env = await startTestEnvironment();
  await Promise.all(
    [one, two, three].map((name) => env.client.create(Namespace({ metadata: { name, labels: { name } } }))),
  );
  for (const [name, namespace, type, common] of objects) await create(name, namespace, type, common);
}, 90_000);

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.stop()));
});

afterAll(() => env.stop());

function create(name: string, namespace: string, type = 'other', common = false) {
  const labels = { 'test-label': name, ...(common && { 'common-label': 'common' }) };
  return env.client.create(Secret({ metadata: { name, namespace, labels }, type: `example.com/${type}` }));
}

async function start(cache: CacheSettings = {}): Promise<Manager> {
  const manager = createManager({ client: env.client, cache });
  managers.push(manager);
  manager.start().catch(() => undefined);
  await manager.whenReady();
  return manager;
}

const names = ({ items }: { items: readonly KubernetesObject[] }) =>
  items
    .filter(({ metadata }) => [one, two, three].includes(metadata?.namespace ?? ''))
    .map(({ metadata }) => metadata?.name ?? '')
    .sort();

describe('selectors of a cache', () => {
  const ofSecrets = (settings: Parameters<typeof forKind<Secret>>[1]): CacheSettings => ({
    byKind: [forKind(Secret, settings), forKind(metadataOnly(Secret), settings as object)],
  });
  const nothing = { labelSelector: { 'new-label': 'new' } };
  const byName = { fieldSelector: { 'metadata.name': 's2' } };
  const byNamespace = { fieldSelector: { 'metadata.namespace': two } };
  const byLabel = { labelSelector: { 'test-label': 's4' } };
  const common = { labelSelector: { 'common-label': 'common' } };
  const nowhere = { fieldSelector: { 'metadata.namespace': 'new' } };
  const missing = { fieldSelector: { 'metadata.name': 'missing' } };
  const labelOfTwo = { labelSelector: { 'test-label': 's2' } };

  it.each<[string, CacheSettings, readonly string[]]>([
    ['nothing', {}, everything],
    ['a field of a kind', ofSecrets(byName), ['s2']],
    ['a field of all', byName, ['s2']],
    ['a field of a kind that several have', ofSecrets(byNamespace), ['s2', 's3', 's6']],
    ['a field of all that several have', byNamespace, ['s2', 's3', 's6']],
    ['a label of a kind', ofSecrets(byLabel), ['s4']],
    [
      'all labels of a kind, over one for all, in a namespace',
      { namespaces: [one], ...nothing, ...ofSecrets({ labelSelector: '' }) },
      ['s1', 's5'],
    ],
    ['a label for all, in a namespace', { namespaces: [two], ...common, ...ofSecrets({}) }, ['s3']],
    ['a label of all', byLabel, ['s4']],
    ['a label of a kind that several have', ofSecrets(common), ['s3', 's4']],
    ['a label of all that several have', common, ['s3', 's4']],
    ['a label and a field of a kind', ofSecrets({ ...common, ...byNamespace }), ['s3']],
    ['a label and a field of all', { ...common, ...byNamespace }, ['s3']],
    ['a label of a kind that none has', ofSecrets(nothing), []],
    ['a label of all that none has', nothing, []],
    ['a field of a kind that none has', ofSecrets(nowhere), []],
    ['a field of all that none has', nowhere, []],
    ['a field of a kind in a namespace', ofSecrets({ namespaces: { [two]: byName } }), ['s2']],
    ['a field of a kind in a namespace that none has', ofSecrets({ namespaces: { [two]: missing } }), []],
    ['a field of all in a namespace', { namespaces: { [two]: byName } }, ['s2']],
    ['a field of all in a namespace that none has', { namespaces: { [two]: missing } }, []],
    ['a label of a kind in a namespace', ofSecrets({ namespaces: { [two]: labelOfTwo } }), ['s2']],
    ['a label of a kind in a namespace that none has', ofSecrets({ namespaces: { [two]: nothing } }), []],
    ['a label of all in a namespace', { namespaces: { [two]: labelOfTwo } }, ['s2']],
    ['a label of all in a namespace that none has', { namespaces: { [two]: nothing } }, []],
    ['all namespaces', { namespaces: { [allNamespaces]: {} } }, everything],
    ['all namespaces of a kind', ofSecrets({ namespaces: { [allNamespaces]: {} } }), everything],
    [
      'all namespaces but one',
      { namespaces: { [allNamespaces]: {}, [one]: nothing } },
      ['s2', 's3', 's4', 's6'],
    ],
    [
      'all namespaces of a kind but one',
      ofSecrets({ namespaces: { [allNamespaces]: {}, [one]: nothing } }),
      ['s2', 's3', 's4', 's6'],
    ],
  ])('by %s', async (_what, cache, expected) => {
    const { client } = await start(cache);
    for (const [way, kind] of ways) {
      const found = await client.list(kind);
      expect(names(found), way).toEqual(expected);
      for (const { metadata, kind: name } of found.items) {
        expect(name).toBe('Secret');
        await client.get(kind, { namespace: metadata.namespace!, name: metadata.name });
      }
    }
  });

  it('hold the rest in the cache of all other namespaces, where it is read and written like elsewhere', async () => {
    const { client } = await start({ namespaces: { [one]: {}, [allNamespaces]: byNamespace } });
    for (const [, kind] of ways) {
      await client.get(kind, { namespace: two, name: 's2' });
      expect(names(await client.list(kind, { namespace: two }))).toEqual(['s2', 's3', 's6']);
      expect(names(await client.list(kind, { namespace: three }))).toEqual([]);
      for (const namespace of [three, 'unknown'])
        await expect(client.get(kind, { namespace, name: 's4' })).rejects.toSatisfy(isNotFound);
    }
    await client.create(Secret({ metadata: { namespace: two, name: 'own' } }));
    expect(names(await client.list(Secret, { namespace: two }))).toEqual(['own', 's2', 's3', 's6']);
    await client.delete(Secret, { namespace: two, name: 'own' });
    await expect(client.get(Secret, { namespace: two, name: 'own' })).rejects.toSatisfy(isNotFound);
  });

  it('leave kinds without namespaces to their own settings: each object once, whatever namespace is asked for', async () => {
    const Namespaces = defineKind<KubernetesObject>({
      group: '',
      version: 'v1',
      kind: 'Namespace',
      namespaced: false,
    });
    const all = await start({ namespaces: ['default', one] });
    const ours = (list: { items: readonly KubernetesObject[] }) =>
      list.items
        .map(({ metadata }) => metadata?.name ?? '')
        .filter((name) => name.startsWith('selected-'))
        .sort();
    const clusterWide = [
      Namespace as unknown as Kind,
      Namespaces,
      metadataOnly(Namespace) as unknown as Kind,
    ];
    for (const kind of clusterWide) {
      expect(ours(await all.client.list(kind))).toEqual([one, two, three]);
      await all.client.get(kind, one);
      await all.client.get(kind, { namespace: 'random', name: one });
    }
    for (const [, kind] of ways) {
      expect(names(await all.client.list(kind))).toEqual(['s1', 's5']);
      await expect(all.client.get(kind, { namespace: two, name: 's2' })).rejects.toThrow(
        `covers the namespaces default, ${one}, not "${two}"`,
      );
    }
    const settings = { labelSelector: { name: two } };
    const some = await start({
      namespaces: [one],
      byKind: [forKind(Namespace, settings), forKind(metadataOnly(Namespace), settings)],
    });
    for (const kind of clusterWide) {
      expect(ours(await some.client.list(kind))).toEqual([two]);
      await some.client.get(kind, { namespace: 'random', name: two });
      await expect(some.client.get(kind, one)).rejects.toSatisfy(isNotFound);
    }
  });
});

describe('reads', () => {
  it.each(ways)(
    'of a kind that is %s find objects by key, namespace and labels, each time one’s own',
    async (_way, kind) => {
      const { client, cache } = await start();
      await client.get(kind, { namespace: one, name: 's1' });
      expect(names(await client.list(kind))).toEqual(everything);
      expect(cache.follows(kind)).toBe(true);
      expect(names(await client.list(kind, { namespace: one }))).toEqual(['s1', 's5']);
      await create('s2', one);
      await env.eventually(async () => {
        const found = await client.list(kind, { labelSelector: { 'test-label': 's2' } });
        expect(new Set(found.items.map(({ metadata }) => metadata.namespace))).toEqual(new Set([one, two]));
      });
      const inOne = { namespace: two, labelSelector: { 'test-label': 's2' } };
      expect(names(await client.list(kind, inOne))).toEqual(['s2']);
      await env.client.delete(Secret, { namespace: one, name: 's2' });
      for (const namespace of [one, 'unknown'])
        await expect(client.get(kind, { namespace, name: 'unknown' })).rejects.toSatisfy(isNotFound);

      const read = await client.get(kind, { namespace: two, name: 's3' });
      read.metadata.labels!['test-label'] = 'changed';
      const again = await client.get(kind, { namespace: two, name: 's3' });
      expect(again.metadata.labels!['test-label']).toBe('s3');
    },
  );

  it.each<[string, CacheSettings]>([
    ['one informer', {}],
    ['informers of namespaces', { namespaces: [one, two, three] }],
  ])('from %s end at a limit, and say so to whoever pages', async (_what, cache) => {
    const { client } = await start(cache);
    const common = { labelSelector: { 'common-label': 'common' } };
    for (const [, kind] of ways) {
      expect((await client.list(kind, { limit: 3 })).items).toHaveLength(3);
      const cut = await client.list(kind, { ...common, limit: 1 });
      expect([cut.items.length, cut.metadata.continue]).toEqual([1, 'continue-not-supported']);
      const whole = await client.list(kind, { ...common, limit: 2 });
      expect([whole.items.length, whole.metadata.continue]).toEqual([2, undefined]);
      const count = async (pageSize: number) => {
        let seen = 0;
        for await (const _item of listItems(client, kind, { ...common, pageSize })) seen += 1;
        return seen;
      };
      await expect(count(1)).rejects.toMatchObject({ code: 'UnsupportedOption' });
      expect(await count(2)).toBe(2);
    }
  });

  it('are of what transforms made of the objects: that of the kind, or else that for all', async () => {
    const mark =
      (how: string) =>
      <T extends KubernetesObject>(object: T): T => {
        (object.metadata!.annotations ??= {})['transformed'] ??= how;
        return object;
      };
    const explicit = { transform: mark('explicit') };
    const { client } = await start({
      transform: mark('default'),
      byKind: [forKind(Secret, explicit), forKind(metadataOnly(Secret), explicit)],
    });
    for (const [way, kind] of ways)
      for (const { metadata } of (await client.list(kind)).items)
        expect(metadata.annotations, way).toEqual({ transformed: 'explicit' });
    for (const kind of [Namespace, metadataOnly(Namespace)])
      expect((await client.get(kind as unknown as Kind, one)).metadata.annotations).toEqual({
        transformed: 'default',
      });
  });
});

describe('indexes of a cache', () => {
  it('find objects by one and by several, and leave alone what their functions return', async () => {
    const manager = createManager({ client: env.client });
    const { cache, client } = manager;
    cache.indexField(Secret, 'type', ({ type }) => [type ?? '']);
    cache.indexField(Secret, 'common', ({ metadata }) => [metadata?.labels?.['common-label'] ?? '']);
    cache.indexField(metadataOnly(Secret), 'label', ({ metadata }) => [
      metadata?.labels?.['test-label'] ?? '',
    ]);
    const fixed = ['a', 'b', 'c'];
    cache.indexField(Namespace, 'fixed', () => fixed);
    managers.push(manager);
    manager.start().catch(() => undefined);
    await manager.whenReady();
    const find = async (fieldSelector: Record<string, string>) =>
      names(await client.list(Secret, { fieldSelector }));
    expect(await find({ type: 'example.com/on-failure' })).toEqual(['s3']);
    expect(names(await client.list(Untyped, { fieldSelector: { type: 'example.com/on-failure' } }))).toEqual([
      's3',
    ]);
    expect(await find({ common: 'common' })).toEqual(['s3', 's4']);
    expect(await find({ type: 'example.com/never' })).toEqual(['s1', 's4', 's5']);
    expect(await find({ common: 'common', type: 'example.com/never' })).toEqual(['s4']);
    const partial = await client.list(metadataOnly(Secret), { fieldSelector: { label: 's3' } });
    expect(partial).toMatchObject({ apiVersion: 'v1', kind: 'SecretList' });
    expect(partial.items).toMatchObject([{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's3' } }]);
    expect((await client.list(Namespace, { fieldSelector: { fixed: 'a' } })).items.length).toBeGreaterThan(2);
    expect(fixed).toEqual(['a', 'b', 'c']);
  });
});

describe('informers', () => {
  it.each(ways)(
    'of a kind that is %s tell of changes, end when they are removed, and begin anew',
    async (way, kind) => {
      const { cache } = await start();
      const early = cache.informer(kind);
      expect(early.hasSynced).toBe(false);
      const informer = await cache.syncedInformer(kind);
      expect([informer === early, informer.hasSynced]).toEqual([true, true]);
      const heard: string[] = [];
      const name = `heard-${way.replaceAll(' ', '-')}`;
      informer.addHandler(({ type, meta }) => {
        if (meta.name === name) heard.push(type);
      });
      await create(name, one);
      await env.eventually(() => {
        expect(heard).toEqual(['add']);
      });
      await env.client.delete(Secret, { namespace: one, name });
      expect(cache.removeInformer(kind)).toBe(true);
      const next = await cache.syncedInformer(kind);
      expect([next === informer, next.hasSynced, next.list().length > 0]).toEqual([false, true, true]);
      cache.removeInformer(kind);
      const gone = AbortSignal.abort(new Error('gone'));
      await expect(cache.syncedInformer(kind, { signal: gone })).rejects.toThrow('gone');
    },
  );
});
