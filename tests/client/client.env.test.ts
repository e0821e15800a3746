import { defineKind } from '@kubewright/api';
import type { CustomResource, KubernetesObject, Stored } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { TokenReview } from '@kubewright/api/authentication/v1';
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from '@kubewright/api/core/v1';
import {
  addEphemeralContainers,
  bindPod,
  createToken,
  evictPod,
  injectFaults,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isInitialEventsEnd,
  isInvalid,
  isNoKindMatch,
  isNotFound,
  jsonPatch,
  listItems,
  listPages,
  mergePatch,
  metadataOnly,
  resizePod,
  strategicMergePatch,
} from '@kubewright/client';
import type { ApiError, Client, Write } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What the client promises of a server, embedded or real. */
let env: TestEnvironment;
let client: Client;
const namespace = 'client-suite';
beforeAll(async () => {
  env = await startTestEnvironment();
  client = env.client.with({ defaultNamespace: namespace });
  await client.create(Namespace({ metadata: { name: namespace } }));
}, 90_000);
afterAll(() => env.stop());

const map = (name: string, data: Record<string, string> = {}, labels?: Record<string, string>) =>
  ConfigMap({ metadata: labels === undefined ? { name } : { name, labels }, data });
const caught = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as ApiError,
  );
const signal = (): AbortSignal => AbortSignal.timeout(20_000);
const podNamed = (name: string) =>
  Pod({
    metadata: { name, labels: { app: name } },
    spec: {
      automountServiceAccountToken: false,
      containers: [{ name: 'app', image: 'nginx', resources: { requests: { cpu: '10m' } } }],
    },
  });

describe('an object', () => {
  it('is created, read, replaced, patched in each way and deleted', async () => {
    const created = await client.create(map('verbs', { a: '1' }), { fieldManager: 'suite' });
    expect(created.metadata).toMatchObject({ name: 'verbs', namespace });
    expect(created.metadata.managedFields?.[0]?.manager).toBe('suite');
    expect(isAlreadyExists(await caught(client.create(map('verbs'))))).toBe(true);
    expect(await client.get(ConfigMap, 'verbs')).toEqual(created);

    const updated = await client.update({ ...created, data: { a: '2' } });
    expect(isConflict(await caught(client.update({ ...created, data: { a: '3' } })))).toBe(true);
    expect(updated.data).toEqual({ a: '2' });

    const key = { namespace, name: 'verbs' };
    expect((await client.patch(ConfigMap, key, mergePatch({ data: { b: '1' } }))).data).toEqual({
      a: '2',
      b: '1',
    });
    const removed = jsonPatch([{ op: 'remove', path: '/data/a' }]);
    expect((await client.patch(ConfigMap, key, removed)).data).toEqual({ b: '1' });
    const strategic = strategicMergePatch({ data: { c: '1' } });
    expect((await client.patch(ConfigMap, `${namespace}/verbs`, strategic)).data).toEqual({ b: '1', c: '1' });

    const wrong = { preconditions: { uid: 'another' } };
    expect(isConflict(await caught(client.delete(ConfigMap, 'verbs', wrong)))).toBe(true);
    expect(await client.delete(ConfigMap, 'verbs')).toBeUndefined();
    const missing = await caught(client.get(ConfigMap, 'verbs'));
    expect(isNotFound(missing)).toBe(true);
    expect(missing.hint).toBeUndefined();
  });

  it('gets a name from the server, which onWrite tells', async () => {
    const writes: Write[] = [];
    const told = client.with({ onWrite: (write) => writes.push(write) });
    const created = await told.create(ConfigMap({ metadata: { generateName: 'made-' } }));
    expect(created.metadata.name).toMatch(/^made-.{5}$/);
    expect(writes).toMatchObject([{ verb: 'create', key: { namespace, name: created.metadata.name } }]);
    expect(JSON.parse(new TextDecoder().decode(writes[0]?.bytes))).toEqual(created);
  });

  it('with a finalizer stays when it is deleted, and is handed out', async () => {
    await client.create(ConfigMap({ metadata: { name: 'held', finalizers: ['example.com/hold'] } }));
    const kept = await client.delete(ConfigMap, 'held');
    expect(kept?.metadata.deletionTimestamp).toBeDefined();
    await client.patch(ConfigMap, 'held', mergePatch({ metadata: { finalizers: null } }));
    expect(isNotFound(await caught(client.get(ConfigMap, 'held')))).toBe(true);
  });

  it('is not written by a dry run, which says what it would be', async () => {
    const dryRun = { dryRun: true };
    expect((await client.create(map('dry', { a: '1' }), dryRun)).metadata.uid).toBeDefined();
    expect(isNotFound(await caught(client.get(ConfigMap, 'dry')))).toBe(true);
    const stored = await client.create(map('dry', { a: '1' }));
    expect((await client.update({ ...stored, data: { a: '2' } }, dryRun)).data).toEqual({ a: '2' });
    expect((await client.patch(ConfigMap, 'dry', mergePatch({ data: { a: '3' } }), dryRun)).data).toEqual({
      a: '3',
    });
    expect((await client.apply(map('dry', { b: '1' }), dryRun)).data).toEqual({ a: '1', b: '1' });
    await client.delete(ConfigMap, 'dry', dryRun);
    await client.deleteCollection(ConfigMap, { namespace, labelSelector: '!x', ...dryRun });
    expect(await client.get(ConfigMap, 'dry')).toEqual(stored);
  });

  it('with fields that its kind does not know is warned of, refused or accepted', async () => {
    const odd = { ...map('odd'), colour: 'green' };
    const refusal = await caught(client.create(odd, { fieldValidation: 'Strict' }));
    expect(refusal.reason).toBe('BadRequest');
    expect(refusal.message).toContain('unknown field "colour"');
    expect(await client.create(odd, { fieldValidation: 'Ignore', dryRun: true })).not.toHaveProperty(
      'colour',
    );
  });
});

