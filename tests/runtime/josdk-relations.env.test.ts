import { defineKind, setControllerReference, setOwnerReference } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap } from '@kubewright/api/core/v1';
import { isForbidden, mergePatch } from '@kubewright/client';
import {
  channelSource,
  controllerFor,
  createChannel,
  createManager,
  createOrUpdate,
  labelSelectorPredicate,
  requeueAfter,
  updateStatus,
} from '@kubewright/runtime';
import type { Request } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import { describe, expect, it } from 'vitest';
import { Sample, Samples, sampleController, sampleCrd, sampleGroup } from './samples.js';

/* Situations of the Java Operator SDK's integration tests: what an operator watches beside its own objects, and where. */

const Global = defineKind<Sample>({ group: sampleGroup, version: 'v1', kind: 'Global', namespaced: false });
const Versioned1 = defineKind<Sample>({ group: sampleGroup, version: 'v1', kind: 'Versioned' });
const Versioned2 = defineKind<Sample>({ group: sampleGroup, version: 'v2', kind: 'Versioned' });

const samples = new Samples([
  sampleCrd('Global', { scope: 'Cluster' }),
  sampleCrd('Versioned', { versions: ['v1', 'v2'] }),
]);

const map = (namespace: string, name: string, data: Record<string, string> = {}, annotations = {}) =>
  ConfigMap({ metadata: { namespace, name, annotations }, data });
const change = (namespace: string, spec: object, name = 'a') =>
  samples.client.patch(Sample, { namespace, name }, mergePatch({ spec }));
const status = async (namespace: string, name = 'a') => (await samples.find(namespace, name))?.status;

