import { defineKind } from '@kubewright/api';
import type { CustomResource, KubernetesObject } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { ConfigMap, LimitRange, Namespace, Node, Pod, ServiceAccount } from '@kubewright/api/core/v1';
import {
  createToken,
  evictPod,
  isAlreadyExists,
  isApiError,
  isConflict,
  isInvalid,
  isNotFound,
  mergePatch,
  reasonOf,
} from '@kubewright/client';
import type { ApiError, Client } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What a user of the client meets that is the server's doing, the same of the embedded server as of the real one. */
let env: TestEnvironment;
let client: Client;
const namespace = 'rules-suite';
const group = 'rules.example.com';
interface Widget extends CustomResource<{ size?: number; replicas?: number }, { phase?: string }> {}
const Widget = defineKind<Widget>({ group, version: 'v1', kind: 'Widget' });

beforeAll(async () => {
  env = await startTestEnvironment();
  client = env.client.with({ defaultNamespace: namespace, fieldManager: 'suite' });
  await client.create(Namespace({ metadata: { name: namespace } }));
  const schema = {
    openAPIV3Schema: { type: 'object' as const, 'x-kubernetes-preserve-unknown-fields': true },
  };
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const version = { name: 'v1', served: true, storage: true, schema, subresources: { status: {}, scale } };
  await client.create(
    CustomResourceDefinition({
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [version],
      },
    }),
  );
  await env.eventually(() => client.list(Widget));
}, 90_000);
afterAll(() => env.stop());

const map = (name: string, data: Record<string, string> = { k: 'v' }, metadata: object = {}) =>
  ConfigMap({ metadata: { name, ...metadata }, data });
const caught = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as ApiError,
  );
const managersOf = ({ metadata }: KubernetesObject) =>
  metadata?.managedFields?.map(({ manager, operation }) => `${operation} ${manager}`);

describe('a create', () => {
  it('is refused with a resource version, without a name, and with a name that is taken', async () => {
    const versioned = await caught(client.create(map('versioned', {}, { resourceVersion: '1' })));
    expect(versioned.message).toContain('resourceVersion should not be set on objects to be created');
    const nameless = map('');
    expect(isInvalid(await caught(client.create(nameless)))).toBe(true);
    expect(nameless).toEqual(map(''));
    await client.create(map('taken'));
    expect(isAlreadyExists(await caught(client.create(map('taken'))))).toBe(true);
  });

  it('makes up names that differ, cut to what a name may have', async () => {
    const generateName = 'long-'.repeat(40);
    const drafts = Array.from({ length: 20 }, () => ConfigMap({ metadata: { generateName } }));
    const made = await Promise.all(drafts.map((draft) => client.create(draft)));
    const names = new Set(made.map(({ metadata }) => metadata.name));
    expect(names.size).toBe(20);
    for (const name of names) expect(name).toHaveLength(63);
    await client.deleteAllOf(ConfigMap, { namespace });
  });

  it('takes no notice of a deletionTimestamp, as long as it is no apply', async () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const created = await client.create(map('undeleted', {}, { deletionTimestamp }));
    expect(created.metadata.deletionTimestamp).toBeUndefined();
    const applied = await client.apply(map('applied-undeleted', {}, { deletionTimestamp }));
    expect(applied.metadata.deletionTimestamp).toBe(deletionTimestamp);
  });
});