describe('a collection', () => {
  beforeAll(async () => {
    for (const n of [1, 2, 3, 4, 5])
      await client.create(map(`c${n}`, {}, { suite: 'pages', odd: String(n % 2) }));
  });
  const labelSelector = { suite: 'pages' };

  it('is read at once, in pages, and one by one', async () => {
    const { items } = await client.list(ConfigMap, { namespace, labelSelector });
    expect(items.map(({ metadata, kind }) => [kind, metadata.name])).toEqual(
      [1, 2, 3, 4, 5].map((n) => ['ConfigMap', `c${n}`]),
    );
    const pages: number[] = [];
    for await (const page of listPages(client, ConfigMap, { namespace, labelSelector, pageSize: 2 })) {
      pages.push(page.items.length);
    }
    expect(pages).toEqual([2, 2, 1]);
    const names: string[] = [];
    for await (const { metadata } of listItems(client, ConfigMap, {
      labelSelector: { matchExpressions: [{ key: 'odd', operator: 'In', values: ['1'] }] },
      pageSize: 2,
    }))
      names.push(metadata.name);
    expect(names).toEqual(['c1', 'c3', 'c5']);
  });

  it('is selected by fields', async () => {
    const { items } = await client.list(ConfigMap, { namespace, fieldSelector: { 'metadata.name': 'c2' } });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['c2']);
  });

  it('is deleted by selection', async () => {
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: { ...labelSelector, odd: '0' } });
    expect((await client.list(ConfigMap, { namespace, labelSelector })).items).toHaveLength(3);
    await client.deleteCollection(ConfigMap, { namespace, labelSelector });
    expect((await client.list(ConfigMap, { namespace, labelSelector })).items).toHaveLength(0);
  });
});

