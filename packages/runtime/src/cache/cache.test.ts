import type { KubernetesObject, Stored } from '@kubewright/api';
import { ConfigMap, Namespace, Secret } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { afterEach, describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { allNamespaces, forKind, settingsOf } from './cache-options.js';
import type { CacheSettings } from './cache-options.js';
import { dropManagedFields } from './object-shape.js';
import { failure } from '../test-support/fake-api.js';

let harness: ManagerHarness;

async function setUp(cache: CacheSettings = {}, options: { controllers?: never[] } = {}): Promise<void> {
  harness = new ManagerHarness({ cache, ...options });
  await harness.client.create(configMap('a', { namespace: 'x', value: '1', labels: { app: 'web' } }));
  await harness.client.create(configMap('b', { namespace: 'y', value: '2', labels: { app: 'db' } }));
  await harness.start();
  harness.api.requests.length = 0;
}

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

const names = async (options = {}) =>
  (await harness.manager.client.list(ConfigMap, options)).items.map(({ metadata }) => metadata.name);
const lists = () =>
  harness.api.requests
    .filter((request) => request.includes('limit='))
    .map((request) => decodeURIComponent(request.replace('GET /api/v1/', '')));

describe('settings of the cache', () => {
  it.each<[string, CacheSettings, string[]]>([
    ['nothing', {}, ['configmaps?limit=500']],
    [
      'namespaces',
      { namespaces: ['x', 'y'] },
      ['namespaces/x/configmaps?limit=500', 'namespaces/y/configmaps?limit=500'],
    ],
    ['labels', { labelSelector: { app: 'web' } }, ['configmaps?labelSelector=app=web&limit=500']],
    [
      'a kind, over what is set for all',
      {
        labelSelector: { app: 'web' },
        byKind: [forKind(ConfigMap, { labelSelector: '', fieldSelector: 'metadata.name=a' })],
      },
      ['configmaps?fieldSelector=metadata.name=a&limit=500'],
    ],
    [
      'a namespace and the rest',
      {
        byKind: [
          forKind(ConfigMap, {
            namespaces: { x: { labelSelector: 'app=web' }, [allNamespaces]: { labelSelector: '!app' } },
          }),
        ],
      },
      [
        'namespaces/x/configmaps?labelSelector=app=web&limit=500',
        'configmaps?labelSelector=!app&fieldSelector=metadata.namespace!=x&limit=500',
      ],
    ],
    [
      'a kind that is in all namespaces',
      { namespaces: ['x'], byKind: [forKind(ConfigMap, { namespaces: {} })] },
      ['configmaps?limit=500'],
    ],
  ])('restrict lists and watches by %s', async (_what, settings, expected) => {
    await setUp(settings);
    await names();
    expect(lists()).toEqual(expected);
  });

  it('take from the nearest that says something', () => {
    const settings: CacheSettings = {
      namespaces: { x: { labelSelector: 'a=x', transform: dropManagedFields }, y: {} },
      labelSelector: 'a=default',
      syncPeriodMs: 5,
      byKind: [forKind(Secret, { fieldSelector: 'type=t', namespaces: ['x'] })],
    };
    const none = { fieldSelector: '', transform: undefined, syncPeriodMs: 5 };
    expect(settingsOf(ConfigMap, settings)).toEqual([
      { ...none, namespace: 'x', labelSelector: 'a=x', transform: dropManagedFields },
      { ...none, namespace: 'y', labelSelector: 'a=default' },
    ]);
    expect(settingsOf(Secret, settings)).toEqual([
      {
        ...none,
        namespace: 'x',
        labelSelector: 'a=x',
        fieldSelector: 'type=t',
        transform: dropManagedFields,
      },
    ]);
    expect(settingsOf(Namespace, settings)).toEqual([{ ...none, labelSelector: 'a=default' }]);
    expect(() => forKind(Namespace, { namespaces: ['x'] })).toThrow('cannot be restricted to namespaces');
    harness = new ManagerHarness();
  });

  /* The cases of controller-runtime's pkg/cache/defaulting_test.go; what is expected is what becomes of `from`. */
  const from = (value: string) => ({ labelSelector: { from: value } });
  const ofMaps = (
    own: Parameters<typeof forKind<ConfigMap>>[1],
    rest: CacheSettings = {},
  ): CacheSettings => ({
    ...rest,
    byKind: [forKind(ConfigMap, own)],
  });
  const kube = { 'kube-public': from('kube-public'), 'kube-system': from('kube-system') };
  const others = 'metadata.namespace!=kube-public,metadata.namespace!=kube-system';
  const onNode = { fieldSelector: 'spec.nodeName=foo' };
  const inDefault = { namespaces: { default: from('namespaces') } };
  it.each<[string, CacheSettings, ReadonlyArray<Record<string, unknown>>]>([
    [
      'the kind, before those of the namespace',
      ofMaps({ namespaces: ['default'], ...from('kind') }, { ...inDefault, ...from('all') }),
      [{ namespace: 'default', labelSelector: 'from=kind' }],
    ],
    [
      'the namespace, before those for all',
      ofMaps({ namespaces: ['default'] }, { ...inDefault, ...from('all') }),
      [{ namespace: 'default', labelSelector: 'from=namespaces' }],
    ],
    [
      'all, where nothing else says anything',
      ofMaps({ namespaces: ['default'] }, from('all')),
      [{ namespace: 'default', labelSelector: 'from=all' }],
    ],
    [
      'the namespaces, where the kind names none',
      ofMaps({}, inDefault),
      [{ namespace: 'default', labelSelector: 'from=namespaces' }],
    ],
    ['nothing, where the kind has no namespaces on purpose', ofMaps({ namespaces: {} }, inDefault), [{}]],
    ['all, in all namespaces', ofMaps({}, from('all')), [{ labelSelector: 'from=all' }]],
    ['the kind, in all namespaces', ofMaps(from('kind'), from('all')), [{ labelSelector: 'from=kind' }]],
    ['all, of fields', ofMaps({}, onNode), [onNode]],
    ['the kind, of fields', ofMaps(onNode, { fieldSelector: 'from=all' }), [onNode]],
    ['all, of time', ofMaps({}, { syncPeriodMs: 5 }), [{ syncPeriodMs: 5 }]],
    ['the kind, of time', ofMaps({ syncPeriodMs: 1 }, { syncPeriodMs: 5 }), [{ syncPeriodMs: 1 }]],
    [
      'all, in a namespace',
      { namespaces: ['default'], ...from('all') },
      [{ namespace: 'default', labelSelector: 'from=all' }],
    ],
    [
      'the namespace, where it selects everything',
      { namespaces: { default: { labelSelector: '' } }, ...from('all') },
      [{ namespace: 'default' }],
    ],
    [
      'the kind, in a namespace',
      ofMaps(from('kind'), { namespaces: ['default'] }),
      [{ namespace: 'default', labelSelector: 'from=kind' }],
    ],
    ...[
      (own: object): CacheSettings => ({ namespaces: { ...kube, [allNamespaces]: own } }),
      (own: object): CacheSettings => ofMaps({ namespaces: { ...kube, [allNamespaces]: own } }),
    ].flatMap((settings, index): Array<[string, CacheSettings, Array<Record<string, unknown>>]> => {
      const named = Object.keys(kube).map((namespace) => ({ namespace, labelSelector: `from=${namespace}` }));
      return [
        [
          `the namespaces, and the rest of them (${index})`,
          settings({}),
          [...named, { fieldSelector: others }],
        ],
        [
          `the namespaces, and the rest of them with fields (${index})`,
          settings(onNode),
          [...named, { fieldSelector: `spec.nodeName=foo,${others}` }],
        ],
      ];
    }),
  ])('default to those of %s', (_what, settings, expected) => {
    const plain = { labelSelector: '', fieldSelector: '', transform: undefined, syncPeriodMs: undefined };
    const before = JSON.stringify(settings);
    expect(settingsOf(ConfigMap, settings)).toEqual(expected.map((one) => ({ ...plain, ...one })));
    expect(JSON.stringify(settings)).toBe(before);
    harness = new ManagerHarness();
  });

  it('pass every setting on from every level', () => {
    const every = {
      labelSelector: 'a=b',
      fieldSelector: 'c=d',
      transform: dropManagedFields,
      syncPeriodMs: 7,
    };
    for (const settings of [
      every,
      { byKind: [forKind(ConfigMap, every)] },
      { namespaces: { x: every } },
      { byKind: [forKind(ConfigMap, { namespaces: { x: every } })] },
      { namespaces: { x: every }, byKind: [forKind(ConfigMap, { namespaces: ['x'] })] },
    ] satisfies CacheSettings[]) {
      const [resolved] = settingsOf(ConfigMap, settings);
      expect(resolved).toMatchObject(every);
    }
    harness = new ManagerHarness();
  });

  it('drop managed fields from the bytes, wherever they stand', async () => {
    await setUp({ transform: dropManagedFields });
    const managedFields = [{ manager: 'm', fieldsV1: { 'f:data': { '"}': {} } } }];
    for (const [index, metadata] of [
      { name: 'c', managedFields, labels: { a: 'b' } },
      { name: 'd', labels: { a: 'b' }, managedFields },
      { managedFields, name: 'e' },
    ].entries()) {
      await harness.client.create(
        ConfigMap({ metadata: { namespace: 'x', ...metadata }, data: { value: `${index}` } }),
      );
    }
    const informer = await harness.manager.cache.syncedInformer(ConfigMap);
    const all = informer.list({ namespace: 'x' });
    expect(all.map(({ metadata }) => metadata.managedFields)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(all.map(({ metadata }) => metadata.name)).toEqual(['a', 'c', 'd', 'e']);
    expect(all[1]?.metadata.labels).toEqual({ a: 'b' });
  });

  it('say which object a transform fails for', async () => {
    const transform = () => {
      throw new Error('no');
    };
    await setUp({ transform });
    const informer = harness.manager.cache.informer(ConfigMap);
    await settleMicrotasks();
    expect(informer.lastError?.message).toBe('the transform of the cache failed for ConfigMap (v1) x/a: no');
  });

  it('tell handlers of every object again, in time', async () => {
    await setUp({ syncPeriodMs: 60_000 });
    const seen: string[] = [];
    (await harness.manager.cache.syncedInformer(ConfigMap)).addHandler((event) => {
      if (event.type === 'update')
        seen.push(`${event.meta.name} ${event.isResync} ${event.meta === event.oldMeta}`);
    });
    await harness.clock.advance(53_000);
    expect(seen).toEqual([]);
    await harness.clock.advance(14_000);
    expect(seen).toEqual(['a true true', 'b true true']);
  });

  it('refuse reads of what nobody watches, when asked to', async () => {
    await setUp({ failOnMissingInformer: true, byKind: [forKind(Secret, {})] });
    await expect(names()).rejects.toMatchObject({
      code: 'KindNotCached',
      message: expect.stringContaining('ask for its informer, or read with apiReader'),
    });
    await harness.manager.client.list(Secret);
    await harness.manager.cache.syncedInformer(ConfigMap);
    expect(await names()).toEqual(['a', 'b']);
  });
});

describe('informers', () => {
  it('end when they are removed, and begin anew when somebody asks', async () => {
    await setUp();
    const { cache } = harness.manager;
    cache.indexField(ConfigMap, 'data.value', (map) => [map.data?.['value'] ?? '']);
    const heard: string[] = [];
    (await cache.syncedInformer(ConfigMap)).addHandler(({ meta }) => heard.push(meta.name));
    heard.length = 0;
    expect(cache.removeInformer(ConfigMap)).toBe(true);
    await settleMicrotasks();
    expect([harness.api.watches, cache.removeInformer(ConfigMap)]).toEqual([0, false]);
    await harness.client.create(configMap('c', { namespace: 'x', value: '3' }));
    expect(await names({ fieldSelector: 'data.value=3' })).toEqual(['c']);
    expect(heard).toEqual([]);
    expect(lists()).toHaveLength(2);
  });

  it('end with the last controller that needs them, unless somebody else asked', async () => {
    await setUp();
    const { manager } = harness;
    const one = controllerFor(ConfigMap)
      .named('one')
      .owns(Secret)
      .reconcile(() => undefined);
    const two = controllerFor(ConfigMap)
      .named('two')
      .reconcile(() => undefined);
    manager.add(one);
    manager.add(two);
    await settleMicrotasks();
    expect(harness.api.watches).toBe(2);
    await manager.remove(one);
    await settleMicrotasks();
    expect(harness.api.watches).toBe(1);
    manager.cache.informer(ConfigMap);
    await manager.remove(two);
    await settleMicrotasks();
    expect(harness.api.watches).toBe(1);
  });

  const said =
    'secrets is forbidden: User "u" cannot list resource "secrets" in API group "" in the namespace "x"';

  it.each([
    [
      said,
      `cannot watch Secret (v1): ${said}; no role of u has the rule: add the marker // +kubebuilder:rbac:groups=core,resources=secrets,verbs=get;list;watch (with ,namespace=x for that namespace alone), generate config/rbac again and apply it`,
    ],
    [
      'the policy says no',
      'cannot watch Secret (v1): its service account may not list and watch secrets; grant it the verbs get, list and watch on them: the policy says no',
    ],
  ])('say once which permission is missing: %s', async (refusal, message) => {
    await setUp();
    harness.api.intercept = () => failure(403, 'Forbidden', refusal);
    const reading = harness.manager.client.list(Secret).catch((error: unknown) => error);
    await harness.clock.advance(120_000);
    expect(await reading).toMatchObject({ code: 'CacheSyncTimeout', message });
  });
});

describe('indexes', () => {
  it('leave out what their function throws for, and say so once a change', async () => {
    await setUp();
    const { cache } = harness.manager;
    await cache.syncedInformer(ConfigMap);
    cache.indexField(ConfigMap, 'data.value', (map: Stored<KubernetesObject> & ConfigMap) => {
      if (map.metadata.name === 'b') throw new Error('not this one');
      return [map.data?.['value'] ?? ''];
    });
    expect(await names({ fieldSelector: 'data.value=1' })).toEqual(['a']);
    expect(harness.records.filter(({ level }) => level === 'error')).toMatchObject([
      {
        message: 'index function failed, the object is left out of the index',
        fields: { index: 'data.value', name: 'b' },
      },
    ]);
    await harness.manager.client.patch(ConfigMap, 'x/a', mergePatch({ data: { value: '2' } }));
    expect(await names({ fieldSelector: 'data.value=2' })).toEqual(['a']);
  });

  it('can be removed, and put back', async () => {
    await setUp();
    const informer = await harness.manager.cache.syncedInformer(ConfigMap);
    const valuesOf = (map: ConfigMap) => [map.data?.['value'] ?? ''];
    informer.addIndex('value', valuesOf);
    informer.removeIndex('value');
    expect(informer.hasIndex('value')).toBe(false);
    expect(() => informer.list({ index: { name: 'value', value: '1' } })).toThrow('no index "value"');
    informer.addIndex('value', valuesOf);
    expect(informer.list({ index: { name: 'value', value: '1' } })).toHaveLength(1);
  });
});