describe('an update', () => {
  it('needs a resource version of some kinds, and of none an old one', async () => {
    const stored = await client.create(map('versions'));
    await client.update(map('versions', { k: 'w' }));
    expect(isConflict(await caught(client.update(stored)))).toBe(true);
    const removed = mergePatch({ metadata: { resourceVersion: null, annotations: { a: 'b' } } });
    expect((await client.patch(ConfigMap, 'versions', removed)).metadata.annotations).toEqual({ a: 'b' });
    await client.create(Widget({ metadata: { name: 'versions' }, spec: {} }));
    const blind = await caught(client.update(Widget({ metadata: { name: 'versions' }, spec: { size: 1 } })));
    expect(blind.message).toContain(
      'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  it('creates objects of some kinds, and not of others', async () => {
    const created = await client.update(
      Lease({ metadata: { name: 'by-update' }, spec: { holderIdentity: 'me' } }),
    );
    expect(managersOf(created)).toEqual(['Update suite']);
    expect(isNotFound(await caught(client.update(map('by-update'))))).toBe(true);
  });

  it('cannot set the deletionTimestamp, by no verb', async () => {
    const { metadata } = await client.create(map('alive'));
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const update = client.update({ ...map('alive'), metadata: { ...metadata, deletionTimestamp } });
    expect(isInvalid(await caught(update))).toBe(true);
    const patch = client.patch(ConfigMap, 'alive', mergePatch({ metadata: { deletionTimestamp } }));
    expect(isInvalid(await caught(patch))).toBe(true);
    const applied = client.apply(map('alive', {}, { deletionTimestamp }));
    expect(isInvalid(await caught(applied))).toBe(true);
  });

  it('of many at once goes through, unless they name the version that they know', async () => {
    const stored = await client.create(map('busy'));
    const five = [1, 2, 3, 4, 5].map(String);
    await Promise.all(five.map((n) => client.patch(ConfigMap, 'busy', mergePatch({ data: { [n]: n } }))));
    expect(Object.keys((await client.get(ConfigMap, 'busy')).data ?? {})).toEqual([...five, 'k']);
    await Promise.all(five.map((n) => client.update(map('busy', { k: n }))));
    const { resourceVersion } = (await client.get(ConfigMap, 'busy')).metadata;
    expect(resourceVersion).not.toBe(stored.metadata.resourceVersion);
    const locked = (n: string) => mergePatch({ metadata: { resourceVersion }, data: { k: `locked ${n}` } });
    const results = await Promise.allSettled(five.map((n) => client.patch(ConfigMap, 'busy', locked(n))));
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(4);
    for (const { reason } of failed) expect(isConflict(reason)).toBe(true);
  });

  it('and a create or delete at once end as one after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const object = LimitRange({ metadata: { name: `race-${round}` }, spec: { limits: [] } });
      const [creation] = await Promise.allSettled([client.create(object), client.update(object)]);
      if (creation.status === 'rejected') expect(isAlreadyExists(creation.reason)).toBe(true);
      const [deletion, update] = await Promise.allSettled([client.delete(object), client.update(object)]);
      expect(deletion.status).toBe('fulfilled');
      expect(update.status).toBe('fulfilled');
    }
    for (const name of ['gone-a', 'gone-b', 'gone-c'])
      await client.create(map(name, {}, { labels: { gone: 'yes' } }));
    const [all] = await Promise.allSettled([
      client.deleteAllOf(ConfigMap, { labelSelector: 'gone', namespace }),
      client.delete(ConfigMap, 'gone-b'),
    ]);
    expect(all.status).toBe('fulfilled');
  });
});

describe('a delete', () => {
  it('minds a resource version where it is a precondition, and nowhere else', async () => {
    const stored = await client.create(map('deleted'));
    const { resourceVersion } = stored.metadata;
    const current = await client.update(map('deleted', { k: 'w' }));
    expect(isConflict(await caught(client.delete(stored, { preconditions: { resourceVersion } })))).toBe(
      true,
    );
    await client.delete(current, { preconditions: { resourceVersion: current.metadata.resourceVersion } });
    await client.create(map('deleted'));
    await client.delete(stored);
    expect(isNotFound(await caught(client.get(ConfigMap, 'deleted')))).toBe(true);
  });

  it.each(['update', 'patch', 'apply'] as const)(
    'waits for finalizers, of which %s takes the last',
    async (verb) => {
      const name = `finalized-${verb}`;
      const held = map(name, { k: 'v' }, { finalizers: ['example.com/hold'], labels: { held: verb } });
      await client.apply(held);
      await client.deleteAllOf(ConfigMap, { namespace, labelSelector: { held: verb } });
      const waiting = await client.get(ConfigMap, name);
      expect(waiting.metadata.deletionTimestamp).toBeDefined();
      const more = mergePatch({ metadata: { finalizers: ['example.com/hold', 'example.com/more'] } });
      expect(isInvalid(await caught(client.patch(ConfigMap, name, more)))).toBe(true);
      const { finalizers: _finalizers, ...metadata } = waiting.metadata;
      if (verb === 'update') await client.update({ ...waiting, metadata });
      else if (verb === 'patch')
        await client.patch(ConfigMap, name, mergePatch({ metadata: { finalizers: null } }));
      else await client.apply(map(name));
      expect(isNotFound(await caught(client.get(ConfigMap, name)))).toBe(true);
    },
  );
});