describe('a watch', () => {
  it('tells changes after a version, in order, and ends with its signal', async () => {
    const { metadata } = await client.list(ConfigMap, { namespace });
    await client.create(map('watched', { a: '1' }));
    await client.patch(ConfigMap, 'watched', mergePatch({ data: { a: '2' } }));
    await client.delete(ConfigMap, 'watched');
    const stop = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      const { resourceVersion } = metadata;
      for await (const event of client.watch(ConfigMap, {
        namespace,
        resourceVersion,
        signal: AbortSignal.any([stop.signal, signal()]),
      })) {
        if (event.type === 'BOOKMARK') continue;
        seen.push(`${event.type} ${event.object.data?.['a']}`);
        if (seen.length === 3) stop.abort(new Error('seen enough'));
      }
    })();
    await expect(watching).rejects.toThrow('seen enough');
    expect(seen).toEqual(['ADDED 1', 'MODIFIED 2', 'DELETED 2']);
  });

  it('brings the state first and says when it was complete', async () => {
    await client.create(map('streamed'));
    const seen: string[] = [];
    for await (const event of client.watch(ConfigMap, {
      namespace,
      fieldSelector: { 'metadata.name': 'streamed' },
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      signal: signal(),
    })) {
      seen.push(event.type === 'BOOKMARK' ? 'BOOKMARK' : `${event.type} ${event.object.metadata.name}`);
      if (event.type === 'BOOKMARK' && isInitialEventsEnd(event.object)) break;
    }
    expect(seen).toEqual(['ADDED streamed', 'BOOKMARK']);
  });
});

describe('apply', () => {
  it('creates, owns fields, gives them up, and is refused those of others unless forced', async () => {
    const mine = { fieldManager: 'mine' };
    const theirs = { fieldManager: 'theirs' };
    await client.apply(map('applied', { a: '1', b: '1' }), mine);
    expect((await client.apply(map('applied', { a: '1' }), mine)).data).toEqual({ a: '1' });
    const refusal = await caught(client.apply(map('applied', { a: '2' }), theirs));
    expect(isConflict(refusal)).toBe(true);
    expect(refusal.message).toMatch(/^Apply failed with 1 conflict: conflict with "mine".*force: true$/s);
    expect((await client.apply(map('applied', { a: '2' }), { ...theirs, force: true })).data).toEqual({
      a: '2',
    });
  });

  it('sets the owner', async () => {
    const owner = await client.create(map('owner'));
    const owned = await client.apply(map('owned'), { owner });
    expect(owned.metadata.ownerReferences).toMatchObject([
      { name: 'owner', uid: owner.metadata.uid, controller: true },
    ]);
  });
});

