import { controllerOf, defineKind, setControllerReference } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import { Deployment, StatefulSet } from '@kubewright/api/apps/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ConfigMap, PersistentVolumeClaim, Secret, Service, ServiceAccount } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch } from '@kubewright/client';
import type { Client, Write } from '@kubewright/client';
import {
  controllerFor,
  createManager,
  createOrUpdate,
  generationChanged,
  requeueAfter,
  updateStatus,
} from '@kubewright/runtime';
import type { ReconcileContext } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';
import { Sample, Samples, sampleController, sampleCrd, sampleGroup } from './samples.js';

/*
 * What the Java Operator SDK has dependent resources and workflows for, as plain functions: each operator here is one of its
 * integration tests.
 */

const samples = new Samples();
const own = `${sampleGroup}/own`;
const text = (sample: Stored<Sample>, field: string) => `${sample.spec[field] ?? ''}`;

/** A config map of the sample's, in its namespace. */
function mapOf(sample: Stored<Sample>, suffix: string, data: Record<string, string>): ConfigMap {
  const { namespace = '', name } = sample.metadata;
  return ConfigMap({ metadata: { namespace, name: `${name}${suffix}` }, data });
}

const maps = async (namespace: string, client: Client = samples.client) => {
  const { items } = await client.list(ConfigMap, { namespace });
  // kube-controller-manager adds kube-root-ca.crt.
  return items.filter(({ metadata }) => !metadata.name.startsWith('kube-'));
};
const data = async (namespace: string) =>
  Object.fromEntries((await maps(namespace)).map((map) => [map.metadata.name, map.data]));
const change = (namespace: string, spec: object, name = 'a') =>
  samples.client.patch(Sample, { namespace, name }, mergePatch({ spec }));

