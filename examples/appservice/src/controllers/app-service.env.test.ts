import { fileURLToPath } from 'node:url';
import { isInvalid, isNotFound, mergePatch } from 'kubewright';
import type { KubernetesObject } from 'kubewright';
import { Deployment, ReplicaSet } from 'kubewright/apps/v1';
import { Pod, Service } from 'kubewright/core/v1';
import { Event } from 'kubewright/events/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppService } from '../api/v1/app-service.js';
import type { AppServiceSpec } from '../api/v1/app-service.js';
import { OLD_SPEC_ANNOTATION, appServiceController } from './app-service.js';

const crds = fileURLToPath(new URL('../../config/crd', import.meta.url));

const sample = (name: string, spec: Partial<AppServiceSpec> = {}) =>
  AppService({
    metadata: { name, namespace: 'default' },
    spec: { size: 2, image: 'nginx:1.27.3', ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
  });

describe('the AppService operator', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds, controllers: [appServiceController] });
  }, 90_000);
  afterAll(() => env.stop());

  it('makes a Deployment and a NodePort Service, owned by the AppService', async () => {
    const app = await env.client.create(
      sample('web', {
        envs: [{ name: 'GREETING', value: 'hello' }],
        resources: { requests: { cpu: '50m' } },
        ports: [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30002 }],
      }),
    );
    await env.settled();

    const deployment = await env.client.get(Deployment, 'web');
    expect(deployment.spec?.replicas).toBe(2);
    expect(deployment.spec?.template.spec?.containers[0]).toMatchObject({
      image: 'nginx:1.27.3',
      env: [{ name: 'GREETING', value: 'hello' }],
      resources: { requests: { cpu: '50m' } },
      ports: [{ containerPort: 8080 }],
    });
    const service = await env.client.get(Service, 'web');
    expect(service.spec).toMatchObject({
      type: 'NodePort',
      ports: [{ port: 80, targetPort: 8080, nodePort: 30002 }],
    });
    for (const child of [deployment, service]) {
      expect(child.metadata.ownerReferences).toEqual([
        expect.objectContaining({ kind: 'AppService', name: 'web', uid: app.metadata.uid, controller: true }),
      ]);
    }
  });

  it('carries the status of the Deployment, and the last applied spec in an annotation', async () => {
    const { spec } = await env.client.create(sample('status'));
    await env.settled();

    const app = await env.client.get(AppService, 'status');
    const deployment = await env.client.get(Deployment, 'status');
    expect(app.status).toEqual(deployment.status);
    expect(app.status?.availableReplicas).toBe(2);
    expect(JSON.parse(app.metadata.annotations?.[OLD_SPEC_ANNOTATION] ?? '')).toEqual(spec);
  });

  it('rolls out a changed spec', async () => {
    await env.client.create(sample('rollout'));
    await env.settled();
    const app = await env.client.get(AppService, 'rollout');
    await env.client.update({ ...app, spec: { ...app.spec, size: 3, image: 'nginx:1.28.0' } });
    await env.settled();

    const pods = await env.client.list(Pod, { namespace: 'default', labelSelector: { app: 'rollout' } });
    expect(pods.items.map((pod) => pod.spec?.containers[0]?.image)).toEqual(Array(3).fill('nginx:1.28.0'));
    expect((await env.client.get(AppService, 'rollout')).status?.updatedReplicas).toBe(3);
  });

  it('corrects what somebody changed by hand, and brings back what somebody deleted', async () => {
    await env.client.create(sample('drift'));
    await env.settled();
    const deployment = await env.client.get(Deployment, 'drift');
    await env.client.update({ ...deployment, spec: { ...deployment.spec!, replicas: 7 } });
    await env.client.delete(Service, 'drift');
    await env.settled();

    expect((await env.client.get(Deployment, 'drift')).spec?.replicas).toBe(2);
    expect((await env.client.get(Service, 'drift')).spec?.type).toBe('NodePort');
  });

  it('writes nothing once it has converged', async () => {
    await env.client.create(sample('quiet'));
    await env.settled();
    const versions = async () => {
      const app = await env.client.get(AppService, 'quiet');
      const deployment = await env.client.get(Deployment, 'quiet');
      const service = await env.client.get(Service, 'quiet');
      return [app, deployment, service].map((object) => object.metadata.resourceVersion);
    };
    const before = await versions();
    const second = await env.startManager([appServiceController]);
    await env.settled();
    await second.stop();
    expect(await versions()).toEqual(before);
  });

  it('leaves nothing behind when the AppService is deleted', async () => {
    await env.client.create(sample('gone'));
    await env.settled();
    await env.client.delete(AppService, 'gone');
    await env.settled();

    const labelSelector = { app: 'gone' };
    await env.eventually(async () => {
      for (const kind of [Deployment, Service, ReplicaSet, Pod])
        expect(
          (await env.client.list<KubernetesObject>(kind, { namespace: 'default', labelSelector })).items,
        ).toEqual([]);
    });
  });

  it('makes no child anew while the AppService is being deleted', async () => {
    await env.client.create(sample('dying'));
    await env.settled();
    const finalizers = (list: string[]) => mergePatch({ metadata: { finalizers: list } });
    await env.client.patch(Deployment, 'dying', finalizers(['example.com/hold']));
    await env.client.delete(AppService, 'dying', { propagationPolicy: 'Foreground' });
    await env.eventually(async () => {
      await expect(env.client.get(Service, 'dying')).rejects.toSatisfy(isNotFound);
    });
    await env.settled();
    await expect(env.client.get(Service, 'dying')).rejects.toSatisfy(isNotFound);
    expect((await env.client.get(AppService, 'dying')).metadata.deletionTimestamp).toBeDefined();

    await env.client.patch(Deployment, 'dying', finalizers([]));
    await env.eventually(async () => {
      await expect(env.client.get(AppService, 'dying')).rejects.toSatisfy(isNotFound);
    });
  });

  it('says in an event why the server refused what it wants', async () => {
    await env.client.create(sample('refused', { ports: [{ port: 80, nodePort: 7 }] }));
    await env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace: 'default' });
      const about = items.filter(
        ({ regarding, type }) => regarding?.name === 'refused' && type === 'Warning',
      );
      expect(about.map(({ note }) => note).join()).toContain(
        'spec.ports[0].nodePort: Invalid value: 7: provided port is not in the valid range',
      );
    });
    await env.client.delete(AppService, 'refused');
  });

  it('is refused by the server when the spec breaks the schema', async () => {
    await expect(env.client.create(sample('bad', { size: -1 }))).rejects.toSatisfy(isInvalid);
  });
});
