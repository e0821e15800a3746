import { admissionHandler, allowed, denied, findObject, hasFinalizer, mergePatch } from 'kubewright';
import { ValidatingWebhookConfiguration } from 'kubewright/admissionregistration/v1';
import type { KubernetesObject } from 'kubewright';
import { Lease } from 'kubewright/coordination/v1';
import { ConfigMap, Event, Namespace, Service } from 'kubewright/core/v1';
import { Ingress } from 'kubewright/networking/v1';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../api/v1/app.js';
import type { AppSpec } from '../api/v1/app.js';
import { conditionOf, controllersOf, NAMESPACE, sample, startOperator } from '../test-support.js';
import { HOST_FINALIZER } from './app.js';

let isClosed = false;

/** Somebody else's policy about Services, which may change its mind. */
const policy = admissionHandler({
  path: '/policy',
  handle: () => (isClosed ? denied('no more services today') : allowed()),
});
const policyConfiguration = ValidatingWebhookConfiguration({
  metadata: { name: 'policy' },
  webhooks: [
    {
      name: 'policy.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { service: { namespace: 'default', name: 'policy', path: '/policy' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['services'] }],
    },
  ],
});

describe('what may go wrong with an App', () => {
  let env: TestEnvironment;
  let metrics: () => Promise<string>;
  beforeAll(async () => {
    ({ env, metrics } = await startOperator({
      // Not those of App: the controller must hold its own, whatever they let through.
      webhooks: [policy],
      webhookManifests: [policyConfiguration],
      node: { unpullableImages: (image) => image.includes('broken') },
    }));
  }, 90_000);
  afterAll(() => env.stop());

  const get = (name: string, namespace = NAMESPACE) => env.client.get(App, { namespace, name });

  async function create(name: string, spec: Partial<AppSpec> = {}, namespace = NAMESPACE) {
    await env.client.create(sample(name, spec, namespace));
    await env.settled();
    return get(name, namespace);
  }

  async function change(name: string, spec: Partial<AppSpec>) {
    await env.client.patch(App, name, mergePatch({ spec }));
    await env.settled();
    return get(name);
  }

  async function warningsOf(name: string): Promise<string[]> {
    const fieldSelector = { 'involvedObject.kind': 'App', 'involvedObject.name': name, type: 'Warning' };
    const { items } = await env.client.list(Event, { namespace: NAMESPACE, fieldSelector });
    return items.map(({ reason = '' }) => reason);
  }

  describe('an image that cannot be pulled', () => {
    it('fails a first rollout with the reason of the kubelet', async () => {
      const app = await create('broken', { image: 'registry.example.com/broken:1.0.0' });
      expect(app.status?.phase).toBe('Failed');
      const message =
        'a container of registry.example.com/broken:1.0.0 cannot pull the image: see the events and logs of the pods';
      expect(conditionOf(app, 'Ready')).toEqual({ status: 'False', reason: 'ImagePullBackOff', message });
      expect(conditionOf(app, 'Progressing')).toEqual({
        status: 'False',
        reason: 'ImagePullBackOff',
        message,
      });
      expect(conditionOf(app, 'Available')).toMatchObject({
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
      });
      await env.eventually(async () => expect(await warningsOf('broken')).toEqual(['ImagePullBackOff']));
      expect(await metrics()).toMatch(
        /^app_operator_rollout_duration_seconds_count\{result="failed"\} [1-9]/m,
      );
    });

    it('leaves the pods before it at work, and is over when the image is mended', async () => {
      await create('updated', { replicas: 2 });
      const failed = await change('updated', { image: 'registry.example.com/broken:2.0.0' });
      expect(failed.status?.phase).toBe('Failed');
      expect(conditionOf(failed, 'Available')).toMatchObject({ status: 'True' });

      const mended = await change('updated', { image: 'registry.example.com/shop:2.0.0' });
      expect(mended.status).toMatchObject({ phase: 'Running', updatedReplicas: 2 });
    });
  });

  it.each([
    {
      theirs: Service({
        metadata: { name: 'taken', namespace: NAMESPACE },
        spec: { selector: { app: 'theirs' }, ports: [{ port: 80 }] },
      }),
    },
    {
      theirs: ConfigMap({ metadata: { name: 'taken-config', namespace: NAMESPACE }, data: { a: 'theirs' } }),
    },
    {
      theirs: Ingress({
        metadata: { name: 'taken', namespace: NAMESPACE },
        spec: { defaultBackend: { service: { name: 'theirs', port: { number: 80 } } } },
      }),
    },
  ])(
    'does not take over what somebody else made, and goes on when that is gone: $theirs.kind',
    async ({ theirs }) => {
      const made = await env.client.create<KubernetesObject>(theirs);
      const app = await create('taken', {
        config: { data: { a: 'ours' } },
        ingress: { host: 'taken.example.com' },
      });
      expect(app.status?.phase).toBe('Failed');
      const { kind, metadata } = made;
      expect(conditionOf(app, 'Ready')).toEqual({
        status: 'False',
        reason: 'NameTaken',
        message: `${kind} ${metadata.name} exists already and was made by somebody else: delete it, or give the App another name`,
      });
      const kindOf = await env.client.mapper.kindFor(made.apiVersion, kind);
      expect((await env.client.get(kindOf, metadata)).metadata.resourceVersion).toBe(
        metadata.resourceVersion,
      );

      await env.client.delete(made);
      await env.settled();
      expect((await get('taken')).status?.phase).toBe('Running');
      await env.client.delete(App, 'taken');
      await env.eventually(async () =>
        expect(
          await findObject(env.client, Service, { namespace: NAMESPACE, name: 'taken' }),
        ).toBeUndefined(),
      );
    },
  );

  it('tries again what others may allow at any time, and says meanwhile why it waits', async () => {
    isClosed = true;
    await env.client.create(sample('policed'));
    await env.eventually(async () => {
      const app = await get('policed');
      expect(app.status?.phase).toMatch(/^(Pending|Updating)$/);
      expect(conditionOf(app, 'Ready')).toMatchObject({ status: 'False', reason: 'Forbidden' });
      expect(conditionOf(app, 'Ready')?.message).toContain('no more services today');
      expect(conditionOf(app, 'Progressing')?.status).toBe('True');
    });
    isClosed = false;
    await env.eventually(async () => expect((await get('policed')).status?.phase).toBe('Running'));
    expect(await warningsOf('policed')).toEqual([]);
  });

  it('says what the server refuses, and tries again only when the spec changes', async () => {
    const app = await create('refused', { env: [{ name: 'A=B', value: '1' }] });
    expect(app.status?.phase).toBe('Failed');
    expect(conditionOf(app, 'Ready')).toMatchObject({
      reason: 'ChildRefused',
      message: expect.stringContaining('spec.template.spec.containers[0].env[1].name') as string,
    });
    expect((await change('refused', { env: [{ name: 'A', value: '1' }] })).status?.phase).toBe('Running');
  });

  describe('a host', () => {
    const ingress = { host: 'one.example.com' };
    const claim = () => findObject(env.client, Lease, { namespace: NAMESPACE, name: 'host.one.example.com' });

    it('belongs to one App of the whole cluster, and to the next when that one lets go', async () => {
      await env.client.create(Namespace({ metadata: { name: 'other' } }));
      expect((await create('first', { ingress })).status?.url).toBe('http://one.example.com');

      const second = await create('second', { ingress }, 'other');
      expect(second.status).toMatchObject({ phase: 'Failed', readyReplicas: 1 });
      expect(second.status?.url).toBeUndefined();
      expect(conditionOf(second, 'Ready')).toEqual({
        status: 'False',
        reason: 'HostTaken',
        message:
          'the host one.example.com belongs to the App default/first: choose another one, or take it away there',
      });
      expect(await findObject(env.client, Ingress, { namespace: 'other', name: 'second' })).toBeUndefined();
      expect(await metrics()).toMatch(/^app_operator_host_conflicts_total 1$/m);

      await change('first', { ingress: { host: 'two.example.com' } });
      expect((await get('second', 'other')).status).toMatchObject({
        phase: 'Running',
        url: 'http://one.example.com',
      });
    });

    it('is given back only when the Ingress of a deleted App is gone', async () => {
      const app = await get('second', 'other');
      expect(hasFinalizer(app, HOST_FINALIZER)).toBe(true);
      const key = { namespace: 'other', name: 'second' };
      const finalizers = (list: string[]) => mergePatch({ metadata: { finalizers: list } });
      await env.client.patch(Ingress, key, finalizers(['example.com/hold']));
      await env.client.delete(App, key);
      await env.settled();
      expect((await claim())?.spec?.holderIdentity).toBe('other/second');
      expect((await get('second', 'other')).metadata.deletionTimestamp).toBeDefined();

      await env.client.patch(Ingress, key, finalizers([]));
      await env.eventually(async () => {
        expect(await findObject(env.client, App, key)).toBeUndefined();
        expect(await claim()).toBeUndefined();
      });
    });

    it('of an App that went without its clean-up is given back when the operator hears of it', async () => {
      await create('forced', { ingress });
      await env.manager.stop();
      await env.client.patch(App, 'forced', mergePatch({ metadata: { finalizers: [] } }));
      await env.client.delete(App, 'forced');
      expect((await claim())?.spec?.holderIdentity).toBe('default/forced');
      const manager = await env.startManager(controllersOf());
      await env.settled();
      expect(await claim()).toBeUndefined();

      await env.client.create(sample('heir', { ingress }));
      await env.settled();
      expect((await get('heir')).status?.phase).toBe('Running');
      expect((await claim())?.spec?.holderIdentity).toBe('default/heir');
      await manager.stop();
    });
  });
});
