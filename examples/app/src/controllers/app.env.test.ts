import { findObject, mergePatch } from 'kubewright';
import type { Kind, KubernetesObject, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { HorizontalPodAutoscaler } from 'kubewright/autoscaling/v2';
import { ConfigMap, Event, Pod, Service } from 'kubewright/core/v1';
import { Ingress } from 'kubewright/networking/v1';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../api/v1/app.js';
import type { AppSpec } from '../api/v1/app.js';
import { CONFIG_HASH_ANNOTATION } from '../resources/deployment.js';
import { conditionOf, controllersOf, NAMESPACE, sample, startOperator } from '../test-support.js';

describe('the App operator', () => {
  let env: TestEnvironment;
  let metrics: () => Promise<string>;
  beforeAll(async () => {
    ({ env, metrics } = await startOperator());
  }, 90_000);
  afterAll(() => env.stop());

  const app = (name: string) => env.client.get(App, name);
  const deployment = (name: string) => env.client.get(Deployment, name);
  const find = <T extends KubernetesObject>(kind: Kind<T>, name: string): Promise<Stored<T> | undefined> =>
    findObject(env.client, kind, { namespace: NAMESPACE, name });

  async function create(name: string, spec: Partial<AppSpec> = {}) {
    await env.client.create(sample(name, spec));
    await env.settled();
    return app(name);
  }

  async function change(name: string, spec: { [Field in keyof AppSpec]?: AppSpec[Field] | null }) {
    await env.client.patch(App, name, mergePatch({ spec }));
    await env.settled();
    return app(name);
  }

  it('runs the image behind a Service, with all that the spec says of it', async () => {
    const created = await create('web', {
      replicas: 2,
      port: 9000,
      env: [{ name: 'GREETING', value: 'hello' }],
      resources: { requests: { cpu: '50m' }, limits: { memory: '64Mi' } },
      probes: { liveness: { path: '/healthz' }, readiness: { periodSeconds: 3 } },
    });

    const { spec, metadata } = await deployment('web');
    expect(spec?.replicas).toBe(2);
    const [container] = spec?.template.spec?.containers ?? [];
    expect(container).toMatchObject({
      image: 'registry.example.com/shop:1.0.0',
      ports: [{ name: 'http', containerPort: 9000 }],
      env: [
        { name: 'PORT', value: '9000' },
        { name: 'GREETING', value: 'hello' },
      ],
      resources: { requests: { cpu: '50m' }, limits: { memory: '64Mi' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 3 },
    });
    const service = await env.client.get(Service, 'web');
    expect(service.spec?.ports).toEqual([expect.objectContaining({ port: 9000, targetPort: 'http' })]);
    expect(service.spec?.selector).toEqual(spec?.selector.matchLabels);
    for (const child of [metadata, service.metadata])
      expect(child.ownerReferences).toEqual([
        expect.objectContaining({ kind: 'App', uid: created.metadata.uid, controller: true }),
      ]);
  });

  it('says in the status that it runs, and of which generation that is', async () => {
    const { status, metadata } = await create('status', { replicas: 2 });
    expect(status).toMatchObject({
      phase: 'Running',
      observedGeneration: metadata.generation,
      replicas: 2,
      readyReplicas: 2,
      selector: 'app.kubernetes.io/name=status,app.kubernetes.io/managed-by=app-operator',
    });
    expect(
      status?.conditions?.map(({ type, status: is, reason, observedGeneration }) => [
        type,
        is,
        reason,
        observedGeneration,
      ]),
    ).toEqual([
      ['Available', 'True', 'MinimumReplicasAvailable', metadata.generation],
      ['Progressing', 'False', 'RolloutComplete', metadata.generation],
      ['Ready', 'True', 'RolloutComplete', metadata.generation],
    ]);
  });

  it('is scaled by kubectl scale', async () => {
    await create('scaled');
    await env.client.scale(App).patch('scaled', 3);
    await env.settled();
    expect((await deployment('scaled')).spec?.replicas).toBe(3);
    expect((await env.client.scale(App).get('scaled')).status?.replicas).toBe(3);
  });

  it('corrects what somebody changed by hand, and brings back what somebody deleted', async () => {
    await create('drift', { replicas: 2 });
    await env.client.patch(Deployment, 'drift', mergePatch({ spec: { replicas: 7 } }));
    await env.client.delete(Service, 'drift');
    await env.settled();
    expect((await deployment('drift')).spec?.replicas).toBe(2);
    expect(await find(Service, 'drift')).toBeDefined();
  });

  describe('with files', () => {
    const hashOf = async (name: string) =>
      (await deployment(name)).spec?.template.metadata?.annotations?.[CONFIG_HASH_ANNOTATION];
    const podNames = async (name: string) => {
      const labelSelector = { 'app.kubernetes.io/name': name };
      const { items } = await env.client.list(Pod, { namespace: NAMESPACE, labelSelector });
      return items.map(({ metadata }) => metadata.name).sort();
    };

    it('mounts them, and replaces the pods when one changes', async () => {
      await create('files', { config: { data: { 'a.txt': 'one' } } });
      expect((await find(ConfigMap, 'files-config'))?.data).toEqual({ 'a.txt': 'one' });
      const { volumes, containers } = (await deployment('files')).spec?.template.spec ?? {};
      expect(volumes?.[0]?.projected?.sources).toEqual([{ configMap: { name: 'files-config' } }]);
      expect(containers?.[0]?.volumeMounts?.[0]).toMatchObject({ mountPath: '/etc/app', readOnly: true });

      const [hash, pods] = [await hashOf('files'), await podNames('files')];
      await change('files', { config: { data: { 'a.txt': 'two' } } });
      expect((await find(ConfigMap, 'files-config'))?.data).toEqual({ 'a.txt': 'two' });
      expect(await hashOf('files')).not.toBe(hash);
      expect(await podNames('files')).not.toEqual(pods);
    });

    it('takes those of a ConfigMap that somebody else keeps, waits for it, and follows its changes', async () => {
      const waiting = await create('refers', { config: { configMapRef: { name: 'theirs' } } });
      expect(waiting.status).toMatchObject({ phase: 'Pending' });
      expect(conditionOf(waiting, 'Ready')).toEqual({
        status: 'False',
        reason: 'ConfigMapNotFound',
        message: 'the ConfigMap theirs of spec.config.configMapRef does not exist',
      });
      expect(await find(Deployment, 'refers')).toBeUndefined();

      const theirs = ConfigMap({ metadata: { name: 'theirs', namespace: NAMESPACE }, data: { b: '1' } });
      await env.client.create(theirs);
      await env.settled();
      expect((await app('refers')).status?.phase).toBe('Running');
      const hash = await hashOf('refers');
      await env.client.patch(ConfigMap, 'theirs', mergePatch({ data: { b: '2' } }));
      await env.settled();
      expect(await hashOf('refers')).not.toBe(hash);
    });

    it('removes its ConfigMap when there are none any more', async () => {
      await create('bare', { config: { data: { a: '1' } } });
      await change('bare', { config: null });
      expect(await find(ConfigMap, 'bare-config')).toBeUndefined();
      expect((await deployment('bare')).spec?.template.spec?.volumes).toBeUndefined();
      expect(await hashOf('bare')).toBeUndefined();
    });
  });

  describe('with an autoscaler', () => {
    /** Every number of replicas that the Deployment is asked for while `act` runs. */
    async function replicasDuring(name: string, act: () => Promise<unknown>): Promise<number[]> {
      const seen: number[] = [];
      const end = new AbortController();
      const { resourceVersion } = (await deployment(name)).metadata;
      const options = { namespace: NAMESPACE, resourceVersion, signal: end.signal };
      const watching = (async () => {
        for await (const event of env.client.watch(Deployment, options))
          if (event.type === 'MODIFIED' && event.object.metadata.name === name)
            seen.push(event.object.spec?.replicas ?? 0);
      })().catch(() => undefined);
      await act();
      end.abort();
      await watching;
      return [...new Set(seen)];
    }

    it('hands the number of pods over without changing it, and does not take it back', async () => {
      await create('grows', { replicas: 3 });
      const seen = await replicasDuring('grows', () =>
        change('grows', { autoscaling: { minReplicas: 2, maxReplicas: 6 } }),
      );
      expect(seen).toEqual([3]);
      expect((await find(HorizontalPodAutoscaler, 'grows'))?.spec).toMatchObject({
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'grows' },
        minReplicas: 2,
        maxReplicas: 6,
        metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 80 } } }],
      });

      // As an autoscaler does.
      await env.client.scale(Deployment).patch('grows', 5);
      await env.settled();
      await change('grows', { env: [{ name: 'A', value: '1' }] });
      expect((await deployment('grows')).spec?.replicas).toBe(5);
      expect((await app('grows')).status).toMatchObject({ phase: 'Running', replicas: 5 });

      await change('grows', { autoscaling: null });
      expect(await find(HorizontalPodAutoscaler, 'grows')).toBeUndefined();
      expect((await deployment('grows')).spec?.replicas).toBe(3);
    });

    it.each([
      { name: 'from-zero', replicas: 0, to: 2 },
      { name: 'from-many', replicas: 6, to: 4 },
    ])('hands over a number within its limits: $name', async ({ name, replicas, to }) => {
      await create(name, { replicas });
      await change(name, { autoscaling: { minReplicas: 2, maxReplicas: 4 } });
      expect((await deployment(name)).spec?.replicas).toBe(to);
    });

    it('begins with the least number of pods', async () => {
      await create('begins', { autoscaling: { minReplicas: 3, maxReplicas: 4 } });
      expect((await deployment('begins')).spec?.replicas).toBe(3);
    });
  });

  it('is reachable from outside while it has an ingress', async () => {
    const { status } = await create('shop', {
      ingress: { host: 'shop.example.com', path: '/eu', className: 'nginx', tlsSecretName: 'shop-tls' },
    });
    expect(status?.url).toBe('https://shop.example.com/eu');
    expect((await find(Ingress, 'shop'))?.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
      rules: [
        {
          host: 'shop.example.com',
          http: { paths: [{ path: '/eu', pathType: 'Prefix', backend: { service: { name: 'shop' } } }] },
        },
      ],
    });
    const without = await change('shop', { ingress: null });
    expect(await find(Ingress, 'shop')).toBeUndefined();
    expect(without.status?.url).toBeUndefined();
  });

  it('writes nothing once it has converged, also after a restart', async () => {
    await create('quiet', {
      config: { data: { a: '1' } },
      autoscaling: { maxReplicas: 3 },
      ingress: { host: 'quiet.example.com' },
      probes: { readiness: {} },
    });
    const kinds = [App, Deployment, Service, HorizontalPodAutoscaler, Ingress] as ReadonlyArray<
      Kind<KubernetesObject>
    >;
    const versions = async () =>
      Promise.all(kinds.map(async (kind) => (await find(kind, 'quiet'))?.metadata.resourceVersion));
    const before = await versions();
    const again = await env.startManager(controllersOf());
    await env.settled();
    await again.stop();
    expect(await versions()).toEqual(before);
  });

  it('leaves nothing behind when it is deleted', async () => {
    await create('gone', {
      config: { data: { a: '1' } },
      autoscaling: { maxReplicas: 3 },
      ingress: { host: 'gone.example.com' },
    });
    await env.client.delete(App, 'gone');
    const kinds = [App, Deployment, Service, HorizontalPodAutoscaler, Ingress] as ReadonlyArray<
      Kind<KubernetesObject>
    >;
    await env.eventually(async () => {
      for (const kind of kinds) expect(await find(kind, 'gone')).toBeUndefined();
      expect(await find(ConfigMap, 'gone-config')).toBeUndefined();
    });
    await env.settled();
  });

  it('goes while it is still being made', async () => {
    for (let i = 0; i < 5; i += 1) {
      await env.client.create(sample('hasty', { ingress: { host: 'hasty.example.com' } }));
      await env.client.delete(App, 'hasty');
      await env.eventually(async () => expect(await find(App, 'hasty')).toBeUndefined());
    }
    await env.eventually(async () => {
      expect(await find(Deployment, 'hasty')).toBeUndefined();
      expect(await find(Ingress, 'hasty')).toBeUndefined();
    });
    // Its host is free.
    expect((await create('heir', { ingress: { host: 'hasty.example.com' } })).status?.phase).toBe('Running');
  });

  it('tells of its rollouts in events and metrics', async () => {
    await create('told', { replicas: 2 });
    const about = async (name: string) => {
      const fieldSelector = { 'involvedObject.kind': 'App', 'involvedObject.name': name };
      const { items } = await env.client.list(Event, { namespace: NAMESPACE, fieldSelector });
      return items.map(({ type, reason, message }) => ({ type, reason, message }));
    };
    await env.eventually(async () =>
      expect(await about('told')).toContainEqual({
        type: 'Normal',
        reason: 'RolloutComplete',
        message: '2 of 2 pods are available',
      }),
    );
    const text = await metrics();
    expect(text).toMatch(/^app_operator_apps\{phase="Running"\} [1-9]/m);
    expect(text).toMatch(/^app_operator_rollout_duration_seconds_count\{result="complete"\} [1-9]/m);
    expect(text).toMatch(/^controller_runtime_reconcile_total\{controller="app",result="success"\} [1-9]/m);
  });
});