describe('subresources', () => {
  it('scale a Deployment, which the object shows', async () => {
    const labels = { app: 'scaled' };
    await client.create(
      Deployment({
        metadata: { name: 'scaled' },
        spec: {
          replicas: 0,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'nginx' }] } },
        },
      }),
    );
    const scales = client.scale(Deployment);
    const scale = await scales.get('scaled');
    expect(scale).toMatchObject({ kind: 'Scale', spec: {} });
    // Without a resource version: the controller writes to the object, too.
    const wanted = { ...scale, metadata: { name: 'scaled', namespace }, spec: { replicas: 1 } };
    expect((await scales.update('scaled', wanted)).spec?.replicas).toBe(1);
    expect((await scales.patch('scaled', 2)).spec?.replicas).toBe(2);
    expect(
      (await scales.apply('scaled', 3, { fieldManager: 'autoscaler', force: true })).spec?.replicas,
    ).toBe(3);
    expect((await client.get(Deployment, 'scaled')).spec?.replicas).toBe(3);
    await client.delete(Deployment, 'scaled');
  });

  it('write a status and nothing else', async () => {
    const stored = await client.create(Namespace({ metadata: { name: 'client-suite-status' } }));
    const condition = {
      type: 'Tested',
      status: 'True',
      lastTransitionTime: '2026-01-01T00:00:00Z',
      reason: 'R',
    };
    const patched = await client.status.patch(
      Namespace,
      'client-suite-status',
      mergePatch({ metadata: { labels: { ignored: 'yes' } }, status: { conditions: [condition] } }),
    );
    expect(patched.status?.conditions).toMatchObject([condition]);
    const applied = await client.status.apply(
      Namespace({
        metadata: { name: 'client-suite-status' },
        status: { conditions: [{ ...condition, type: 'Applied' }] },
      }),
      { fieldManager: 'status' },
    );
    expect(applied.status?.conditions?.map(({ type }) => type).sort()).toEqual(['Applied', 'Tested']);
    const updated = await client.status.update({ ...applied, status: { ...applied.status, conditions: [] } });
    expect(updated.status?.conditions ?? []).toEqual([]);
    expect(updated.metadata.uid).toBe(stored.metadata.uid);
  });

  it('bind, debug, resize and evict a pod', async () => {
    await client.create(Node({ metadata: { name: 'client-suite-node' } }));
    const room = { cpu: '1', memory: '1Gi', pods: '10' };
    await client.status.patch(
      Node,
      'client-suite-node',
      mergePatch({ status: { capacity: room, allocatable: room } }),
    );
    const schedulerName = 'nobody';
    const pod = podNamed('handled');
    const created = await client.create({ ...pod, spec: { ...pod.spec, schedulerName } } as typeof pod);
    await bindPod(client, created, 'client-suite-node');
    expect((await client.get(Pod, 'handled')).spec?.nodeName).toBe('client-suite-node');
    expect(isConflict(await caught(bindPod(client, 'handled', 'another-node')))).toBe(true);
    const debugged = await addEphemeralContainers(client, created, [{ name: 'debug', image: 'busybox' }]);
    expect(debugged.spec?.ephemeralContainers).toMatchObject([{ name: 'debug' }]);
    const resized = await resizePod(client, 'handled', { app: { requests: { cpu: '20m' } } });
    expect(resized.spec?.containers[0]?.resources?.requests).toEqual({ cpu: '20m' });
    await evictPod(client, 'handled', { dryRun: true });
    await evictPod(client, created, { gracePeriodSeconds: 0 });
    expect(isNotFound(await caught(client.get(Pod, 'handled')))).toBe(true);
  });

  it('make a token of a service account, for an audience', async () => {
    await client.create(ServiceAccount({ metadata: { name: 'robot' } }));
    const { token, expirationTimestamp } = await createToken(client, 'robot', {
      audiences: ['https://vault'],
      expirationSeconds: 600,
    });
    expect(Date.parse(expirationTimestamp)).toBeGreaterThan(0);
    const review = await client.create(TokenReview({ spec: { token, audiences: ['https://vault'] } }));
    expect(review.status?.user?.username).toBe(`system:serviceaccount:${namespace}:robot`);
  });
});

describe('metadata alone', () => {
  it('is read, listed, watched and patched, and the object keeps the rest', async () => {
    const Names = metadataOnly(ConfigMap);
    await client.create(map('partial', { big: 'x'.repeat(100) }, { suite: 'partial' }));
    const read = await client.get(Names, 'partial');
    expect(Object.keys(read).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(read).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'partial', namespace },
    });
    const list = await client.list(Names, { namespace, labelSelector: { suite: 'partial' } });
    expect(list.items).toEqual([read]);
    expect(new TextDecoder().decode(await client.listRaw(Names, { namespace }))).not.toContain('xxxx');
    for await (const event of client.watch(Names, {
      namespace,
      labelSelector: { suite: 'partial' },
      signal: signal(),
    })) {
      expect(event).toEqual({ type: 'ADDED', object: read });
      break;
    }
    const patched = await client.patch(
      Names,
      'partial',
      mergePatch({ metadata: { labels: { more: 'yes' } } }),
    );
    expect(patched.metadata.labels).toEqual({ suite: 'partial', more: 'yes' });
    expect((await client.get(ConfigMap, 'partial')).data).toEqual({ big: 'x'.repeat(100) });
  });
});

