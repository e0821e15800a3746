import { defineKind, isoTime, setStatusCondition } from '@kubewright/api';
import type { Condition, CustomResource, JsonObject, Kind, KubernetesObject, Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, PodTemplate, Service } from '@kubewright/api/core/v1';
import { isApiError, isConflict, mergePatch } from '@kubewright/client';
import type { ApplyOptions, Client, Write } from '@kubewright/client';
import { Event } from '@kubewright/api/events/v1';
import { controllerFor, predicateFuncs, updateStatus } from '@kubewright/runtime';
import type { Manager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface ThingStatus {
  observedGeneration?: number;
  conditions?: Condition[];
}
interface Thing extends CustomResource<JsonObject, ThingStatus> {}
const Thing = defineKind<Thing>({ group: 'testing.example.com', version: 'v1', kind: 'Thing' });

const text = { type: 'string' };
const thingCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.testing.example.com' },
  spec: {
    group: 'testing.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  text,
                  size: { type: 'integer', default: 1 },
                  plain: { type: 'array', items: text },
                  set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
                  keyed: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { name: text, zone: { ...text, default: 'a' }, value: text },
                      required: ['name', 'zone'],
                    },
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name', 'zone'],
                  },
                  whole: {
                    type: 'object',
                    additionalProperties: text,
                    'x-kubernetes-map-type': 'atomic',
                  },
                  merged: { type: 'object', additionalProperties: text, default: { x: '1' } },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  resources: {
                    type: 'object',
                    properties: { limits: { type: 'object', additionalProperties: text } },
                  },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

const KINDS: readonly Kind[] = [
  ConfigMap,
  Service,
  Deployment,
  PodTemplate,
  Thing,
] as unknown as readonly Kind[];
const MANAGER = 'operator';