describe('objects', () => {
  it('are created, changed and deleted while the operator works', async () => {
    const namespace = await samples.namespace('concurrency');
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .finalizer(`${sampleGroup}/own`, async ({ metadata }, { client }) => {
          await client.delete(ConfigMap, { namespace, name: metadata.name });
        })
        .withOptions({ maxConcurrentReconciles: 4 })
        .reconcile(async ({ metadata: { name, ...rest }, ...sample }, { client }) => {
          const owner = { ...sample, metadata: { ...rest, name } } as Stored<Sample>;
          await client.apply(map(namespace, name, { value: `${sample.spec['value']}` }), { owner });
        }),
    );
    const names = Array.from({ length: 30 }, (_, index) => `sample-${index}`);
    await Promise.all(names.map((name) => samples.create(namespace, name, { spec: { value: 'one' } })));
    await Promise.all(names.slice(0, 15).map((name) => change(namespace, { value: 'two' }, name)));
    await Promise.all(names.slice(10, 25).map((name) => samples.client.delete(Sample, { namespace, name })));
    await samples.eventually(async () => {
      const { items } = await samples.client.list(ConfigMap, { namespace });
      const made = items.filter(({ metadata }) => metadata.name.startsWith('sample-'));
      const wanted = [...names.slice(0, 10), ...names.slice(25)];
      expect(made.map(({ metadata }) => metadata.name).toSorted()).toEqual(wanted.toSorted());
      expect(made.filter(({ data }) => data?.['value'] === 'two')).toHaveLength(10);
    });
  });

  it('of the whole cluster own what is in a namespace', async () => {
    const namespace = await samples.namespace('cluster-scoped');
    const key = { namespace, name: 'whole' };
    await samples.start(
      controllerFor(Global)
        .owns(ConfigMap)
        .reconcile(async (global, { client }) => {
          await client.apply(map(namespace, 'whole', { data: `${global.spec['data']}` }), { owner: global });
          await updateStatus(client, global, { created: true });
        }),
    );
    await samples.client.create(Global({ metadata: { name: 'whole' }, spec: { data: 'initial' } }));
    await samples.env.settled();
    expect((await samples.client.get(Global, 'whole')).status).toEqual({ created: true });
    await samples.client.patch(Global, 'whole', mergePatch({ spec: { data: 'updated' } }));
    await samples.env.settled();
    await samples.client.patch(ConfigMap, key, mergePatch({ data: { data: 'else' } }));
    await samples.env.settled();
    expect((await samples.client.get(ConfigMap, key)).data).toEqual({ data: 'updated' });
    await samples.client.delete(Global, 'whole');
  });

  it('of one kind are reconciled each by its own controller, by labels', async () => {
    const namespace = await samples.namespace('by-label');
    const by = (name: string, selector: string) =>
      sampleController(namespace, name)
        .withPredicates(labelSelectorPredicate(selector))
        .reconcile(async (sample, { client }) => {
          const before = (sample.status?.['by'] as string[] | undefined) ?? [];
          if (!before.includes(name)) await updateStatus(client, sample, { by: [...before, name] });
        });
    await samples.start(by('first', 'reconciler=1'), by('second', 'reconciler!=1'));
    await samples.create(namespace, 'a', { metadata: { labels: { reconciler: '1' } } });
    await samples.create(namespace, 'b');
    await samples.env.settled();
    expect([await status(namespace, 'a'), await status(namespace, 'b')]).toEqual([
      { by: ['first'] },
      { by: ['second'] },
    ]);
  });

  it('of two versions of a kind are seen by each controller in its own', async () => {
    const namespace = await samples.namespace('versions');
    const seen: string[] = [];
    const recording = (kind: typeof Versioned1) =>
      controllerFor(kind)
        .named(kind.apiVersion)
        .withPredicates((event) => event.meta.namespace === namespace)
        .reconcile(
          (object) => void seen.push(`${kind.version} ${object.apiVersion} ${object.metadata.name}`),
        );
    await samples.start(recording(Versioned1), recording(Versioned2));
    await samples.client.create(Versioned1({ metadata: { namespace, name: 'old' }, spec: { value: 1 } }));
    await samples.client.create(
      Versioned2({ metadata: { namespace, name: 'new' }, spec: { value: 'text' } }),
    );
    await samples.env.settled();
    const both = (version: string) =>
      ['new', 'old'].map((name) => `${version} ${sampleGroup}/${version} ${name}`);
    expect(seen.toSorted()).toEqual([...both('v1'), ...both('v2')]);
  });

  it('find an owner that they were given in another version of its kind', async () => {
    const namespace = await samples.namespace('owner-version');
    const key = { namespace, name: 'a' };
    let runs = 0;
    await samples.start(
      controllerFor(Versioned1)
        .named('owner-version')
        .withPredicates((event) => event.meta.namespace === namespace)
        .owns(ConfigMap)
        .reconcile(() => {
          runs += 1;
        }),
    );
    await samples.client.create(Versioned1({ metadata: key, spec: {} }));
    const owner = await samples.client.get(Versioned2, key);
    const owned = map(namespace, 'a');
    setControllerReference(owner, owned);
    await samples.client.create(owned);
    await samples.env.settled();
    const before = runs;
    const crd = `versioneds.${sampleGroup}`;
    const { spec } = await samples.client.get(CustomResourceDefinition, crd);
    const versions = spec.versions.map((version) => ({ ...version, storage: version.name === 'v2' }));
    await samples.client.patch(CustomResourceDefinition, crd, mergePatch({ spec: { versions } }));
    await samples.client.patch(ConfigMap, key, mergePatch({ data: { updated: 'true' } }));
    await samples.eventually(() => {
      expect(runs).toBeGreaterThan(before);
    });
  });
});