describe('another user', () => {
  it('may not what no role allows, and learns which rule is missing', async () => {
    const bob = client.with({ impersonate: { username: 'bob', groups: ['system:authenticated', 'team'] } });
    const refusal = await caught(bob.list(Deployment, { namespace }));
    expect(isForbidden(refusal)).toBe(true);
    expect(refusal.message).toContain(
      `no role of bob has the rule: add the marker // +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list (with ,namespace=${namespace} for that namespace alone)`,
    );
    const scale = await caught(bob.scale(Deployment).patch('x', 1));
    expect(scale.hint).toContain('groups=apps,resources=deployments/scale,verbs=patch');
    // Groups come along as groups.
    const root = client.with({ impersonate: { username: 'carol', groups: ['team', 'system:masters'] } });
    expect((await root.list(ConfigMap, { namespace, limit: 1 })).items).toHaveLength(1);
  });
});

describe('faults', () => {
  it('that lose an answer leave the write done', async () => {
    const faulty = client.with({
      interceptors: [injectFaults([{ when: { verb: 'create' }, times: 1, loseAnswer: true }])],
    });
    await expect(faulty.create(map('lost'))).rejects.toThrow('the answer was lost');
    expect(isAlreadyExists(await caught(faulty.create(map('lost'))))).toBe(true);
  });
});

describe('kinds that come and go', () => {
  interface Gizmo extends CustomResource<{ size?: number }> {}
  const group = 'client-suite.example.com';
  const Gizmo = defineKind<Gizmo>({ group, version: 'v1', kind: 'Gizmo' });
  const version = (name: string, storage: boolean) => ({
    name,
    served: true,
    storage,
    subresources: {},
    schema: {
      openAPIV3Schema: {
        type: 'object' as const,
        properties: {
          spec: { type: 'object' as const, properties: { size: { type: 'integer' as const, minimum: 1 } } },
        },
      },
    },
  });
  const crd = () =>
    CustomResourceDefinition({
      metadata: { name: `gizmos.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: {
          plural: 'gizmos',
          singular: 'gizmo',
          kind: 'Gizmo',
          shortNames: ['gz'],
          categories: ['suite'],
        },
        versions: [version('v1', true), version('v1alpha1', false)],
      },
    });
  const unstructured = (name: string, size: number): KubernetesObject & { spec: object } => ({
    apiVersion: `${group}/v1`,
    kind: 'Gizmo',
    metadata: { name },
    spec: { size },
  });

  it('are found when they come, and not any more when they went', async () => {
    expect(isNoKindMatch(await caught(client.create(unstructured('a', 1))))).toBe(true);
    const absent = await caught(client.list(Gizmo, { namespace }));
    expect(isNotFound(absent)).toBe(true);
    expect(absent.message).toContain(
      `does not serve gizmos.${group} in v1: install their CustomResourceDefinition`,
    );

    await client.create(crd());
    const created = await env.eventually(() => client.create(unstructured('a', 1)));
    expect(created.spec).toEqual({ size: 1 });
    const typed: Stored<Gizmo> = await client.get(Gizmo, 'a');
    expect(typed.spec.size).toBe(1);
    expect(isInvalid(await caught(client.create(unstructured('b', 0))))).toBe(true);
    const status = await caught(client.status.update(created));
    expect(status.message).toContain('// +kubebuilder:subresource:status');

    const { mapper } = client;
    expect((await mapper.preferredKindFor(group, 'Gizmo')).version).toBe('v1');
    for (const text of ['gizmos', 'gizmo', 'gz', 'Gizmo', `gz.${group}`]) {
      expect((await mapper.kindForResource(text)).apiVersion, text).toBe(`${group}/v1`);
    }
    expect((await mapper.kindForResource(`gizmos.v1alpha1.${group}`)).version).toBe('v1alpha1');
    expect((await mapper.kindsInCategory('suite')).map(({ plural }) => plural)).toEqual(['gizmos']);
    expect(await mapper.isNamespaced(`${group}/v1`, 'Gizmo')).toBe(true);

    await client.delete(CustomResourceDefinition, `gizmos.${group}`);
    // The client learnt Gizmo from its user, who is believed; a client that has it from the server forgets.
    const other = env.client.with({});
    await env.eventually(async () => {
      expect(isNotFound(await caught(other.list(Gizmo, { namespace })))).toBe(true);
    });
  });
});