describe('what a reconcile calls', () => {
  let env: TestEnvironment;
  /** One process of the operator: what is remembered is remembered in it. */
  let operator: Operator;

  interface Operator {
    readonly manager: Manager;
    readonly client: Client;
    /** What was sent. */
    readonly writes: Write[];
  }

  async function startOperator(): Promise<Operator> {
    const manager = await env.startManager([]);
    const writes: Write[] = [];
    const client = manager.client.with({
      fieldManager: MANAGER,
      onWrite: (write) => void writes.push(write),
    });
    for (const kind of KINDS) await client.list(kind, { namespace: 'default' });
    return { manager, client, writes };
  }

  beforeAll(async () => {
    env = await startTestEnvironment({ crds: [thingCrd] });
    operator = await startOperator();
    for (const name of ['first', 'second']) {
      const { metadata } = await env.client.create(configMap(name));
      owners.push({ name, uid: metadata.uid });
    }
  }, 90_000);
  afterAll(() => env.stop());

  /** Resolves when the cache shows the object as the server has it. */
  async function upToDate(
    kind: Kind,
    name: string,
    client = operator.client,
  ): Promise<Stored<KubernetesObject>> {
    return env.eventually(
      async () => {
        const [live, cached] = await Promise.all([env.client.get(kind, name), client.get(kind, name)]);
        expect(cached.metadata.resourceVersion).toBe(live.metadata.resourceVersion);
        return live;
      },
      { intervalMs: 5 },
    );
  }

  /** Applies when the cache is up to date; returns how much was sent. */
  async function sentBy(
    object: KubernetesObject,
    options: ApplyOptions = {},
    by = operator,
  ): Promise<number> {
    const before = by.writes.length;
    await by.client.apply(object, options);
    return by.writes.length - before;
  }

  const configMap = (name: string, data: Record<string, string> = { a: '1' }) =>
    ConfigMap({ metadata: { name, namespace: 'default', labels: { app: name } }, data });

  const deployment = (name: string) =>
    Deployment({
      metadata: { name, namespace: 'default', labels: { app: name } },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: {
            containers: [
              {
                name: 'main',
                image: 'nginx:1.27',
                command: ['sleep', '1'],
                env: [
                  { name: 'EMPTY', value: '' },
                  { name: 'SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
                ],
                ports: [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP' }],
                resources: {
                  requests: { cpu: '0.5', memory: '1024Mi' },
                  limits: { cpu: 1 as unknown as string },
                },
                readinessProbe: { httpGet: { path: '/', port: 80 } },
                volumeMounts: [{ name: 'data', mountPath: '/data' }],
                securityContext: {},
              },
            ],
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            volumes: [{ name: 'data', configMap: { name: 'c', optional: true } }],
            tolerations: [{ key: 'a', operator: 'Exists' }],
            imagePullSecrets: [],
            initContainers: [],
          },
        },
      },
    });

  const service = (name: string) =>
    Service({
      metadata: { name, namespace: 'default', labels: { app: name } },
      spec: { type: 'NodePort', selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }] },
    });

  it('sends nothing for converged objects, right after a restart', async () => {
    const owner = await env.client.create(configMap('owner'));
    const children = [
      deployment('restart'),
      service('restart'),
      configMap('restart'),
      Thing({
        metadata: { name: 'restart', namespace: 'default' },
        spec: { text: 'a', plain: ['b'], set: ['c'], keyed: [{ name: 'd', zone: 'e' }], merged: { f: 'g' } },
      }),
    ];
    for (const child of children) await operator.client.apply(child, { owner });
    await env.eventually(async () => {
      const { status } = await env.client.get(Deployment, 'restart');
      expect(status?.availableReplicas).toBe(1);
    });

    const second = await startOperator();
    for (const child of children) {
      const kind = KINDS.find((candidate) => candidate.kind === child.kind)!;
      const live = await upToDate(kind, 'restart', second.client);
      expect(await sentBy(child, { owner }, second), JSON.stringify([child, live])).toBe(0);
    }
    await second.manager.stop();
  });

  it('sends what was added, changed or left out, and what somebody took away', async () => {
    const counts: number[] = [];
    const apply = async (data: Record<string, string>, options: ApplyOptions = {}) => {
      counts.push(await sentBy(configMap('changes', data), options));
      return upToDate(ConfigMap as unknown as Kind, 'changes');
    };
    await apply({ a: '1' });
    await apply({ a: '1' });
    await apply({ a: '2', b: '1' });
    const less = (await apply({ b: '1' })) as Stored<ConfigMap>;
    expect(less.data).toEqual({ b: '1' });
    await apply({ b: '1' });
    expect(counts).toEqual([1, 0, 1, 1, 0]);

    counts.length = 0;
    await env.client.patch(ConfigMap, 'changes', mergePatch({ data: { b: null, theirs: 'x' } }));
    await upToDate(ConfigMap as unknown as Kind, 'changes');
    const back = (await apply({ b: '1' })) as Stored<ConfigMap>;
    expect(back.data).toEqual({ b: '1', theirs: 'x' });
    await apply({ b: '1' });
    expect(counts).toEqual([1, 0]);
  });

  it('does not send because of what others own, nor because of the status', async () => {
    const thing = Thing({ metadata: { name: 'others', namespace: 'default' }, spec: { text: 'a' } });
    await operator.client.apply(thing);
    await env.client.patch(
      Thing,
      'others',
      mergePatch({ spec: { size: 7 }, metadata: { labels: { a: 'b' } } }),
    );
    await env.client.status.patch(Thing, 'others', mergePatch({ status: { phase: 'Up' } }));
    await upToDate(Thing as unknown as Kind, 'others');
    expect(await sentBy(thing)).toBe(0);
    // A second manager that wants the same has to say so once: it becomes an owner.
    expect(await sentBy(thing, { fieldManager: 'second' })).toBe(1);
    await upToDate(Thing as unknown as Kind, 'others');
    expect(await sentBy(thing, { fieldManager: 'second' })).toBe(0);
    expect(await sentBy(thing)).toBe(0);
  });

  it('tells of a conflict, and takes the field with force', async () => {
    await operator.client.apply(configMap('conflict'));
    await env.client.apply(configMap('conflict', { a: '2' }), { fieldManager: 'rival', force: true });
    await upToDate(ConfigMap as unknown as Kind, 'conflict');
    await expect(operator.client.apply(configMap('conflict'))).rejects.toSatisfy(isConflict);
    expect(await sentBy(configMap('conflict'), { force: true })).toBe(1);
    await upToDate(ConfigMap as unknown as Kind, 'conflict');
    expect(await sentBy(configMap('conflict'))).toBe(0);
  });

  it('makes anew what was deleted, and leaves alone what is being deleted', async () => {
    const held = configMap('held');
    held.metadata!.finalizers = ['example.com/hold'];
    await operator.client.apply(held);
    await env.client.delete(ConfigMap, 'held');
    const dying = await upToDate(ConfigMap as unknown as Kind, 'held');
    expect(dying.metadata.deletionTimestamp).toBeDefined();
    expect(await sentBy(held)).toBe(0);
    // Giving up the finalizer is the last word on the object.
    expect(await sentBy(configMap('held'))).toBe(1);
    await env.eventually(async () => {
      await expect(operator.client.get(ConfigMap, 'held')).rejects.toThrow('not found');
    });
    expect(await sentBy(configMap('held'))).toBe(1);
  });

  it('always sends a dry run, which changes nothing', async () => {
    await operator.client.apply(configMap('dry'));
    const { metadata } = await upToDate(ConfigMap as unknown as Kind, 'dry');
    const tried = await operator.client.apply(configMap('dry', { a: '2' }), { dryRun: true });
    expect(tried.data).toEqual({ a: '2' });
    expect((await env.client.get(ConfigMap, 'dry')).metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(await sentBy(configMap('dry'))).toBe(0);
  });

  it('sends once what the server writes in its own way, whatever happens to the rest', async () => {
    const odd = deployment('odd');
    odd.spec!.paused = false;
    odd.spec!.template.spec!.hostname = '';
    const counts: number[] = [];
    for (const label of ['a', 'b', 'c']) {
      counts.push(await sentBy(odd));
      const patch = mergePatch({ metadata: { labels: { label } } });
      await env.client.patch(Deployment, 'odd', patch, { fieldManager: 'rival' });
      await env.settled();
      await upToDate(Deployment as unknown as Kind, 'odd');
    }
    expect(counts).toEqual([1, 0, 0]);
  });

  it('patches of a status what differs, and nothing when nothing does', async () => {
    const thing = Thing({ metadata: { name: 'status', namespace: 'default' }, spec: {} });
    const made = await operator.client.apply(thing);
    const before = operator.writes.length;
    const ready = { type: 'Ready', status: 'True', reason: 'Up', message: '' } as const;
    const setReady = (status: ThingStatus) => {
      status.conditions ??= [];
      setStatusCondition(status.conditions, ready, { now: 0 });
    };
    const once = await updateStatus(operator.client, made, setReady, { observedGeneration: true });
    const twice = await updateStatus(operator.client, once, setReady, { observedGeneration: true });
    expect(twice.status).toEqual({
      observedGeneration: 1,
      conditions: [{ ...ready, lastTransitionTime: '1970-01-01T00:00:00Z' }],
    });
    expect(operator.writes.length - before).toBe(1);
  });

  it('records events that the server takes, and joins those that repeat', async () => {
    const loud = controllerFor(ConfigMap, {
      predicates: [predicateFuncs({ add: ({ meta }) => meta.name === 'loud' })],
    })
      .named('loud')
      .reconcile((map, { events }) => {
        for (let time = 0; time < 2; time++)
          events.event(map, { reason: 'Seen', message: `it is ${'very '.repeat(300)}loud`, action: 'Look' });
      });
    const manager = await env.startManager([loud]);
    const { metadata } = await env.client.create(configMap('loud'));
    await env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace: 'default' });
      expect(items.filter(({ regarding }) => regarding?.uid === metadata.uid)).toEqual([
        expect.objectContaining({
          reason: 'Seen',
          action: 'Look',
          type: 'Normal',
          reportingController: 'loud',
          series: expect.objectContaining({ count: 2 }),
        }),
      ]);
    });
    await manager.stop();
  });

  /*
   * Random configurations and random interference by others. Whenever an apply sends nothing, the same configuration is
   * sent past the cache: the server must take it, and leave the object and the ownership of its fields as they are.
   */
  describe('with random configurations and rivals', () => {
    const seed = Number(process.env['KUBEWRIGHT_SEED'] ?? Math.trunc(Date.now() / 1000) % 1_000_000);
    const STEPS = Number(process.env['KUBEWRIGHT_STEPS'] ?? 60);

    it.each(['PodTemplate', 'Service', 'Thing'] as const)(
      `sends nothing for a %s only where the server would change nothing, seed ${seed}`,
      async (name) => {
        const random = new Draw(seed);
        const make = MAKERS[name];
        const kind = KINDS.find((candidate) => candidate.kind === name)!;
        const counts = { skipped: 0, sent: 0, inVain: 0, refused: 0 };
        let config = make(random);
        for (let step = 0; step < STEPS; step++) {
          const where = `seed ${seed}, step ${step}`;
          if (random.chance(0.5)) await interfere(kind, make, random);
          if (random.chance(0.5)) config = random.chance(0.5) ? make(random) : mutated(config, make, random);
          const before = await current(kind);
          const writes = operator.writes.length;
          let result: Stored<KubernetesObject>;
          try {
            result = await operator.client.apply(config, { force: random.chance(0.5) });
          } catch (error) {
            if (!isApiError(error)) throw error;
            counts.refused++;
            continue;
          }
          if (operator.writes.length > writes) {
            counts.sent++;
            if (result.metadata.resourceVersion === before?.metadata.resourceVersion) counts.inVain++;
            continue;
          }
          counts.skipped++;
          const asked = await env.client.apply(config, { fieldManager: MANAGER }).catch((error: unknown) => {
            throw new Error(`${where}: refused what was skipped: ${JSON.stringify(config)}`, {
              cause: error,
            });
          });
          expect(undated(asked), `${where}: ${JSON.stringify(config)}`).toEqual(undated(before!));
          expect(result, where).toEqual(before);
        }
        expect(counts.skipped, JSON.stringify({ seed, ...counts })).toBeGreaterThan(0);
        // What is sent in vain is sent once: the bound is loose, a regression would send all of them.
        expect(counts.inVain, JSON.stringify({ seed, ...counts })).toBeLessThan(counts.sent / 2);
        if (process.env['KUBEWRIGHT_SEED'] !== undefined) console.log(isoTime(Date.now()), name, counts);
        await env.client.delete(kind, 'random', { propagationPolicy: 'Background' });
      },
      120_000,
    );

    async function current(kind: Kind): Promise<Stored<KubernetesObject> | undefined> {
      try {
        await env.client.get(kind, 'random');
      } catch {
        return undefined;
      }
      return upToDate(kind, 'random');
    }

    async function interfere(kind: Kind, make: Maker, random: Draw): Promise<void> {
      const theirs = make(random);
      try {
        if (random.chance(0.4)) {
          await env.client.apply(theirs, { fieldManager: 'rival', force: random.chance(0.5) });
        } else if (random.chance(0.5)) {
          const { apiVersion: _a, kind: _k, metadata, ...rest } = theirs as KubernetesObject & JsonObject;
          const { labels = {}, annotations = {} } = metadata ?? {};
          await env.client.patch(kind, 'random', mergePatch({ ...rest, metadata: { labels, annotations } }), {
            fieldManager: 'patcher',
          });
        } else {
          const live = (await env.client.get(kind, 'random')) as Stored<KubernetesObject> & JsonObject;
          const { metadata, ...rest } = theirs as KubernetesObject & JsonObject;
          await env.client.update(
            { ...live, ...rest, metadata: { ...live.metadata, labels: metadata?.labels ?? {} } },
            { fieldManager: 'updater' },
          );
        }
      } catch (error) {
        if (!isApiError(error)) throw error;
      }
    }
  });
});