describe('a secondary object', () => {
  it('is told of where an annotation points from it, when it comes, changes and goes', async () => {
    const namespace = await samples.namespace('annotated');
    const of = `${sampleGroup}/of`;
    await samples.start(
      sampleController(namespace)
        .watches(ConfigMap, ({ metadata }) => {
          const name = metadata.annotations?.[of];
          return name === undefined ? [] : [{ namespace, name }];
        })
        .reconcile(async (sample, { client }) => {
          const { items } = await client.list(ConfigMap, { namespace });
          const values = items
            .filter(({ metadata }) => metadata.annotations?.[of] === sample.metadata.name)
            .map(({ data }) => data?.['value'] ?? '');
          await updateStatus(client, sample, { values: values.toSorted() });
        }),
    );
    await samples.create(namespace, 'a');
    const settles = async (values: string[]) => {
      await samples.env.settled();
      expect(await status(namespace)).toEqual({ values });
    };
    await settles([]);
    await samples.client.create(map(namespace, 'one', { value: 'x' }, { [of]: 'a' }));
    await samples.client.create(map(namespace, 'two', { value: 'y' }, { [of]: 'a' }));
    await settles(['x', 'y']);
    await samples.client.patch(ConfigMap, { namespace, name: 'one' }, mergePatch({ data: { value: 'z' } }));
    await settles(['y', 'z']);
    for (const name of ['one', 'two']) await samples.client.delete(ConfigMap, { namespace, name });
    await settles([]);
  });

  it('is found by an index, by all that name it', async () => {
    const namespace = await samples.namespace('indexed');
    const runs: string[] = [];
    const manager = await samples.start();
    manager.cache.indexField(Sample, 'spec.map', (sample) => [`${sample.spec['map']}`]);
    manager.add(
      sampleController(namespace)
        .watches(ConfigMap, async ({ metadata }, { client }) => {
          const { items } = await client.list(Sample, {
            namespace,
            fieldSelector: { 'spec.map': metadata.name },
          });
          return items.map(({ metadata: { name } }): Request => ({ namespace, name }));
        })
        .reconcile(({ metadata }) => void runs.push(metadata.name)),
    );
    for (const name of ['a', 'b']) await samples.create(namespace, name, { spec: { map: 'shared' } });
    await samples.create(namespace, 'c', { spec: { map: 'other' } });
    await samples.env.settled();
    expect(runs.splice(0).toSorted()).toEqual(['a', 'b', 'c']);
    await samples.client.create(map(namespace, 'shared'));
    await samples.env.settled();
    expect(runs.toSorted()).toEqual(['a', 'b']);
  });

  it('is read by those that it names, also by those that it named before', async () => {
    const namespace = await samples.namespace('references');
    const targets = ({ data }: ConfigMap) =>
      (data?.['targets'] ?? '').split(',').filter((name) => name !== '');
    await samples.start(
      sampleController(namespace)
        .watches(ConfigMap, (config) => targets(config).map((name) => ({ namespace, name })))
        .reconcile(async (sample, { client }) => {
          const { items } = await client.list(ConfigMap, { namespace });
          const config = items.find((one) => targets(one).includes(sample.metadata.name));
          await updateStatus(client, sample, { value: config?.data?.['value'] ?? 'default' });
        }),
    );
    for (const name of ['a', 'b', 'c']) await samples.create(namespace, name);
    const values = async () => {
      await samples.env.settled();
      return Promise.all(['a', 'b', 'c'].map(async (name) => (await status(namespace, name))?.['value']));
    };
    expect(await values()).toEqual(['default', 'default', 'default']);
    await samples.client.create(map(namespace, 'config', { targets: 'a,b', value: 'x' }));
    expect(await values()).toEqual(['x', 'x', 'default']);
    await samples.client.patch(
      ConfigMap,
      { namespace, name: 'config' },
      mergePatch({ data: { targets: 'b,c' } }),
    );
    expect(await values()).toEqual(['default', 'x', 'x']);
  });

  it('that comes through two sources is one object, as it was written last', async () => {
    const namespace = await samples.namespace('two-sources');
    const wrong: unknown[] = [];
    const toOwner = () => [{ namespace, name: 'a' }];
    let runs = 0;
    await samples.start(
      sampleController(namespace)
        .watches(ConfigMap, toOwner, { predicates: [labelSelectorPredicate('of=a')] })
        .watches(ConfigMap, toOwner)
        .reconcile(async (_sample, { client }) => {
          runs += 1;
          const list = async () =>
            (await client.list(ConfigMap, { namespace, labelSelector: { of: 'a' } })).items;
          const [one, ...others] = await list();
          if (one === undefined) return;
          await client.update({ ...one, data: { key: 'written' } });
          const [after] = await list();
          if (others.length > 0 || after?.data?.['key'] !== 'written') wrong.push([others, after]);
        }),
    );
    await samples.create(namespace, 'a');
    await samples.client.create(ConfigMap({ metadata: { namespace, name: 'one', labels: { of: 'a' } } }));
    await samples.env.settled();
    expect([wrong, runs >= 2, runs < 8]).toEqual([[], true, true]);
  });

  it('is there in the first run, with all others that were there before', async () => {
    const namespace = await samples.namespace('start-up');
    const sample = await samples.create(namespace, 'a');
    await Promise.all(
      Array.from({ length: 150 }, (_, index) => {
        const draft = map(namespace, `map-${index}`);
        setOwnerReference(sample, draft);
        return samples.client.create(draft);
      }),
    );
    const counts: number[] = [];
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap, { matchEveryOwner: true })
        .reconcile(async (_sample, { client }) => {
          const { items } = await client.list(ConfigMap, { namespace });
          counts.push(items.filter(({ metadata }) => metadata.name.startsWith('map-')).length);
        }),
    );
    await samples.env.settled();
    expect([counts.length > 0, new Set(counts)]).toEqual([true, new Set([150])]);
  });

  it('in another cluster is told of through a channel', async () => {
    const namespace = await samples.namespace('remote');
    await using other = await startTestEnvironment({ target: 'embedded' });
    const remote = createManager({ client: other.client, namespaces: ['default'] });
    const ended = remote.start();
    await remote.whenReady();
    const channel = createChannel<string>();
    (await remote.cache.syncedInformer(ConfigMap)).addHandler(({ object }) => {
      const name = object.metadata.annotations?.['of'];
      if (name !== undefined) channel.push(name);
    });
    await samples.start(
      sampleController(namespace)
        .watchesRaw(channelSource({ name: 'remote', from: channel, map: (name) => [{ namespace, name }] }))
        .reconcile(async (sample, { client }) => {
          const { items } = await remote.client.list(ConfigMap, { namespace: 'default' });
          const found = items.find(({ metadata }) => metadata.annotations?.['of'] === sample.metadata.name);
          await updateStatus(client, sample, { message: found?.data?.['message'] ?? 'none' });
        }),
    );
    await samples.create(namespace, 'a');
    await other.client.create(map('default', 'far', { message: 'initial' }, { of: 'a' }));
    const shows = (message: string) =>
      samples.eventually(async () => {
        expect(await status(namespace)).toEqual({ message });
      });
    await shows('initial');
    await other.client.patch(
      ConfigMap,
      { namespace: 'default', name: 'far' },
      mergePatch({ data: { message: 'changed' } }),
    );
    await shows('changed');
    await remote.stop();
    await ended;
  });

  it('outside is polled for each object alone, and no more when that is gone', async () => {
    const namespace = await samples.namespace('polling');
    const polls: string[] = [];
    await samples.start(
      sampleController(namespace).reconcile(({ metadata }) => {
        polls.push(metadata.name);
        return requeueAfter(10);
      }),
    );
    const count = (name: string) => polls.filter((one) => one === name).length;
    for (const name of ['a', 'b']) await samples.create(namespace, name);
    await samples.eventually(() => {
      expect([count('a') > 3, count('b') > 3]).toEqual([true, true]);
    });
    await samples.remove(namespace, 'b');
    const [a] = [count('a')];
    await samples.eventually(() => {
      expect(count('a')).toBeGreaterThan(a + 3);
    });
    const [later, b] = [count('a'), count('b')];
    await samples.eventually(() => {
      expect(count('a')).toBeGreaterThan(later + 5);
    });
    expect(count('b')).toBe(b);
  });
});

