import { fileURLToPath } from 'node:url';
import { isInvalid, isNotFound, mergePatch } from 'kubewright';
import type { ControllerDefinition, KubernetesObject, Stored } from 'kubewright';
import { Deployment, ReplicaSet } from 'kubewright/apps/v1';
import { Pod } from 'kubewright/core/v1';
import { Event } from 'kubewright/events/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PodSet } from '../api/v1alpha1/pod-set.js';
import { podSetController } from './pod-set.js';
import { labelsOf } from './pods.js';

const crds = fileURLToPath(new URL('../../config/crd', import.meta.url));

const podSet = (name: string, size = 3) =>
  PodSet({ metadata: { name, namespace: 'default' }, spec: { size } });

describe('the PodSet operator', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds, controllers: [podSetController] });
  }, 90_000);
  afterAll(() => env.stop());

  const podsOf = async (name: string): Promise<Array<Stored<Pod>>> =>
    (await env.client.list(Pod, { namespace: 'default', labelSelector: labelsOf(name) })).items;
  const namesOf = async (name: string): Promise<string[]> =>
    (await podsOf(name)).map((pod) => pod.metadata.name).sort();

  it('makes a Deployment of busybox pods, owned by the PodSet', async () => {
    const { metadata } = await env.client.create(podSet('owner'));
    await env.settled();

    const deployment = await env.client.get(Deployment, 'owner');
    expect(deployment.spec?.replicas).toBe(3);
    expect(deployment.metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'PodSet', name: 'owner', uid: metadata.uid, controller: true }),
    ]);
    const images = (await podsOf('owner')).flatMap((pod) => pod.spec?.containers.map(({ image }) => image));
    expect(images).toEqual(['busybox:1.37', 'busybox:1.37', 'busybox:1.37']);
  });

  it('names its pods in the status, and counts those that are available', async () => {
    await env.client.create(podSet('status'));
    await env.settled();
    const { status } = await env.client.get(PodSet, 'status');
    expect(status).toEqual({ nodes: await namesOf('status'), availableReplicas: 3 });
    expect(status?.nodes).toHaveLength(3);
  });

  it.each([5, 1, 0])('follows a change of its size from 3 to %i', async (size) => {
    const name = `to-${size}`;
    await env.client.create(podSet(name));
    await env.settled();
    await env.client.patch(PodSet, name, mergePatch({ spec: { size } }));
    await env.settled();
    // Pods that are being deleted may still be there, but are none of its pods any more.
    const pods = (await podsOf(name)).filter((pod) => pod.metadata.deletionTimestamp === undefined);
    const nodes = pods.map((pod) => pod.metadata.name).sort();
    expect(nodes).toHaveLength(size);
    expect((await env.client.get(PodSet, name)).status).toEqual({ nodes, availableReplicas: size });
  });

  it('is scaled by its subresource, as by kubectl scale', async () => {
    await env.client.create(podSet('scaled', 1));
    await env.client.scale(PodSet).patch('scaled', 2);
    await env.settled();
    expect((await env.client.get(PodSet, 'scaled')).status?.nodes).toHaveLength(2);
    expect((await env.client.scale(PodSet).get('scaled')).status?.replicas).toBe(2);
  });

  it('works on two PodSets at the same time', async () => {
    const began: string[] = [];
    let tellSecond = (): void => undefined;
    const secondBegan = new Promise<void>((resolve) => (tellSecond = resolve));
    const waiting: ControllerDefinition = {
      ...podSetController,
      reconcile: async (request, context) => {
        began.push(request.name);
        if (began.length > 1) tellSecond();
        await secondBegan;
        return podSetController.reconcile(request, context);
      },
    };
    await env.client.create(podSet('side-a', 0));
    await env.client.create(podSet('side-b', 0));
    const manager = await env.startManager([waiting]);
    await secondBegan;
    expect(began[0]).not.toBe(began[1]);
    await env.settled();
    await manager.stop();
  });

  it('names the pod that took the place of one that was deleted', async () => {
    await env.client.create(podSet('replaced', 2));
    await env.settled();
    const [gone = ''] = await namesOf('replaced');
    await env.client.delete(Pod, gone, { gracePeriodSeconds: 0 });
    await env.settled();
    const nodes = (await env.client.get(PodSet, 'replaced')).status?.nodes ?? [];
    expect(nodes).toHaveLength(2);
    expect(nodes).not.toContain(gone);
    expect(nodes).toEqual(await namesOf('replaced'));
  });

  it('corrects a Deployment that somebody scaled by hand, and brings back one that somebody deleted', async () => {
    await env.client.create(podSet('drift'));
    await env.settled();
    await env.client.patch(Deployment, 'drift', mergePatch({ spec: { replicas: 7 } }));
    await env.settled();
    expect((await env.client.get(Deployment, 'drift')).spec?.replicas).toBe(3);

    const { uid } = (await env.client.get(Deployment, 'drift')).metadata;
    await env.client.delete(Deployment, 'drift');
    await env.settled();
    expect((await env.client.get(Deployment, 'drift')).metadata.uid).not.toBe(uid);
  });

  it('says in events how many pods are available', async () => {
    await env.client.create(podSet('events', 2));
    await env.settled();
    await env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace: 'default' });
      const notes = items.filter(({ regarding }) => regarding?.name === 'events').map(({ note }) => note);
      expect(notes).toContain('2 of 2 pods are available');
    });
  });

  it('keeps its hands off a Deployment of that name that is somebody else’s, and says so', async () => {
    const owner = await env.client.create(podSet('other', 0));
    await env.settled();
    const { spec } = await env.client.get(Deployment, 'other');
    await env.client.create(
      Deployment({
        metadata: {
          name: 'taken',
          namespace: 'default',
          ownerReferences: [
            {
              apiVersion: owner.apiVersion,
              kind: 'PodSet',
              name: 'other',
              uid: owner.metadata.uid,
              controller: true,
            },
          ],
        },
        spec: spec!,
      }),
    );
    const { metadata } = await env.client.create(podSet('taken'));
    await env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace: 'default' });
      const warnings = items.filter(
        ({ regarding, type }) => regarding?.uid === metadata.uid && type === 'Warning',
      );
      expect(warnings.map(({ note }) => note).join()).toContain(
        'already owned by another PodSet controller other',
      );
    });
    expect((await env.client.get(Deployment, 'taken')).spec?.replicas).toBe(0);
    await env.client.delete(PodSet, 'taken');
  });

  it('writes nothing once it has converged', async () => {
    await env.client.create(podSet('quiet'));
    await env.settled();
    const versions = async () => {
      const objects = [await env.client.get(PodSet, 'quiet'), await env.client.get(Deployment, 'quiet')];
      return objects.map(({ metadata }) => metadata.resourceVersion);
    };
    const before = await versions();
    const second = await env.startManager([podSetController]);
    await env.settled();
    await second.stop();
    expect(await versions()).toEqual(before);
  });

  it('leaves nothing behind when the PodSet is deleted', async () => {
    await env.client.create(podSet('gone'));
    await env.settled();
    await env.client.delete(PodSet, 'gone', { propagationPolicy: 'Foreground' });
    const selection = { namespace: 'default', labelSelector: labelsOf('gone') };
    await env.eventually(async () => {
      await expect(env.client.get(PodSet, 'gone')).rejects.toSatisfy(isNotFound);
      for (const kind of [Deployment, ReplicaSet, Pod])
        expect((await env.client.list<KubernetesObject>(kind, selection)).items).toEqual([]);
    });
  });

  const refused: Array<[string, PodSet]> = [
    ['a size below 0', podSet('bad', -1)],
    ['no size', PodSet({ metadata: { name: 'bad', namespace: 'default' }, spec: {} as { size: number } })],
    ['a name that is too long for a label', podSet('a'.repeat(64))],
  ];
  it.each(refused)('is refused by the server with %s', async (_, draft) => {
    await expect(env.client.create(draft)).rejects.toSatisfy(isInvalid);
  });
});