describe('a status', () => {
  const widget = (name: string, size: number, phase?: string) =>
    Widget({ metadata: { name }, spec: { size }, ...(phase === undefined ? {} : { status: { phase } }) });

  it('is written by its subresource alone, and nothing else is by it', async () => {
    const created = await client.create(widget('apart', 1, 'dropped'));
    expect(created.status).toBeUndefined();
    const first = await client.status.update({ ...created, spec: { size: 9 }, status: { phase: 'a' } });
    expect(first).toMatchObject({ spec: { size: 1 }, status: { phase: 'a' } });
    const updated = await client.update({ ...first, spec: { size: 2 }, status: { phase: 'b' } });
    expect(updated).toMatchObject({ spec: { size: 2 }, status: { phase: 'a' } });
    expect(isConflict(await caught(client.status.update(created)))).toBe(true);
    const both = mergePatch({ spec: { size: 3 }, status: { phase: 'c' } });
    const patched = await client.patch(Widget, 'apart', both);
    expect(patched).toMatchObject({ spec: { size: 3 }, status: { phase: 'a' } });
    const statusPatched = await client.status.patch(
      Widget,
      'apart',
      mergePatch({ spec: { size: 4 }, status: { phase: 'd' } }),
    );
    expect(statusPatched).toMatchObject({ spec: { size: 3 }, status: { phase: 'd' } });
  });

  it('is applied by its subresource alone, and nothing else is by it', async () => {
    const made = await client.apply(widget('applied', 1, 'dropped'));
    expect(made.status).toBeUndefined();
    const applied = await client.status.apply(widget('applied', 9, 'ready'), { fieldManager: 'status' });
    expect(applied).toMatchObject({ spec: { size: 1 }, status: { phase: 'ready' } });
    const again = await client.apply(widget('applied', 2, 'other'));
    expect(again).toMatchObject({ spec: { size: 2 }, status: { phase: 'ready' } });
    const old = {
      ...widget('applied', 2, 'late'),
      metadata: { name: 'applied', resourceVersion: made.metadata.resourceVersion },
    };
    expect(isConflict(await caught(client.status.apply(old, { force: true })))).toBe(true);
    expect(isConflict(await caught(client.apply(old, { force: true })))).toBe(true);
    expect(managersOf(await client.get(Widget, 'applied'))).toEqual(
      expect.arrayContaining(['Apply suite', 'Apply status']),
    );
  });
});

describe('managed fields', () => {
  it('name who wrote, and are kept unless they are emptied or replaced on purpose', async () => {
    const created = await client.create(map('managed'), { fieldManager: 'first' });
    expect(managersOf(created)).toEqual(['Update first']);
    expect(managersOf(await client.update(map('managed', { k: 'v', l: 'w' })))).toEqual([
      'Update first',
      'Update suite',
    ]);
    const [entry] = created.metadata.managedFields ?? [];
    const handed = { ...entry, manager: 'renamed', operation: 'Apply' };
    const renamed = mergePatch({ metadata: { managedFields: [handed] } });
    expect(managersOf(await client.patch(ConfigMap, 'managed', renamed))).toContain('Apply renamed');
    const read = await client.get(ConfigMap, 'managed');
    const taken = (read.metadata.managedFields ?? []).map((one) => ({
      ...one,
      manager: `my-${one.manager}`,
    }));
    const metadata = { ...read.metadata, managedFields: taken };
    expect(managersOf(await client.update({ ...read, metadata }))).toContain('Apply my-renamed');
    const emptied = await client.update(map('managed', { k: 'v', l: 'w' }, { managedFields: [] }));
    expect(managersOf(emptied)).toBeUndefined();
  });

  it('are nobody to set by an apply, a status or a scale', async () => {
    const entry = {
      manager: 'sneaky',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: {},
    };
    const refusal = await caught(client.apply(map('sneaky', {}, { managedFields: [entry] })));
    expect(refusal.message).toContain('metadata.managedFields must be nil');
    const stored = await client.create(Widget({ metadata: { name: 'sneaky' }, spec: { replicas: 1 } }));
    const managedFields = [{ ...entry, apiVersion: `${group}/v1` }];
    const updated = await client.status.update(
      { ...stored, metadata: { ...stored.metadata, managedFields }, status: { phase: 'a' } },
      { fieldManager: 'status' },
    );
    expect(managersOf(updated)).toEqual(['Update status', 'Update suite']);
    const scale = {
      apiVersion: 'autoscaling/v1' as const,
      kind: 'Scale' as const,
      metadata: { name: 'sneaky', namespace, managedFields },
      spec: { replicas: 3 },
    };
    await client.scale(Widget).update('sneaky', scale, { fieldManager: 'scaler' });
    const scaled = await client.get(Widget, 'sneaky');
    expect(scaled.spec.replicas).toBe(3);
    expect(managersOf(scaled)).not.toContain('Update sneaky');
    expect(managersOf(scaled)).toContain('Update scaler');
  });
});

