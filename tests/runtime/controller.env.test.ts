import { defineKind, setControllerReference } from '@kubewright/api';
import type { CustomResource, KubernetesObject } from '@kubewright/api';
import { ConfigMap, Namespace, Secret } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch, metadataOnly } from '@kubewright/client';
import {
  channelSource,
  controllerFor,
  createChannel,
  createManager,
  createOrUpdate,
  enqueueRequestForOwner,
  generationChanged,
  labelSelectorPredicate,
  timerSource,
} from '@kubewright/runtime';
import type { ControllerDefinition } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Team extends CustomResource<{ motto?: string; rooms?: number }> {}
const group = 'controllers.example.com';
const Team = defineKind<Team>({ group, version: 'v1', kind: 'Team' });

const CustomResourceDefinition = defineKind<KubernetesObject & { spec: object }>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  namespaced: false,
});

function crd(plural: string, kind: string): KubernetesObject {
  return CustomResourceDefinition({
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            },
          },
        },
      ],
    },
  });
}

/** Counts runs by name, and notices two at once of the same. */
class Runs {
  readonly order: string[] = [];
  readonly #running = new Set<string>();
  atOnce = 0;
  doubled = 0;

  async of(name: string, work: () => Promise<void>): Promise<void> {
    this.order.push(name);
    if (this.#running.has(name)) this.doubled += 1;
    this.#running.add(name);
    this.atOnce = Math.max(this.atOnce, this.#running.size);
    try {
      await work();
    } finally {
      this.#running.delete(name);
    }
  }

  count(name: string): number {
    return this.order.filter((one) => one === name).length;
  }
}

describe('controllers', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds: [crd('teams', 'Team')] });
  }, 90_000);
  afterAll(() => env.stop());

  const makeNamespace = (name: string) => env.client.create(Namespace({ metadata: { name } }));
  const inNamespace = (namespace: string) => (event: { meta: { namespace: string } }) =>
    event.meta.namespace === namespace;
  const team = (namespace: string, name: string, spec: Team['spec'] = {}) =>
    env.client.create(Team({ metadata: { namespace, name }, spec }));

  it('serve live changes before the thousand objects that were there, and each object once', async () => {
    const namespace = 'priorities';
    await makeNamespace(namespace);
    const names = Array.from({ length: 1000 }, (_, number) => `item-${String(number).padStart(3, '0')}`);
    const create = (name: string) => env.client.create(ConfigMap({ metadata: { namespace, name } }));
    for (let from = 0; from < names.length; from += 100) {
      await Promise.all(names.slice(from, from + 100).map(create));
    }
    const runs = new Runs();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const manager = await env.startManager([
      // kube-controller-manager adds kube-root-ca.crt.
      controllerFor(ConfigMap, {
        predicates: [inNamespace(namespace), (event) => !event.meta.name.startsWith('kube-')],
      })
        .named('priorities')
        .reconcile(({ metadata }) => runs.of(metadata.name, () => gate)),
    ]);
    await env.eventually(() => {
      expect(runs.order).toHaveLength(1);
    });
    await env.client.patch(
      ConfigMap,
      { namespace, name: 'item-999' },
      mergePatch({ data: { changed: 'yes' } }),
    );
    await create('live');
    await env.eventually(() => manager.client.get(ConfigMap, { namespace, name: 'live' }));
    open();
    await env.settled();
    expect(runs.order.slice(1, 3)).toEqual(['item-999', 'live']);
    expect(runs.order.toSorted()).toEqual([...names, 'live']);
    await manager.stop();
  });

  it('converge on what they own, of which they keep and read the metadata alone', async () => {
    const namespace = 'metadata';
    await makeNamespace(namespace);
    const Partial = metadataOnly(Secret);
    const read: Array<KubernetesObject | undefined> = [];
    const manager = await env.startManager([
      controllerFor(Team, { predicates: [inNamespace(namespace)] })
        .named('metadata')
        .owns(Partial)
        .reconcile(async (owner, { client }) => {
          const key = { namespace, name: 'owned' };
          const present = await client.get(Partial, key).catch((error: unknown) => {
            if (!isNotFound(error)) throw error;
          });
          read.push(present ?? undefined);
          if (present !== undefined) return;
          const secret = Secret({ metadata: key, stringData: { word: 'secret' } });
          setControllerReference(owner, secret);
          await client.create(secret);
        }),
    ]);
    await team(namespace, 'owner');
    await env.eventually(() => {
      expect(read.at(-1)).toMatchObject({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'owned' } });
    });
    await env.settled();
    expect(read.at(-1)).not.toHaveProperty('data');
    // An event of what is owned brings the owner: what is deleted comes back.
    const before = read.at(-1)?.metadata?.uid;
    await env.client.delete(Secret, { namespace, name: 'owned' });
    await env.eventually(async () => {
      const { metadata, data } = await env.client.get(Secret, { namespace, name: 'owned' });
      expect(metadata.uid).not.toBe(before);
      expect(Buffer.from(data?.['word'] ?? '', 'base64').toString()).toBe('secret');
    });
    await manager.stop();
  });

  it('converge on what they own, watch and are told, and never work twice at once on the same', async () => {
    const namespace = 'sources';
    await makeNamespace(namespace);
    const runs = new Runs();
    const pushed = createChannel<string>();
    const roomOf = (name: string, number: number) => `${name}-room-${number}`;
    const definition = controllerFor(Team, { predicates: [inNamespace(namespace)] })
      .named('sources')
      .owns(ConfigMap)
      .watches(Secret, async ({ metadata }, { client }) => {
        if (metadata.name !== 'motto') return [];
        const { items } = await client.list(Team, { namespace });
        return items.map(({ metadata: { name } }) => ({ namespace, name }));
      })
      .watchesRaw(channelSource({ name: 'pushed', from: pushed, map: (name) => [{ namespace, name }] }))
      .watchesRaw(timerSource({ name: 'tick', intervalMs: 50, requests: [{ namespace, name: 'ticking' }] }))
      .withOptions({ maxConcurrentReconciles: 8 })
      .reconcileRequest(({ name }, { client }) =>
        runs.of(name, async () => {
          if (name === 'ticking') return;
          const owner = await client.get(Team, { namespace, name });
          const motto = await client.get(Secret, { namespace, name: 'motto' }).catch(() => undefined);
          for (let number = 0; number < (owner.spec.rooms ?? 0); number += 1) {
            const room = ConfigMap({ metadata: { namespace, name: roomOf(name, number) } });
            await createOrUpdate(client, room, (map) => {
              setControllerReference(owner, map);
              map.data = { motto: motto?.data?.['text'] ?? '' };
            });
          }
        }),
      );
    const manager = await env.startManager([definition]);
    const teams = Array.from({ length: 30 }, (_, number) => `team-${number}`);
    await Promise.all(teams.map((name) => team(namespace, name, { rooms: 2 })));
    const rooms = async () => {
      const { items } = await env.client.list(ConfigMap, { namespace });
      return items.filter(({ metadata }) => metadata.name.includes('-room-'));
    };
    await env.eventually(async () => {
      expect(await rooms()).toHaveLength(60);
    });
    const text = Buffer.from('together').toString('base64');
    await env.client.delete(ConfigMap, { namespace, name: roomOf('team-7', 1) });
    await env.eventually(async () => {
      expect(await rooms()).toHaveLength(60);
    });
    await env.client.create(Secret({ metadata: { namespace, name: 'motto' }, data: { text } }));
    await env.eventually(async () => {
      const mottos = (await rooms()).map(({ data }) => data?.['motto']);
      expect([mottos.length, new Set(mottos)]).toEqual([60, new Set([text])]);
    });
    const before = runs.count('team-3');
    pushed.push('team-3');
    await env.eventually(() => {
      expect(runs.count('team-3')).toBeGreaterThan(before);
      expect(runs.count('ticking')).toBeGreaterThan(1);
    });
    expect([runs.doubled, runs.atOnce > 1, runs.atOnce <= 8]).toEqual([0, true, true]);
    await manager.stop();
  });

  it('clean up exactly once before an object goes, and leave the finalizers of others alone', async () => {
    const namespace = 'finalizers';
    await makeNamespace(namespace);
    const cleanups = new Runs();
    const unprotected: string[] = [];
    const own = `${group}/cleanup`;
    const foreign = `${group}/foreign`;
    const manager = await env.startManager([
      controllerFor(Team, { predicates: [inNamespace(namespace), generationChanged] })
        .named('finalizers')
        .finalizer(own, async ({ metadata }, { client }) => {
          await cleanups.of(metadata.name, async () => {
            // Somebody else writes meanwhile.
            await client.patch(
              Team,
              { namespace, name: metadata.name },
              mergePatch({ metadata: { labels: { seen: 'yes' } } }),
            );
            if (metadata.name === 'team-0' && cleanups.count('team-0') === 1) throw new Error('once more');
          });
        })
        .withOptions({ maxConcurrentReconciles: 4 })
        .reconcile(({ metadata }) => {
          if (metadata.finalizers?.includes(own) !== true) unprotected.push(metadata.name);
        }),
    ]);
    const names = Array.from({ length: 20 }, (_, number) => `team-${number}`);
    await Promise.all(names.map((name) => team(namespace, name)));
    await env.client.create(Team({ metadata: { namespace, name: 'kept', finalizers: [foreign] }, spec: {} }));
    await env.settled();
    const all = async () => (await env.client.list(Team, { namespace })).items;
    const wanted = (name: string) => (name === 'kept' ? [foreign, own] : [own]);
    for (const { metadata } of await all()) expect(metadata.finalizers).toEqual(wanted(metadata.name));
    await Promise.all([...names, 'kept'].map((name) => env.client.delete(Team, { namespace, name })));
    await env.eventually(async () => {
      const left = await all();
      expect(left.map(({ metadata }) => [metadata.name, metadata.finalizers])).toEqual([['kept', [foreign]]]);
    });
    await env.client.patch(Team, { namespace, name: 'kept' }, mergePatch({ metadata: { finalizers: null } }));
    await env.settled();
    expect([await all(), unprotected]).toEqual([[], []]);
    expect(cleanups.order.toSorted()).toEqual([...names, 'kept', 'team-0'].toSorted());
    await manager.stop();
  });

  it('are added to a running manager and taken out of it', async () => {
    const namespace = 'run-time';
    await makeNamespace(namespace);
    const manager = await env.startManager([]);
    const seen: string[] = [];
    const recording = (name: string): ControllerDefinition =>
      controllerFor(ConfigMap, { predicates: [inNamespace(namespace), labelSelectorPredicate('watch')] })
        .named(name)
        .reconcile(({ metadata }) => void seen.push(`${name} ${metadata.name}`));
    const create = async (name: string) => {
      await env.client.create(ConfigMap({ metadata: { namespace, name, labels: { watch: '' } } }));
      await env.settled();
      return seen.splice(0).toSorted();
    };
    const [first, second] = [recording('first'), recording('second')];
    manager.add(first);
    expect(await create('a')).toEqual(['first a']);
    manager.add(second);
    await env.eventually(() => {
      expect(seen).toEqual(['second a']);
    });
    seen.length = 0;
    expect(await create('b')).toEqual(['first b', 'second b']);
    await manager.remove(first);
    expect(await create('c')).toEqual(['second c']);
    await manager.remove(second);
    expect(await create('d')).toEqual([]);
    // What it missed is listed anew.
    manager.add(first);
    await env.eventually(() => {
      expect(seen.toSorted()).toEqual(['first a', 'first b', 'first c', 'first d']);
    });
    await manager.stop();
  });

  it('wait for a kind that is installed later, known by its name alone', async () => {
    const namespace = 'late';
    await makeNamespace(namespace);
    const kind = defineKind<KubernetesObject & { spec?: { text: string } }>({
      group,
      version: 'v1',
      kind: 'Straggler',
    });
    const seen: unknown[] = [];
    const manager = createManager({
      client: env.client,
      controllers: [
        controllerFor(kind)
          .watches(Secret, enqueueRequestForOwner(kind))
          .reconcile((object) => void seen.push([object.metadata.name, object.spec?.text])),
      ],
    });
    const ended = manager.start();
    try {
      await expect(env.client.list(kind, { namespace })).rejects.toSatisfy(isNotFound);
      expect(manager.state.phase).toBe('starting');
      await env.client.create(crd('stragglers', 'Straggler'));
      await env.eventually(() => env.client.list(kind, { namespace }), { timeoutMs: 10_000 });
      await env.client.create(kind({ metadata: { namespace, name: 'a' }, spec: { text: 'here' } }));
      await manager.whenReady(AbortSignal.timeout(15_000));
      await env.eventually(() => {
        expect(seen).toEqual([['a', 'here']]);
      });
      const { uid } = (await env.client.get(kind, { namespace, name: 'a' })).metadata;
      const { apiVersion } = kind;
      const ownerReferences = [{ apiVersion, kind: 'Straggler', name: 'a', uid, controller: true }];
      await env.client.create(Secret({ metadata: { namespace, name: 's', ownerReferences } }));
      await env.eventually(() => {
        expect(seen).toHaveLength(2);
      });
    } finally {
      await manager.stop();
    }
    await ended;
  });
});