describe('an operator', () => {
  it('hears of what its predicates let through, and nothing else', async () => {
    const namespace = await samples.namespace('filters');
    let runs = 0;
    await samples.start(
      sampleController(namespace)
        .withPredicates(
          ({ type, object }) => type === 'delete' || object.metadata.annotations?.['quiet'] === undefined,
        )
        .owns(ConfigMap, { predicates: [({ object }) => object.data?.['value'] !== 'filtered'] })
        .reconcile(async (sample, { client }) => {
          runs += 1;
          const draft = map(namespace, sample.metadata.name, { value: 'made' });
          setControllerReference(sample, draft);
          await createOrUpdate(client, draft, () => undefined);
        }),
    );
    const key = { namespace, name: 'a' };
    const runsAfter = async (write: Promise<unknown>) => {
      runs = 0;
      await write;
      await samples.env.settled();
      return runs > 0;
    };
    expect(await runsAfter(samples.create(namespace, 'a'))).toBe(true);
    expect(await runsAfter(change(namespace, { value: 'updated' }))).toBe(true);
    const annotate = (annotations: object) =>
      samples.client.patch(Sample, key, mergePatch({ metadata: { annotations } }));
    expect(await runsAfter(annotate({ trigger: 'true' }))).toBe(true);
    expect(await runsAfter(annotate({ quiet: 'yes' }))).toBe(false);
    const setValue = (value: string) => samples.client.patch(ConfigMap, key, mergePatch({ data: { value } }));
    expect(await runsAfter(setValue('filtered'))).toBe(false);
    expect(await runsAfter(setValue('else'))).toBe(true);
  });

  it('waits for what it expects, for a time', async () => {
    const namespace = await samples.namespace('expectations');
    const labels = { app: 'x' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const since = new Map<string, number>();
    await samples.start(
      sampleController(namespace)
        .owns(Deployment)
        .reconcileRequest(async (request, { client, clock }) => {
          const sample = (await client.list(Sample, { namespace })).items.find(
            ({ metadata }) => metadata.name === request.name,
          );
          if (sample === undefined) {
            since.delete(request.name);
            return undefined;
          }
          const replicas = Number(sample.spec['replicas']);
          const spec = { replicas: replicas > 0 ? replicas : 0, selector: { matchLabels: labels }, template };
          const deployment = await client.apply(
            Deployment({ metadata: { namespace, name: request.name }, spec }),
            { owner: sample },
          );
          const begun = since.get(request.name) ?? clock.now();
          since.set(request.name, begun);
          const leftMs = begun + Number(sample.spec['timeoutMs']) - clock.now();
          if (deployment.status?.readyReplicas === replicas)
            await updateStatus(client, sample, { message: 'ready' });
          else if (leftMs <= 0) await updateStatus(client, sample, { message: 'timeout' });
          else return requeueAfter(leftMs);
          return undefined;
        }),
    );
    await samples.create(namespace, 'a', { spec: { replicas: 2, timeoutMs: 60_000 } });
    // Never has so many.
    await samples.create(namespace, 'b', { spec: { replicas: -1, timeoutMs: 50 } });
    await samples.create(namespace, 'c', { spec: { replicas: -1, timeoutMs: 60_000 } });
    await samples.eventually(async () => {
      expect([
        await status(namespace, 'a'),
        await status(namespace, 'b'),
        await status(namespace, 'c'),
      ]).toEqual([{ message: 'ready' }, { message: 'timeout' }, undefined]);
    });
    await samples.remove(namespace, 'c');
    await samples.eventually(() => {
      expect([...since.keys()].toSorted()).toEqual(['a', 'b']);
    });
  });

  it('may have a client of its own with other rights', async () => {
    const namespace = await samples.namespace('rights');
    const limited = samples.client.with({ impersonate: { username: 'nobody-special' } });
    const outcomes: unknown[] = [];
    await samples.start(
      sampleController(namespace).reconcile(async (_sample, { apiReader }) => {
        const refused = await limited
          .list(CustomResourceDefinition)
          .catch((error: unknown) => isForbidden(error));
        outcomes.push(refused, (await apiReader.list(CustomResourceDefinition)).items.length > 0);
      }),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    expect(outcomes).toEqual([true, true]);
  });

  it('is replaced by one that watches other namespaces, in the same process', async () => {
    const [one, two] = [await samples.namespace('spaces-one'), await samples.namespace('spaces-two')];
    const seen: string[] = [];
    const run = async (namespaces: string[] | undefined) => {
      const manager = createManager({
        client: samples.client,
        ...(namespaces !== undefined && { namespaces }),
        controllers: [
          controllerFor(Sample)
            .withPredicates((event) => event.meta.namespace.startsWith('spaces-'))
            .reconcile(({ metadata }) => void seen.push(`${metadata.namespace} ${metadata.name}`)),
        ],
      });
      const ended = manager.start();
      await manager.whenReady();
      return async (expected: string[]) => {
        await samples.eventually(() => {
          expect(seen.toSorted()).toEqual(expected);
        });
        await manager.stop();
        await ended;
        seen.length = 0;
      };
    };
    await samples.create(two, 'b');
    let stop = await run([one]);
    await samples.create(one, 'a');
    await stop(['spaces-one a']);
    stop = await run([one, two]);
    await stop(['spaces-one a', 'spaces-two b']);
    stop = await run([two]);
    await samples.create(one, 'c');
    await samples.create(two, 'd');
    await stop(['spaces-two b', 'spaces-two d']);
    stop = await run(undefined);
    await stop(['spaces-one a', 'spaces-one c', 'spaces-two b', 'spaces-two d']);
  });
});