async function found<T extends KubernetesObject>(object: Promise<T>): Promise<T | undefined> {
  try {
    return await object;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

describe('children', () => {
  it('of one kind are made, changed, made fewer and more, and go with their owner', async () => {
    const namespace = await samples.namespace('bulk');
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .reconcile(async (sample, { client }) => {
          const wanted = Array.from({ length: Number(sample.spec['number']) }, (_, index) => `-${index}`);
          for (const suffix of wanted) {
            await client.apply(mapOf(sample, suffix, { value: text(sample, 'value') }), { owner: sample });
          }
          for (const map of await maps(namespace, client)) {
            const kept = wanted.some((suffix) => map.metadata.name === `a${suffix}`);
            if (!kept && controllerOf(map)?.uid === sample.metadata.uid) await client.delete(map);
          }
        }),
    );
    await samples.create(namespace, 'a', { spec: { number: 3, value: 'one' } });
    const all = (count: number, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a-${index}`, { value }]));
    for (const [number, value] of [
      [3, 'one'],
      [1, 'one'],
      [5, 'two'],
    ] as const) {
      await change(namespace, { number, value });
      await samples.env.settled();
      expect(await data(namespace)).toEqual(all(number, value));
    }
    await samples.client.delete(ConfigMap, { namespace, name: 'a-2' });
    await samples.env.settled();
    expect(await data(namespace)).toEqual(all(5, 'two'));
    await samples.remove(namespace, 'a');
    await samples.env.eventually(async () => {
      expect(await data(namespace)).toEqual({});
    });
  });

  it('of several kinds refer to each other, for many owners at once', async () => {
    const namespace = await samples.namespace('cross-references');
    const errors: unknown[] = [];
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .owns(Secret)
        .withOptions({ maxConcurrentReconciles: 4 })
        .reconcile(async (sample, { client }) => {
          try {
            const { name } = sample.metadata;
            const secret = await client.apply(
              Secret({ metadata: { namespace, name }, stringData: { of: name } }),
              { owner: sample },
            );
            const read = await client.get(Secret, secret.metadata);
            const of = Buffer.from(read.data?.['of'] ?? '', 'base64').toString();
            await client.apply(mapOf(sample, '', { of, secret: read.metadata.uid }), { owner: sample });
          } catch (error) {
            errors.push(error);
            throw error;
          }
        }),
    );
    const names = Array.from({ length: 20 }, (_, index) => `sample-${index}`);
    await Promise.all(names.map((name) => samples.create(namespace, name)));
    await samples.env.settled();
    const made = await data(namespace);
    expect([errors, Object.keys(made).toSorted()]).toEqual([[], names.toSorted()]);
    for (const name of names) expect(made[name]?.['of']).toBe(name);
    await Promise.all(names.map((name) => samples.remove(namespace, name)));
  });

  it('without a spec, of kinds known by name, and only in part are kept as wanted', async () => {
    const namespace = await samples.namespace('shapes');
    const key = { namespace, name: 'a' };
    const Generic = defineKind<KubernetesObject & { data?: Record<string, string> }>({
      group: '',
      version: 'v1',
      kind: 'ConfigMap',
    });
    await samples.start(
      sampleController(namespace)
        .owns(Generic)
        .owns(ServiceAccount)
        .reconcile(async (sample, { client }) => {
          const value = text(sample, 'value');
          await client.apply(
            ServiceAccount({ metadata: key, automountServiceAccountToken: value === 'initial' }),
            { owner: sample },
          );
          await createOrUpdate(client, Generic({ metadata: key }), (map) => {
            setControllerReference(sample, map);
            // What it was made with stays.
            map.data = { ...map.data, first: map.data?.['first'] ?? value, actual: value };
          });
        }),
    );
    await samples.create(namespace, 'a', { spec: { value: 'initial' } });
    await samples.env.settled();
    expect(await data(namespace)).toEqual({ a: { first: 'initial', actual: 'initial' } });
    expect((await samples.client.get(ServiceAccount, key)).automountServiceAccountToken).toBe(true);
    await change(namespace, { value: 'changed' });
    await samples.env.settled();
    expect(await data(namespace)).toEqual({ a: { first: 'initial', actual: 'changed' } });
    expect((await samples.client.get(ServiceAccount, key)).automountServiceAccountToken).toBe(false);
  });

  it('that are there already are left as they are where they are only to be made', async () => {
    const namespace = await samples.namespace('create-only');
    await samples.client.create(ConfigMap({ metadata: { namespace, name: 'a' }, data: { key: 'val' } }));
    await samples.start(
      sampleController(namespace).reconcile(async (sample, { client }) => {
        const draft = mapOf(sample, '', { own: 'value' });
        await createOrUpdate(client, draft, () => undefined);
      }),
    );
    await samples.create(namespace, 'a');
    await samples.create(namespace, 'b');
    await samples.env.settled();
    expect(await data(namespace)).toEqual({ a: { key: 'val' }, b: { own: 'value' } });
  });

  it('that others make are counted, and not touched', async () => {
    const namespace = await samples.namespace('read-only');
    await samples.start(
      sampleController(namespace)
        .owns(ConfigMap)
        .reconcile(async (sample, { client }) => {
          const count = (await maps(namespace, client)).filter(
            (map) => controllerOf(map)?.uid === sample.metadata.uid,
          ).length;
          await updateStatus(client, sample, { ready: count === sample.spec['number'] });
        }),
    );
    const sample = await samples.create(namespace, 'a', { spec: { number: 2 } });
    await samples.env.settled();
    expect((await samples.find(namespace, 'a'))?.status).toEqual({ ready: false });
    for (const suffix of ['-1', '-2']) {
      const map = mapOf(sample, suffix, {});
      setControllerReference(sample, map);
      await samples.client.create(map);
    }
    await samples.env.settled();
    expect((await samples.find(namespace, 'a'))?.status).toEqual({ ready: true });
  });

  it('in another namespace are found by annotations, and are deleted by a cleanup', async () => {
    const namespace = await samples.namespace('annotations');
    const elsewhere = await samples.namespace('annotations-elsewhere');
    const [ownerName, ownerNamespace] = [`${sampleGroup}/name`, `${sampleGroup}/namespace`];
    let runs = 0;
    await samples.start(
      controllerFor(Sample, { predicates: [(event) => event.meta.namespace === namespace] })
        .named('annotations')
        .watches(ConfigMap, ({ metadata: { annotations = {} } }) => {
          const [name, of] = [annotations[ownerName], annotations[ownerNamespace]];
          return name === undefined || of === undefined ? [] : [{ namespace: of, name }];
        })
        .finalizer(own, async ({ metadata }, { client }) => {
          const map = await found(client.get(ConfigMap, { namespace: elsewhere, name: metadata.name }));
          if (map !== undefined) await client.delete(map);
        })
        .reconcile(async (sample, { client }) => {
          runs += 1;
          const annotations = { [ownerName]: sample.metadata.name, [ownerNamespace]: namespace };
          const metadata = { namespace: elsewhere, name: sample.metadata.name, annotations };
          await client.apply(ConfigMap({ metadata, data: { value: text(sample, 'value') } }), {
            force: true,
          });
        }),
    );
    await samples.create(namespace, 'a', { spec: { value: 'initial' } });
    await samples.env.settled();
    await change(namespace, { value: 'changed' });
    await samples.env.settled();
    expect(await data(elsewhere)).toEqual({ a: { value: 'changed' } });
    expect((await maps(elsewhere))[0]?.metadata.ownerReferences).toBeUndefined();
    const before = runs;
    await samples.client.patch(
      ConfigMap,
      { namespace: elsewhere, name: 'a' },
      mergePatch({ data: { value: 'else' } }),
    );
    await samples.env.settled();
    expect([runs > before, await data(elsewhere)]).toEqual([true, { a: { value: 'changed' } }]);
    await samples.remove(namespace, 'a');
    expect(await data(elsewhere)).toEqual({});
  });

  it('that were updated before are applied from now on, and updated again', async () => {
    const namespace = await samples.namespace('to-apply');
    const operator = (how: 'update' | 'apply') =>
      sampleController(namespace).reconcile(async (sample, { client }) => {
        const draft = mapOf(sample, '', { value: text(sample, 'value') });
        if (how === 'apply') await client.apply(draft, { owner: sample });
        else
          await createOrUpdate(client, draft, (map) => {
            setControllerReference(sample, map);
            map.data = { value: text(sample, 'value') };
          });
      });
    await samples.create(namespace, 'a', { spec: { value: 'first' } });
    for (const [how, value] of [
      ['update', 'one'],
      ['apply', 'two'],
      ['update', 'three'],
    ] as const) {
      const manager = await samples.start(operator(how));
      await change(namespace, { value });
      await samples.env.settled();
      await manager.stop();
      expect(await data(namespace)).toEqual({ a: { value } });
    }
    const operations = (await maps(namespace))[0]?.metadata.managedFields?.map(({ operation }) => operation);
    expect(operations?.toSorted()).toEqual(['Apply', 'Update']);
  });

  it('that the server writes in its own way are sent once', async () => {
    const namespace = await samples.namespace('defaults');
    const key = { namespace, name: 'a' };
    const writes: string[] = [];
    const labels = { app: 'a' };
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '0.5' } } }] },
    };
    let runs = 0;
    const onWrite = ({ verb, kind }: Write) => void writes.push(`${verb} ${kind.kind}`);
    const manager = createManager({
      client: samples.client.with({ onWrite }),
      controllers: [
        controllerFor(Sample, { predicates: [generationChanged] })
          .named(namespace)
          .withPredicates((event) => event.meta.namespace === namespace)
          // Known to the cache, and no reason to run.
          .owns(Service, { predicates: [() => false] })
          .owns(Deployment, { predicates: [() => false] })
          .owns(StatefulSet, { predicates: [() => false] })
          .reconcile(async (sample, { client }) => {
            const owner = sample;
            await client.apply(
              Service({ metadata: key, spec: { selector: labels, ports: [{ port: 80 }] } }),
              { owner },
            );
            await client.apply(
              Deployment({
                metadata: key,
                spec: { replicas: 1, selector: { matchLabels: labels }, template },
              }),
              { owner },
            );
            const spec = {
              serviceName: 'a',
              selector: { matchLabels: labels },
              template,
              volumeClaimTemplates: [
                PersistentVolumeClaim({
                  metadata: { name: 'v' },
                  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
                }),
              ],
            };
            await client.apply(StatefulSet({ metadata: key, spec }), { owner });
            runs += 1;
          }),
      ],
    });
    const ended = manager.start();
    await manager.whenReady();
    await samples.create(namespace, 'a', { spec: { value: 1 } });
    await samples.eventually(() => {
      expect(runs).toBe(1);
    });
    expect(writes.splice(0).toSorted()).toEqual(['apply Deployment', 'apply Service', 'apply StatefulSet']);
    for (const value of [2, 3]) {
      await change(namespace, { value });
      await samples.eventually(() => {
        expect(runs).toBe(value);
      });
    }
    await manager.stop();
    await ended;
    expect(writes).toEqual([]);
  });
});

describe('things outside the cluster', () => {
  /** A service elsewhere that gives each thing an id. */
  class Elsewhere {
    readonly things = new Map<string, string>();
    #last = 0;

    create(value: string): string {
      const id = `id-${(this.#last += 1)}`;
      this.things.set(id, value);
      return id;
    }

    get values(): string[] {
      return [...this.things.values()].toSorted();
    }
  }

  it('are kept by ids in config maps, made fewer and more, survive a restart, and go with their owner', async () => {
    const namespace = await samples.namespace('external-state');
    const elsewhere = new Elsewhere();
    const operator = () =>
      sampleController(namespace)
        .owns(ConfigMap)
        .finalizer(own, async (_sample, { client }) => {
          for (const map of await maps(namespace, client)) elsewhere.things.delete(map.data?.['id'] ?? '');
        })
        .reconcile(async (sample, { client }) => {
          const states = new Map((await maps(namespace, client)).map((map) => [map.metadata.name, map]));
          for (let index = 0; index < Number(sample.spec['number']); index += 1) {
            const state = states.get(`a-${index}`);
            states.delete(`a-${index}`);
            const id = state?.data?.['id'];
            if (id !== undefined && elsewhere.things.has(id)) {
              elsewhere.things.set(id, text(sample, 'value'));
              continue;
            }
            const made = elsewhere.create(text(sample, 'value'));
            await client.apply(mapOf(sample, `-${index}`, { id: made }), { owner: sample });
          }
          for (const map of states.values()) {
            elsewhere.things.delete(map.data?.['id'] ?? '');
            await client.delete(map);
          }
        });
    const manager = await samples.start(operator());
    await samples.create(namespace, 'a', { spec: { number: 3, value: 'one' } });
    const check = async (number: number, value: string) => {
      await samples.env.settled();
      expect(elsewhere.values).toEqual(Array.from({ length: number }, () => value));
      const ids = (await maps(namespace)).map((map) => map.data?.['id'] ?? '');
      expect(ids.toSorted()).toEqual([...elsewhere.things.keys()].toSorted());
    };
    await check(3, 'one');
    const before = [...elsewhere.things.keys()];
    await change(namespace, { value: 'two' });
    await check(3, 'two');
    await manager.stop();
    await samples.start(operator());
    await change(namespace, { number: 4 });
    await check(4, 'two');
    expect([...elsewhere.things.keys()].slice(0, 3)).toEqual(before);
    await change(namespace, { number: 2 });
    await check(2, 'two');
    await samples.remove(namespace, 'a');
    expect(elsewhere.values).toEqual([]);
    await samples.env.eventually(async () => {
      expect(await data(namespace)).toEqual({});
    });
  });
});

describe('a workflow', () => {
  it('makes one thing after the other, each when the one before it is ready', async () => {
    const namespace = await samples.namespace('ordered');
    const order: string[] = [];
    const labels = (name: string) => ({ app: name });
    async function step(
      sample: Stored<Sample>,
      name: string,
      { client }: ReconcileContext,
    ): Promise<boolean> {
      const metadata = { namespace, name };
      if (!order.includes(name)) order.push(name);
      await client.apply(
        Service({ metadata, spec: { clusterIP: 'None', selector: labels(name), ports: [{ port: 80 }] } }),
        { owner: sample },
      );
      const template = {
        metadata: { labels: labels(name) },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      };
      const spec = { replicas: 1, selector: { matchLabels: labels(name) }, template };
      const { status } = await client.apply(Deployment({ metadata, spec }), { owner: sample });
      return status?.readyReplicas === 1;
    }
    await samples.start(
      sampleController(namespace)
        .owns(Service)
        .owns(Deployment)
        .reconcile(async (sample, context) => {
          const ready = (await step(sample, 'first', context)) && (await step(sample, 'second', context));
          const reached = sample.status?.['waited'] === true || order.length === 1;
          await updateStatus(context.client, sample, { ready, waited: reached });
        }),
    );
    await samples.create(namespace, 'a');
    await samples.env.eventually(async () => {
      expect((await samples.find(namespace, 'a'))?.status).toEqual({ ready: true, waited: true });
    });
    expect(order).toEqual(['first', 'second']);
    for (const name of order) {
      expect((await samples.client.get(Deployment, { namespace, name })).status?.readyReplicas).toBe(1);
    }
  });

  it('makes something on a condition, deletes it with it, and its owner goes only when it may', async () => {
    const namespace = await samples.namespace('conditions');
    const key = { namespace, name: 'a' };
    await samples.start(
      sampleController(namespace)
        .watches(ConfigMap, ({ metadata }) => [{ namespace, name: metadata.name }])
        .finalizer(own, async (_sample, { client }) => {
          const map = await found(client.get(ConfigMap, key));
          if (map === undefined) return undefined;
          // It is marked by somebody else, whose event brings the cleanup back before the time is over.
          if (map.data?.['mayGo'] !== 'yes') return requeueAfter(60_000);
          await client.delete(map);
          return undefined;
        })
        .reconcile(async (sample, { client }) => {
          const map = await found(client.get(ConfigMap, key));
          if (sample.spec['create'] === true) {
            if (map === undefined) await client.create(mapOf(sample, '', {}));
          } else if (map !== undefined) await client.delete(map);
          await updateStatus(client, sample, {
            message: sample.spec['create'] === true ? 'made' : 'not yet',
          });
        }),
    );
    await samples.create(namespace, 'a', { spec: { create: false } });
    await samples.env.settled();
    const status = async () => (await samples.find(namespace, 'a'))?.status;
    expect([await data(namespace), await status()]).toEqual([{}, { message: 'not yet' }]);
    for (const create of [true, false, true]) {
      await change(namespace, { create });
      await samples.env.settled();
      expect(await data(namespace)).toEqual(create ? { a: undefined } : {});
    }
    await samples.client.delete(Sample, key);
    await samples.env.settled();
    expect([Object.keys(await data(namespace)), await samples.find(namespace, 'a')]).toEqual([
      ['a'],
      expect.anything(),
    ]);
    await samples.client.patch(ConfigMap, key, mergePatch({ data: { mayGo: 'yes' } }));
    await samples.gone(namespace, 'a');
    expect(await data(namespace)).toEqual({});
  });

  it('deletes in the reverse order, and waits for what finalizers hold', async () => {
    const namespace = await samples.namespace('reverse');
    const key = { namespace, name: 'a' };
    const foreign = `${sampleGroup}/foreign`;
    await samples.start(
      sampleController(namespace)
        .watches(Secret, ({ metadata }) => [{ namespace, name: metadata.name }])
        .finalizer(own, async (_sample, { client }) => {
          const secret = await found(client.get(Secret, key));
          if (secret !== undefined) {
            if (secret.metadata.deletionTimestamp === undefined) await client.delete(secret);
            return requeueAfter(60_000);
          }
          await client.delete(ConfigMap, key);
          return undefined;
        })
        .reconcile(async (sample, { client }) => {
          await client.apply(mapOf(sample, '', { value: 'x' }), { force: true });
          await client.apply(Secret({ metadata: key }), { force: true });
        }),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    await samples.client.patch(Secret, key, mergePatch({ metadata: { finalizers: [foreign] } }));
    await samples.client.delete(Sample, key);
    await samples.env.settled();
    expect((await samples.client.get(Secret, key)).metadata.deletionTimestamp).toBeDefined();
    expect(Object.keys(await data(namespace))).toEqual(['a']);
    await samples.client.patch(Secret, key, mergePatch({ metadata: { finalizers: null } }));
    await samples.gone(namespace, 'a');
    expect(await data(namespace)).toEqual({});
  });

  it('goes on without what fails, tells of it, and does so in the cleanup too', async () => {
    const namespace = await samples.namespace('failures');
    const failed: string[] = [];
    const steps = async (when: string, work: Record<string, () => Promise<unknown>>) => {
      const results = await Promise.allSettled(Object.values(work).map((one) => one()));
      for (const [index, { status }] of results.entries()) {
        if (status === 'rejected') failed.push(`${when} ${Object.keys(work)[index]}`);
      }
    };
    await samples.start(
      sampleController(namespace)
        .finalizer(own, () => steps('cleanup', { broken: () => Promise.reject(new Error('on purpose')) }))
        .withPredicates(generationChanged)
        .reconcile((sample, { client }) =>
          steps('reconcile', {
            // Refused by the server.
            invalid: () => client.create(ConfigMap({ metadata: { namespace, name: 'Not_A_Name' } })),
            map: () => client.apply(mapOf(sample, '', { value: 'x' }), { owner: sample }),
          }),
        ),
    );
    await samples.create(namespace, 'a');
    await samples.env.settled();
    expect([failed, Object.keys(await data(namespace))]).toEqual([['reconcile invalid'], ['a']]);
    await samples.remove(namespace, 'a');
    expect(failed).toEqual(['reconcile invalid', 'cleanup broken']);
  });

  it('leaves alone what is not switched on, and what has been switched off', async () => {
    const namespace = await samples.namespace('activation');
    let active = false;
    const both = async (sample: Stored<Sample>, { client }: ReconcileContext) => {
      const { name } = sample.metadata;
      await client.apply(Secret({ metadata: { namespace, name } }), { owner: sample });
      if (!active) return;
      for (const suffix of ['-1', '-2']) {
        await client.apply(mapOf(sample, suffix, { value: text(sample, 'value') }), { force: true });
      }
    };
    await samples.start(
      sampleController(namespace)
        .finalizer(own, async (_sample, { client }) => {
          if (active) await client.deleteAllOf(ConfigMap, { namespace });
        })
        .reconcile(both),
    );
    const secrets = async () => (await samples.client.list(Secret, { namespace })).items.length;
    const turn = async (on: boolean, value: string) => {
      active = on;
      await change(namespace, { value });
      await samples.env.settled();
      return data(namespace);
    };
    const value = (of: string) => ({ 'a-1': { value: of }, 'a-2': { value: of } });
    await samples.create(namespace, 'a', { spec: { value: 'initial' } });
    await samples.env.settled();
    expect([await secrets(), await data(namespace)]).toEqual([1, {}]);
    expect(await turn(true, 'one')).toEqual(value('one'));
    expect(await turn(false, 'two')).toEqual(value('one'));
    expect(await turn(true, 'three')).toEqual(value('three'));
    active = false;
    await samples.remove(namespace, 'a');
    expect(await data(namespace)).toEqual(value('three'));
  });

  it('uses a kind while its CustomResourceDefinition is there, and works without it', async () => {
    const namespace = await samples.namespace('crd-present');
    const key = { namespace, name: 'a' };
    const Route = defineKind<KubernetesObject & { spec?: object }>({
      group: sampleGroup,
      version: 'v1',
      kind: 'Route',
    });
    const definition = sampleCrd('Route');
    const crdName = `routes.${sampleGroup}`;
    await samples.start(
      controllerFor(Sample, { predicates: [(event) => event.meta.namespace === namespace] })
        .named('crd-present')
        .watches(CustomResourceDefinition, async ({ metadata }, { client }) => {
          if (metadata.name !== crdName) return [];
          const { items } = await client.list(Sample, { namespace });
          return items.map(({ metadata: { name } }) => ({ namespace, name }));
        })
        .reconcile(async (sample, { client }) => {
          await client.apply(mapOf(sample, '', { value: text(sample, 'value') }), { owner: sample });
          const crd = await found(client.get(CustomResourceDefinition, crdName));
          const established = crd?.status?.conditions?.some(
            ({ type, status }) => type === 'Established' && status === 'True',
          );
          if (established === true) await client.apply(Route({ metadata: key }), { owner: sample });
          await updateStatus(client, sample, { routed: established === true });
        }),
    );
    await samples.create(namespace, 'a', { spec: { value: 'test data' } });
    await samples.env.settled();
    expect(await data(namespace)).toEqual({ a: { value: 'test data' } });
    expect((await samples.find(namespace, 'a'))?.status).toEqual({ routed: false });
    await samples.client.create(definition);
    await samples.env.eventually(() => samples.client.get(Route, key));
    await samples.client.delete(CustomResourceDefinition, crdName);
    await samples.env.eventually(async () => {
      expect((await samples.find(namespace, 'a'))?.status).toEqual({ routed: false });
    });
    await change(namespace, { value: 'goes on' });
    await samples.eventually(async () => {
      expect(await data(namespace)).toEqual({ a: { value: 'goes on' } });
    });
  });

  it('runs a part only when it is told to, and cleans it up all the same', async () => {
    const namespace = await samples.namespace('explicit');
    await samples.start(
      sampleController(namespace)
        .finalizer(own, async ({ metadata }, { client }) => {
          const map = await found(client.get(ConfigMap, { namespace, name: metadata.name }));
          if (map !== undefined) await client.delete(map);
        })
        .reconcile(async (sample, { client }) => {
          if (sample.spec['invoke'] === true) await client.apply(mapOf(sample, '', { value: 'x' }));
        }),
    );
    await samples.create(namespace, 'a', { spec: { invoke: false } });
    await samples.env.settled();
    expect(await data(namespace)).toEqual({});
    await change(namespace, { invoke: true });
    await samples.env.settled();
    expect(await data(namespace)).toEqual({ a: { value: 'x' } });
    await samples.remove(namespace, 'a');
    expect(await data(namespace)).toEqual({});
  });
});
