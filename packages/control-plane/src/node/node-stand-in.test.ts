import { Event, Node, Pod } from '@kubewright/api/core/v1';
import type { PodSpec } from '@kubewright/api/core/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { addEphemeralContainers, mergePatch, strategicMergePatch } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.js';
import { useControlPlane } from '../test-support/use-control-plane.js';

function pod(name: string, spec: Partial<PodSpec> = {}, annotations: Record<string, string> = {}): Pod {
  return Pod({
    metadata: { name, namespace: 'default', annotations },
    spec: { containers: [{ name: 'main', image: 'busybox:1' }], ...spec },
  });
}

describe('the node stand-in', () => {
  const current = useControlPlane({ node: { unpullableImages: ['broken:1'] } });

  it('registers a ready node with its Lease', async () => {
    const { client, settle } = current();
    await settle();
    const node = await client.get(Node, 'kubewright-node');
    expect(node.status?.addresses).toContainEqual({ type: 'InternalIP', address: '192.168.49.2' });
    expect(node.status?.allocatable?.cpu).toBe('8');
    const lease = await client.get(Lease, 'kube-node-lease/kubewright-node');
    expect(lease.spec?.holderIdentity).toBe('kubewright-node');
  });

  it('schedules and runs a pod', async () => {
    const { client, settle } = current();
    await client.create(pod('a'));
    await settle();
    const { spec, status } = await client.get(Pod, 'a');
    expect(spec?.nodeName).toBe('kubewright-node');
    expect(status).toMatchObject({
      phase: 'Running',
      hostIP: '192.168.49.2',
      podIP: '10.244.0.2',
      podIPs: [{ ip: '10.244.0.2' }],
      startTime: expect.any(String) as string,
      containerStatuses: [{ name: 'main', image: 'busybox:1', ready: true, started: true, restartCount: 0 }],
    });
    const conditions = Object.fromEntries(
      (status?.conditions ?? []).map(({ type, status: value }) => [type, value]),
    );
    expect(conditions).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'True',
      ContainersReady: 'True',
      PodScheduled: 'True',
    });
    const reasons = (await client.list(Event)).items.map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['Created', 'Pulled', 'Scheduled', 'Started']));
  });

  it('runs the ephemeral containers that a pod gets, which are never ready, and no reason for it not to be', async () => {
    const { client, settle } = current();
    await client.create(pod('a'));
    await settle();
    await addEphemeralContainers(client, 'a', [
      { name: 'shell', image: 'busybox:2' },
      { name: 'lost', image: 'broken:1' },
    ]);
    await settle();
    const { status } = await client.get(Pod, 'a');
    expect(status?.phase).toBe('Running');
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' }));
    const [shell, lost] = status?.ephemeralContainerStatuses ?? [];
    expect(shell).toMatchObject({
      name: 'shell',
      image: 'busybox:2',
      ready: false,
      restartCount: 0,
      state: { running: { startedAt: expect.any(String) as string } },
    });
    expect(lost?.state?.waiting?.reason).toBe('ImagePullBackOff');
    const notes = (await client.list(Event)).items.map(({ message }) => message);
    expect(notes).toContain(
      'Container image "busybox:2" already present on machine and can be accessed by the pod',
    );
    expect(notes).toContain('Back-off pulling image "broken:1"');
  });

  it('gives every pod its own address', async () => {
    const { client, settle } = current();
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => client.create(pod(name))));
    await settle();
    const ips = (await client.list(Pod)).items.map(({ status }) => status?.podIP);
    expect(new Set(ips).size).toBe(4);
  });

  it('leaves pods of other schedulers, of other nodes and with gates alone', async () => {
    const { client, settle } = current();
    await client.create(pod('other-scheduler', { schedulerName: 'mine' }));
    await client.create(pod('other-node', { nodeName: 'elsewhere' }));
    await client.create(pod('gated', { schedulingGates: [{ name: 'example.com/wait' }] }));
    await settle();
    for (const { metadata, status } of (await client.list(Pod)).items) {
      expect([metadata.name, status?.phase]).toEqual([metadata.name, 'Pending']);
    }
    await client.patch(Pod, 'gated', mergePatch({ spec: { schedulingGates: null } }));
    await settle();
    expect((await client.get(Pod, 'gated')).status?.phase).toBe('Running');
  });

  it('binds nothing to a cordoned node, says so, and goes on when it is uncordoned', async () => {
    const { client, settle } = current();
    await settle();
    await client.patch(Node, 'kubewright-node', mergePatch({ spec: { unschedulable: true } }));
    await settle();
    await client.create(pod('a'));
    await settle();
    expect((await client.get(Pod, 'a')).status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }),
    );
    await client.patch(Node, 'kubewright-node', mergePatch({ spec: { unschedulable: null } }));
    await settle();
    expect((await client.get(Pod, 'a')).status?.phase).toBe('Running');
  });

  it('leaves images that cannot be pulled waiting, until another image is set', async () => {
    const { client, settle } = current();
    await client.create(pod('a', { containers: [{ name: 'main', image: 'broken:1' }] }));
    await settle();
    const { status } = await client.get(Pod, 'a');
    expect(status?.phase).toBe('Pending');
    expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ImagePullBackOff');
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Ready',
        status: 'False',
        reason: 'ContainersNotReady',
        message: 'containers with unready status: [main]',
      }),
    );
    const containers = [{ name: 'main', image: 'busybox:1' }];
    await client.patch(Pod, 'a', strategicMergePatch({ spec: { containers } }));
    await settle();
    expect((await client.get(Pod, 'a')).status?.phase).toBe('Running');
  });

  it('makes a pod ready only when its readiness gates are', async () => {
    const { client, settle } = current();
    await client.create(pod('a', { readinessGates: [{ conditionType: 'example.com/ok' }] }));
    await settle();
    const ready = async () =>
      (await client.get(Pod, 'a')).status?.conditions?.find(({ type }) => type === 'Ready');
    expect(await ready()).toMatchObject({
      status: 'False',
      reason: 'ReadinessGatesNotReady',
      message: 'corresponding condition of pod readiness gate "example.com/ok" does not exist.',
    });
    const conditions = [{ type: 'example.com/ok', status: 'True' }];
    await client.status.patch(Pod, 'a', strategicMergePatch({ status: { conditions } }));
    await settle();
    expect(await ready()).toMatchObject({ status: 'True' });
  });

  it('ends pods as their annotation says, unless they are always restarted', async () => {
    const { client, settle } = current();
    const code = (value: string) => ({ 'kubewright.dev/exit-code': value });
    await client.create(pod('done', { restartPolicy: 'Never' }, code('0')));
    await client.create(pod('failed', { restartPolicy: 'Never' }, code('3')));
    await client.create(pod('retried', { restartPolicy: 'OnFailure' }, code('1')));
    await client.create(pod('always', { restartPolicy: 'Always' }, code('0')));
    await settle();
    const phases = (await client.list(Pod)).items.map(({ metadata, status }) => [
      metadata.name,
      status?.phase,
    ]);
    expect(phases).toEqual([
      ['always', 'Running'],
      ['done', 'Succeeded'],
      ['failed', 'Failed'],
      ['retried', 'Running'],
    ]);
    const { status } = await client.get(Pod, 'failed');
    expect(status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 3, reason: 'Error' });
  });

  it('stops a deleted pod and takes it away, but not while finalizers hold it', async () => {
    const { client, settle } = current();
    await client.create(pod('free'));
    const held = pod('held');
    held.metadata = { ...held.metadata, finalizers: ['example.com/hold'] };
    await client.create(held);
    await settle();
    await client.delete(Pod, 'free');
    await client.delete(Pod, 'held');
    await settle();
    const { items } = await client.list(Pod);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['held']);
    expect(items[0]?.status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(0);
    await client.patch(Pod, 'held', mergePatch({ metadata: { finalizers: null } }));
    await settle();
    expect((await client.list(Pod)).items).toEqual([]);
  });
});

describe('the node stand-in, with delays', () => {
  const clock = new ManualClock();
  const current = useControlPlane({ clock, node: { podStartDelayMs: 3000, podStopDelayMs: 2000 } });

  it('takes as long to start and to stop pods as it was told', async () => {
    const { client, settle } = current();
    await client.create(pod('a'));
    await settle();
    const { status } = await client.get(Pod, 'a');
    expect(status?.phase).toBe('Pending');
    expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
    clock.advance(3000);
    await settle();
    expect((await client.get(Pod, 'a')).status?.phase).toBe('Running');
    await client.delete(Pod, 'a');
    await settle();
    expect((await client.get(Pod, 'a')).status?.phase).toBe('Running');
    clock.advance(2000);
    await settle();
    expect((await client.list(Pod)).items).toEqual([]);
  });
});
