import { controllerOf } from '@kubewright/api';
import { ReplicaSet } from '@kubewright/api/apps/v1';
import { Event, Pod } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';

function replicaSet(name: string, replicas: number): ReplicaSet {
  return ReplicaSet({
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
      },
    },
  });
}

async function pods(client: Client): Promise<Array<ReturnType<typeof named>>> {
  return (await client.list(Pod, { namespace: 'default' })).items.map(named);
}

function named(pod: Pod): { name: string; owner: string | undefined } {
  return { name: pod.metadata?.name ?? '', owner: controllerOf(pod)?.name };
}

describe('the ReplicaSet controller', () => {
  const current = useControlPlane();

  it('replaces a pod that was deleted by hand, and makes no extra one', async () => {
    const { client, settle } = current();
    await client.create(replicaSet('a', 3));
    await settle();
    const before = await pods(client);
    await client.delete(Pod, before[0]?.name ?? '');
    await settle();
    const after = await pods(client);
    expect(after).toHaveLength(3);
    expect(after.map(({ name }) => name)).not.toContain(before[0]?.name);
    const created = (await client.list(Event)).items.filter(({ reason }) => reason === 'SuccessfulCreate');
    expect(created.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(4);
  });

  it('names events after the pods it creates and deletes', async () => {
    const { client, settle } = current();
    await client.create(replicaSet('a', 1));
    await settle();
    const [pod] = await pods(client);
    await client.patch(ReplicaSet, 'a', mergePatch({ spec: { replicas: 0 } }));
    await settle();
    const messages = (await client.list(Event)).items
      .filter(({ involvedObject }) => involvedObject.kind === 'ReplicaSet')
      .map(({ reason, message }) => `${String(reason)} ${String(message)}`);
    expect(messages).toEqual([
      `SuccessfulCreate Created pod: ${String(pod?.name)}`,
      `SuccessfulDelete Deleted pod: ${String(pod?.name)}`,
    ]);
  });

  it('releases a pod whose labels no longer match, and replaces it', async () => {
    const { client, settle } = current();
    await client.create(replicaSet('a', 2));
    await settle();
    const [pod] = await pods(client);
    await client.patch(Pod, pod?.name ?? '', mergePatch({ metadata: { labels: { app: 'debug' } } }));
    await settle();
    const after = await pods(client);
    expect(after.filter(({ owner }) => owner === 'a')).toHaveLength(2);
    expect(after.find(({ name }) => name === pod?.name)?.owner).toBeUndefined();
  });

  it('adopts pods without an owner that match, instead of creating them', async () => {
    const { client, settle } = current();
    const draft = Pod({
      metadata: { name: 'orphan', namespace: 'default', labels: { app: 'a' } },
      spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
    });
    await client.create(draft);
    await settle();
    await client.create(replicaSet('a', 2));
    await settle();
    const after = await pods(client);
    expect(after).toHaveLength(2);
    expect(after).toContainEqual({ name: 'orphan', owner: 'a' });
  });

  it('deletes surplus pods that it adopts later', async () => {
    const { client, settle } = current();
    await client.create(replicaSet('a', 2));
    await settle();
    const draft = Pod({
      metadata: { name: 'orphan', namespace: 'default', labels: { app: 'a' } },
      spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
    });
    await client.create(draft);
    await settle();
    expect(await pods(client)).toHaveLength(2);
  });

  it('starts hundreds of pods, each once', async () => {
    const { client, settle } = current();
    await client.create(replicaSet('a', 120));
    await settle();
    expect(await pods(client)).toHaveLength(120);
    expect((await client.get(ReplicaSet, 'a')).status).toMatchObject({
      replicas: 120,
      availableReplicas: 120,
    });
  });
});