type Maker = (random: Draw) => KubernetesObject;

/** Numbers from a seed (mulberry32), and what is drawn with them. */
class Draw {
  #state: number;
  constructor(seed: number) {
    this.#state = seed | 0;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  of<T>(...values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }
  /** Some of these, in any order. */
  some<T>(...values: readonly T[]): T[] {
    const chosen = values.filter(() => this.chance(0.5));
    return this.chance(0.3) ? chosen.reverse() : chosen;
  }
  /** Some of these fields. */
  fields(all: Record<string, unknown>): JsonObject {
    return Object.fromEntries(Object.entries(all).filter(() => this.chance(0.5)));
  }
}

/** They have to exist: what has none of its owners any more is collected. */
const owners: Array<{ name: string; uid: string }> = [];

const metadataOf = (random: Draw) => ({
  name: 'random',
  namespace: 'default',
  ...random.fields({
    labels: random.of<JsonObject>({}, { a: '1' }, { a: '1', b: '2' }, { b: '3' }),
    annotations: random.of<JsonObject>({}, { 'example.com/a': '' }, { 'example.com/a': '0.5' }),
    ownerReferences: random.some(
      { apiVersion: 'v1', kind: 'ConfigMap', ...owners[0] },
      { apiVersion: 'v1', kind: 'ConfigMap', ...owners[1], controller: true, blockOwnerDeletion: true },
    ),
  }),
});

const containerOf = (name: string, random: Draw): JsonObject => ({
  name,
  image: random.of('nginx', 'nginx:1.27'),
  ...random.fields({
    command: random.of<unknown>([], ['a'], ['a', 'b'], null),
    env: random.some<JsonObject>(
      { name: 'A', value: random.of('', '1') },
      { name: 'B', valueFrom: { fieldRef: { fieldPath: random.of('metadata.name', 'metadata.namespace') } } },
      { name: 'C' },
      { name: 'D', value: '0.5' },
    ),
    ports: random.some<JsonObject>(
      { containerPort: 80 },
      { containerPort: 81, protocol: random.of('TCP', 'UDP') },
      { containerPort: 82, name: 'named' },
    ),
    resources: random.of<JsonObject>(
      {},
      { requests: {} },
      { requests: { cpu: random.of('0.5', '500m', '1') } },
      { limits: { memory: random.of('1Gi', '1024Mi'), cpu: '1000m' } },
    ),
    securityContext: random.of<unknown>({}, null, { runAsUser: random.of(0, 1) }, { privileged: false }),
    stdin: random.of<unknown>(false, true, null),
    livenessProbe: random.of<JsonObject>(
      { httpGet: { port: random.of<unknown>(80, 'named') } },
      { tcpSocket: { port: 80 }, periodSeconds: 10 },
    ),
  }),
});

const MAKERS: Readonly<Record<'PodTemplate' | 'Service' | 'Thing', Maker>> = {
  PodTemplate: (random) =>
    ({
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: metadataOf(random),
      template: {
        ...random.fields({
          metadata: random.of<JsonObject>({}, { labels: { x: 'y' } }, { creationTimestamp: null }),
        }),
        spec: {
          containers: random.chance(0.5)
            ? [containerOf('a', random)]
            : [containerOf('a', random), containerOf('b', random)],
          ...random.fields({
            nodeSelector: random.of<JsonObject>({}, { a: 'b' }, { a: 'b', c: 'd' }),
            tolerations: random.some<JsonObject>({ key: 'a' }, { key: 'b', operator: 'Exists' }),
            volumes: random.some<JsonObject>(
              { name: 'a', emptyDir: {} },
              { name: 'b', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
            ),
            terminationGracePeriodSeconds: random.of<unknown>(0, 30, null),
            imagePullSecrets: random.some({ name: 'a' }, { name: 'b' }),
            hostNetwork: false,
            affinity: random.of<JsonObject>({}, { podAffinity: {} }),
          }),
        },
      },
    }) as KubernetesObject,
  Service: (random) =>
    ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadataOf(random),
      spec: {
        ports: [
          {
            name: 'http',
            port: 80,
            ...random.fields({ protocol: 'TCP', targetPort: random.of<unknown>(80, 'web', 8080) }),
          },
          ...random.some<JsonObject>({ name: 'dns', port: 53, protocol: random.of('UDP', 'TCP') }),
        ],
        ...random.fields({
          selector: random.of<unknown>({}, { a: 'b' }, { a: 'b', c: 'd' }, null),
          type: random.of('ClusterIP', 'NodePort'),
          sessionAffinity: random.of('None', 'ClientIP'),
          externalIPs: random.some('1.2.3.4', '1.2.3.5'),
          publishNotReadyAddresses: random.of(true, false),
        }),
      },
    }) as KubernetesObject,
  Thing: (random) =>
    ({
      apiVersion: 'testing.example.com/v1',
      kind: 'Thing',
      metadata: metadataOf(random),
      spec: random.fields({
        text: random.of<unknown>('', 'a', 'b'),
        size: random.of<unknown>(1, 2, null),
        plain: random.of<unknown>([], ['a'], ['a', 'b'], null),
        set: random.some('a', 'b', 'c'),
        keyed: random.some<JsonObject>(
          { name: 'a', ...random.fields({ zone: 'a', value: random.of('', 'v') }) },
          { name: 'b', zone: random.of('a', 'b') },
        ),
        whole: random.of<JsonObject>({}, { a: '1' }, { a: '1', b: '2' }),
        merged: random.of<JsonObject>({}, { x: '1' }, { x: '2', y: '1' }),
        free: random.of<JsonObject>({}, { a: { b: [1, { c: 2 }], d: {} } }, { a: { b: [] } }),
        resources: random.of<JsonObject>({}, { limits: {} }, { limits: { cpu: random.of('0.5', '500m') } }),
      }),
    }) as KubernetesObject,
};

/**
 * Without what an apply changes that changes nothing: where a value is stored in the server's own way, it dates the entry
 * of the manager anew, and the entries are sorted by their dates.
 */
function undated(object: Stored<KubernetesObject>): object {
  const { resourceVersion: _, managedFields, ...metadata } = object.metadata;
  const owners = managedFields?.map(({ time: _time, ...entry }) => JSON.stringify(entry)).sort();
  return { ...object, metadata: { ...metadata, owners } };
}

/** The configuration with one of its fields as in another. */
function mutated(config: KubernetesObject, make: Maker, random: Draw): KubernetesObject {
  const other = make(random) as unknown as JsonObject;
  const copy = structuredClone(config) as unknown as JsonObject;
  const part = random.of('metadata', 'spec', 'template');
  const [from, to] = [other[part], copy[part]] as [JsonObject | undefined, JsonObject | undefined];
  if (from === undefined || to === undefined) return config;
  const field = random.of(...Object.keys({ ...from, ...to }));
  if (field in from) to[field] = from[field];
  else if (field !== 'name' && field !== 'namespace' && field !== 'ports' && field !== 'spec')
    delete to[field];
  return copy as KubernetesObject;
}
