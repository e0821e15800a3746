import { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { Event, Pod } from '@kubewright/api/core/v1';
import { jsonPatch, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test-support/manual-clock.js';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { webDeployment } from '../../test-support/web.js';

const revision = 'deployment.kubernetes.io/revision';

async function replicaSets(client: Client): Promise<ReplicaSet[]> {
  const { items } = await client.list(ReplicaSet, { namespace: 'default' });
  return items.sort(
    (a, b) => Number(a.metadata.annotations?.[revision]) - Number(b.metadata.annotations?.[revision]),
  );
}

function setImage(client: Client, image: string): Promise<unknown> {
  return client.patch(
    Deployment,
    'web',
    jsonPatch([{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: image }]),
  );
}

async function scalingEvents(client: Client): Promise<string[]> {
  const { items } = await client.list(Event, { namespace: 'default' });
  return items
    .filter(
      ({ reason, involvedObject }) => reason === 'ScalingReplicaSet' && involvedObject.kind === 'Deployment',
    )
    .map(({ message }) => message ?? '');
}

describe('the Deployment controller', () => {
  const current = useControlPlane();

  // What kube-controller-manager 1.36.1 wrote for the same Deployment, apart from times and the hash.
  it('leaves a Deployment and its ReplicaSet as kube-controller-manager does', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    const deployment = await client.get(Deployment, 'web');
    const [replicaSet] = (await client.list(ReplicaSet)).items;
    const name = replicaSet?.metadata.name ?? '';
    const hash = name.replace(/^web-/, '');
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{8,10}$/);
    expect(deployment.metadata.annotations).toEqual({ [revision]: '1', note: 'x' });
    expect(deployment.status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastUpdateTime: expect.any(String) as string,
          lastTransitionTime: expect.any(String) as string,
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
        },
        {
          type: 'Progressing',
          status: 'True',
          lastUpdateTime: expect.any(String) as string,
          lastTransitionTime: expect.any(String) as string,
          reason: 'NewReplicaSetAvailable',
          message: `ReplicaSet "${name}" has successfully progressed.`,
        },
      ],
    });
    expect(replicaSet?.metadata).toMatchObject({
      annotations: {
        'deployment.kubernetes.io/desired-replicas': '3',
        'deployment.kubernetes.io/max-replicas': '4',
        [revision]: '1',
        note: 'x',
      },
      generation: 1,
      labels: { app: 'web', 'pod-template-hash': hash },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: 'web',
          uid: deployment.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    });
    expect(replicaSet?.spec).toMatchObject({
      replicas: 3,
      selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
      template: { metadata: { labels: { app: 'web', 'pod-template-hash': hash } } },
    });
    expect(replicaSet?.status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
    });
    expect(await scalingEvents(client)).toEqual([`Scaled up replica set ${name} from 0 to 3`]);
  });

  it('rolls a change of the template out within maxSurge and maxUnavailable', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await setImage(client, 'nginx:2');
    await settle();
    const [old, updated] = await replicaSets(client);
    expect([old?.spec?.replicas, updated?.spec?.replicas]).toEqual([0, 3]);
    const [oldName, newName] = [old?.metadata?.name, updated?.metadata?.name];
    expect(await scalingEvents(client)).toEqual(
      expect.arrayContaining([
        `Scaled up replica set ${String(newName)} from 0 to 1`,
        `Scaled down replica set ${String(oldName)} from 3 to 2`,
        `Scaled up replica set ${String(newName)} from 1 to 2`,
        `Scaled down replica set ${String(oldName)} from 2 to 1`,
        `Scaled up replica set ${String(newName)} from 2 to 3`,
        `Scaled down replica set ${String(oldName)} from 1 to 0`,
      ]),
    );
    const deployment = await client.get(Deployment, 'web');
    expect(deployment.metadata.annotations?.[revision]).toBe('2');
    expect(deployment.status).toMatchObject({ updatedReplicas: 3, replicas: 3, observedGeneration: 2 });
  });

  it('goes back to the old ReplicaSet when the template goes back, with a new revision', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    const [first] = await replicaSets(client);
    await setImage(client, 'nginx:2');
    await settle();
    await setImage(client, 'nginx:1');
    await settle();
    const all = await replicaSets(client);
    expect(all.map(({ spec }) => spec?.replicas)).toEqual([0, 3]);
    expect(all[1]?.metadata?.name).toBe(first?.metadata?.name);
    expect(all[1]?.metadata?.annotations).toMatchObject({
      [revision]: '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
  });

  it('scales up and down', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    for (const replicas of [5, 1, 0, 2]) {
      await client.patch(Deployment, 'web', mergePatch({ spec: { replicas } }));
      await settle();
      const deployment = await client.get(Deployment, 'web');
      expect(deployment.status?.availableReplicas ?? 0).toBe(replicas);
      expect((await client.list(Pod, { namespace: 'default' })).items).toHaveLength(replicas);
    }
  });

  it('does not roll out while paused, but scales, and says so in Progressing', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await client.patch(Deployment, 'web', mergePatch({ spec: { paused: true } }));
    await setImage(client, 'nginx:2');
    await client.patch(Deployment, 'web', mergePatch({ spec: { replicas: 4 } }));
    await settle();
    expect((await replicaSets(client)).map(({ spec }) => spec?.replicas)).toEqual([4]);
    const paused = await client.get(Deployment, 'web');
    expect(paused.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Progressing', status: 'Unknown', reason: 'DeploymentPaused' }),
    );
    await client.patch(Deployment, 'web', mergePatch({ spec: { paused: false } }));
    await settle();
    expect((await replicaSets(client)).map(({ spec }) => spec?.replicas)).toEqual([0, 4]);
  });

  it('keeps as many old ReplicaSets as revisionHistoryLimit says', async () => {
    const { client, settle } = current();
    await client.create(webDeployment({ revisionHistoryLimit: 1 }));
    await settle();
    for (const image of ['nginx:2', 'nginx:3', 'nginx:4']) {
      await setImage(client, image);
      await settle();
    }
    const all = await replicaSets(client);
    expect(all.map(({ metadata }) => metadata?.annotations?.[revision])).toEqual(['3', '4']);
  });

  it('adopts a matching ReplicaSet that was orphaned, and releases one whose labels change', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await client.delete(Deployment, 'web', { propagationPolicy: 'Orphan' });
    await settle();
    const [orphan] = await replicaSets(client);
    expect(orphan?.metadata?.ownerReferences).toBeUndefined();
    expect(orphan?.spec?.replicas).toBe(3);
    const again = await client.create(webDeployment());
    await settle();
    const adopted = await replicaSets(client);
    expect(adopted.map(({ metadata }) => metadata?.name)).toEqual([orphan?.metadata?.name]);
    expect(adopted[0]?.metadata?.ownerReferences?.map(({ uid }) => uid)).toEqual([again.metadata.uid]);
    const name = orphan?.metadata?.name ?? '';
    await client.patch(ReplicaSet, name, mergePatch({ metadata: { labels: { app: 'other' } } }));
    await settle();
    const released = await client.get(ReplicaSet, name);
    expect(released.metadata.ownerReferences).toBeUndefined();
  });
});