describe('an apply', () => {
  it('is refused for a uid that is not there, and for a manager that is no name', async () => {
    const uid = 'c0ffee00-0000-4000-8000-000000000000';
    expect(isConflict(await caught(client.apply(map('uid', {}, { uid }))))).toBe(true);
    expect(isInvalid(await caught(client.apply(map('nobody'), { fieldManager: '\u0000' })))).toBe(true);
    expect(isInvalid(await caught(client.apply(map('nobody'), { fieldManager: 'x'.repeat(129) })))).toBe(
      true,
    );
  });

  it('answers the object as it is now: version, and what it takes back', async () => {
    const made = await client.apply(map('answered', { a: '1' }));
    expect(made.metadata.resourceVersion).toMatch(/^\d+$/);
    const versioned = map('answered-versioned', { a: '1' }, { resourceVersion: '1234' });
    expect((await client.apply(versioned)).metadata.resourceVersion).not.toBe('1234');
    const next = await client.apply(map('answered', { b: '2' }));
    expect(next.data).toEqual({ b: '2' });
    expect(await client.get(ConfigMap, 'answered')).toEqual(next);
    const widget = (spec: Widget['spec']) => Widget({ metadata: { name: 'answered' }, spec });
    await client.apply(widget({ size: 1 }));
    expect((await client.list(Widget)).items.map(({ kind }) => kind)).toContain('Widget');
    expect((await client.apply(widget({ replicas: 2 }))).spec).toEqual({ replicas: 2 });
  });
});

describe('subresources', () => {
  it('that a kind, an object or a body has not are refused', async () => {
    await client.create(map('plain'));
    await client.create(ServiceAccount({ metadata: { name: 'robot' } }));
    const missing: Array<() => Promise<unknown>> = [
      () => client.scale(ConfigMap).get('plain'),
      () => client.scale(Deployment).get('nobody'),
      () =>
        client.scale(Deployment).update('nobody', {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'nobody', namespace },
          spec: { replicas: 1 },
        }),
      () => evictPod(client, 'nobody'),
      () =>
        client.subresource('eviction').create(ConfigMap, 'plain', {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'plain' },
        }),
      () =>
        client
          .subresource('evictions')
          .create(Pod, 'nobody', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'nobody' } }),
      () => createToken(client, 'nobody'),
      () =>
        client
          .subresource('tokens')
          .create(ServiceAccount, 'robot', { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' }),
    ];
    for (const request of missing) expect(isNotFound(await caught(request())), String(request)).toBe(true);
    const wrong = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'robot' } };
    for (const [kind, subresource] of [
      [Pod, 'eviction'],
      [ServiceAccount, 'token'],
    ] as const) {
      const refusal = await caught(client.subresource(subresource).create(kind, 'robot', wrong));
      expect(isApiError(refusal)).toBe(true);
      expect(reasonOf(refusal)).toBe('BadRequest');
    }
  });

  it('scale a custom resource, of which one of two at once wins', async () => {
    const stored = await client.create(Widget({ metadata: { name: 'scaled' }, spec: { replicas: 1 } }));
    const scale = await client.scale(Widget).get('scaled');
    expect(scale.spec?.replicas).toBe(1);
    const results = await Promise.allSettled([
      client.update({ ...stored, spec: { replicas: 2 } }),
      client.scale(Widget).update('scaled', { ...scale, spec: { replicas: 3 } }),
    ]);
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(isConflict(failed[0]?.reason)).toBe(true);
    expect((await client.scale(Widget).patch('scaled', 4)).spec?.replicas).toBe(4);
    expect((await client.get(Widget, 'scaled')).spec.replicas).toBe(4);
  });
});

describe('numbers of a custom resource', () => {
  it('are kept as they are, whole or not', async () => {
    const spec = { size: 1.5, replicas: 2, huge: Number.MAX_SAFE_INTEGER };
    await client.create(Widget({ metadata: { name: 'numbers' }, spec }));
    expect((await client.get(Widget, 'numbers')).spec).toEqual(spec);
    expect(await client.get(Node, 'numbers').catch(reasonOf)).toBe('NotFound');
  });
});
