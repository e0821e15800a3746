import { Deployment } from '@kubewright/api/apps/v1';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test-support/manual-clock.js';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { webDeployment } from '../../test-support/web.js';

describe('the progress of a rollout', () => {
  const clock = new ManualClock();
  const current = useControlPlane({ clock, node: { unpullableImages: ['broken:1'] } });

  it('is given up on when the deadline has passed without any', async () => {
    const { client, settle } = current();
    await client.create(webDeployment({ progressDeadlineSeconds: 60 }, 'broken:1'));
    await settle();
    const progressing = async () =>
      (await client.get(Deployment, 'web')).status?.conditions?.find(({ type }) => type === 'Progressing');
    expect(await progressing()).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' });
    clock.advance(59_000);
    await settle();
    expect(await progressing()).toMatchObject({ status: 'True' });
    clock.advance(3000);
    await settle();
    expect(await progressing()).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: expect.stringMatching(/^ReplicaSet "web-\w+" has timed out progressing\.$/) as string,
    });
  });

  it('counts pods as available only after minReadySeconds', async () => {
    const { client, settle } = current();
    await client.create(webDeployment({ minReadySeconds: 30 }));
    await settle();
    const { status } = await client.get(Deployment, 'web');
    expect(status).toMatchObject({ readyReplicas: 3, unavailableReplicas: 3 });
    expect(status?.availableReplicas).toBeUndefined();
    clock.advance(30_000);
    await settle();
    expect((await client.get(Deployment, 'web')).status).toMatchObject({ availableReplicas: 3 });
  });
});