describe('the Deployment controller, with images that cannot be pulled', () => {
  const current = useControlPlane({ node: { unpullableImages: ['broken:1'] } });

  it('stops a rollout that makes no progress, and keeps enough old pods', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    await setImage(client, 'broken:1');
    await settle();
    const [old, broken] = await replicaSets(client);
    expect([old?.spec?.replicas, broken?.spec?.replicas]).toEqual([3, 1]);
    const { status } = await client.get(Deployment, 'web');
    expect(status).toMatchObject({
      replicas: 4,
      updatedReplicas: 1,
      availableReplicas: 3,
      unavailableReplicas: 1,
    });
    const message = `ReplicaSet "${String(broken?.metadata?.name)}" is progressing.`;
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ reason: 'ReplicaSetUpdated', message }),
    );
  });
});

describe('the Deployment controller, with pods that take time to stop', () => {
  const clock = new ManualClock();
  const current = useControlPlane({ clock, node: { podStopDelayMs: 5000 } });

  it('with Recreate has no new pod before the last old one is gone', async () => {
    const { client, settle } = current();
    await client.create(webDeployment({ strategy: { type: 'Recreate' } }));
    await settle();
    await setImage(client, 'nginx:2');
    await settle();
    const [old, ...none] = await replicaSets(client);
    expect([old?.spec?.replicas, none]).toEqual([0, []]);
    expect((await client.list(Pod)).items.map(({ metadata }) => metadata.deletionTimestamp)).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
    expect((await client.get(Deployment, 'web')).status?.terminatingReplicas).toBe(3);
    clock.advance(5000);
    await settle();
    expect((await replicaSets(client)).map(({ spec }) => spec?.replicas)).toEqual([0, 3]);
    expect((await client.list(Pod)).items.map(({ spec }) => spec?.containers[0]?.image)).toEqual([
      'nginx:2',
      'nginx:2',
      'nginx:2',
    ]);
  });
});
