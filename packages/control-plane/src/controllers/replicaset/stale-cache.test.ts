import { ReplicaSet } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { expect, it } from 'vitest';
import { useHeldWatches } from '../../test-support/held-watches.js';
import { replicaSetController } from './replicaset-controller.js';

const start = useHeldWatches();

it('a ReplicaSet makes no extra pod while its cache does not show those it made', async () => {
  const { client, settle, release } = await start(Pod, [replicaSetController()]);
  await client.create(
    ReplicaSet({
      metadata: { name: 'a', namespace: 'default' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
        },
      },
    }),
  );
  await settle();
  for (const note of ['1', '2', '3']) {
    await client.patch(ReplicaSet, 'a', mergePatch({ metadata: { annotations: { note } } }));
    await settle();
    expect((await client.list(Pod)).items).toHaveLength(3);
  }
  release();
  await settle();
  expect((await client.list(Pod)).items).toHaveLength(3);
  expect((await client.get(ReplicaSet, 'a')).status?.replicas).toBe(3);
});
