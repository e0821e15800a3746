import { Deployment } from '@kubewright/api/apps/v1';
import { Endpoints, Pod, Service } from '@kubewright/api/core/v1';
import { EndpointSlice } from '@kubewright/api/discovery/v1';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';
import { webDeployment, webService } from '../../test-support/web.js';

async function slicesOf(client: Client, service: string): Promise<EndpointSlice[]> {
  const labelSelector = `kubernetes.io/service-name=${service}`;
  return (await client.list(EndpointSlice, { namespace: 'default', labelSelector })).items;
}

async function podIPs(client: Client): Promise<string[]> {
  const { items } = await client.list(Pod, { namespace: 'default' });
  return items.map(({ status }) => status?.podIP ?? '').sort();
}

describe('the endpoints of a Service', () => {
  const current = useControlPlane();

  it('are what kube-controller-manager makes of the same pods', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    const service = await client.create(webService());
    await settle();
    const pods = (await client.list(Pod, { namespace: 'default' })).items;
    const endpoints = await client.get(Endpoints, 'web');
    expect(endpoints.metadata.labels).toEqual({
      app: 'web',
      'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    });
    expect(endpoints.metadata.annotations).toEqual({
      'endpoints.kubernetes.io/last-change-trigger-time': expect.any(String) as string,
    });
    expect(endpoints.subsets).toEqual([
      {
        addresses: pods
          .map(({ metadata: { name, uid }, status }) => ({
            ip: status?.podIP,
            nodeName: 'kubewright-node',
            targetRef: { kind: 'Pod', namespace: 'default', name, uid },
          }))
          .sort((a, b) => (String(a.ip) < String(b.ip) ? -1 : 1)),
        ports: [
          { name: 'a', port: 80, protocol: 'TCP' },
          { name: 'b', port: 8081, protocol: 'TCP' },
        ],
      },
    ]);
    const [slice, ...rest] = await slicesOf(client, 'web');
    expect(rest).toEqual([]);
    expect(slice?.metadata).toMatchObject({
      generateName: 'web-',
      labels: {
        app: 'web',
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': 'web',
      },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Service', name: 'web', uid: service.metadata.uid, controller: true },
      ],
    });
    expect(slice?.addressType).toBe('IPv4');
    expect(slice?.endpoints).toHaveLength(3);
    expect(slice?.endpoints).toContainEqual({
      addresses: [pods[0]?.status?.podIP],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: 'kubewright-node',
      targetRef: {
        kind: 'Pod',
        namespace: 'default',
        name: pods[0]?.metadata.name,
        uid: pods[0]?.metadata.uid,
      },
    });
  });

  it('follow the pods up, down and away', async () => {
    const { client, settle } = current();
    await client.create(webService());
    await client.create(webDeployment());
    for (const replicas of [3, 5, 1]) {
      await client.patch(Deployment, 'web', mergePatch({ spec: { replicas } }));
      await settle();
      const addresses = await podIPs(client);
      expect(addresses).toHaveLength(replicas);
      const { subsets } = await client.get(Endpoints, 'web');
      expect(subsets?.flatMap((subset) => subset.addresses ?? []).map(({ ip }) => ip)).toEqual(addresses);
      const slices = await slicesOf(client, 'web');
      expect(
        slices.flatMap(({ endpoints = [] }) => endpoints.flatMap((each) => each.addresses)).sort(),
      ).toEqual(addresses);
    }
    await client.patch(Deployment, 'web', mergePatch({ spec: { replicas: 0 } }));
    await settle();
    expect((await client.get(Endpoints, 'web')).subsets ?? []).toEqual([]);
    const slices = await slicesOf(client, 'web');
    expect(slices).toHaveLength(1);
    expect(slices[0]?.endpoints ?? []).toEqual([]);
  });

  it('forget a pod whose labels no longer match', async () => {
    const { client, settle } = current();
    await client.create(webService());
    await client.create(webDeployment({ replicas: 1 }));
    await settle();
    const [pod] = (await client.list(Pod, { namespace: 'default' })).items;
    await client.patch(Pod, pod?.metadata.name ?? '', mergePatch({ metadata: { labels: { app: 'debug' } } }));
    await settle();
    const { subsets } = await client.get(Endpoints, 'web');
    const targets = subsets
      ?.flatMap((subset) => subset.addresses ?? [])
      .map(({ targetRef }) => targetRef?.name);
    expect(targets).toHaveLength(1);
    expect(targets).not.toContain(pod?.metadata.name);
  });

  it('go with the Service', async () => {
    const { client, settle } = current();
    await client.create(webService());
    await client.create(webDeployment());
    await settle();
    await client.delete(Service, 'web');
    await settle();
    await expect(client.get(Endpoints, 'web')).rejects.toThrow('endpoints "web" not found');
    expect(await slicesOf(client, 'web')).toEqual([]);
  });

  it('are left to others when the Service has no selector', async () => {
    const { client, settle } = current();
    await client.create(
      Service({ metadata: { name: 'db', namespace: 'default' }, spec: { ports: [{ port: 5432 }] } }),
    );
    await client.create(Endpoints({ metadata: { name: 'db', namespace: 'default' }, subsets: [] }));
    await settle();
    expect((await client.get(Endpoints, 'db')).metadata.labels).toBeUndefined();
    expect(await slicesOf(client, 'db')).toEqual([]);
  });
});

describe('the endpoints of a Service, while pods are not ready', () => {
  const current = useControlPlane({ node: { unpullableImages: ['broken:1'] } });

  it('leave out pods without an address', async () => {
    const { client, settle } = current();
    await client.create(webService());
    await client.create(webDeployment({}, 'broken:1'));
    await settle();
    const addresses =
      (await client.get(Endpoints, 'web')).subsets?.flatMap((subset) => subset.addresses ?? []) ?? [];
    expect(addresses).toEqual([]);
  });

  it('list pods that wait for a readiness gate as not ready', async () => {
    const { client, settle } = current();
    await client.create(webService());
    const deployment = webDeployment({ replicas: 1 });
    const podSpec = deployment.spec?.template.spec;
    if (podSpec !== undefined) podSpec.readinessGates = [{ conditionType: 'example.com/ready' }];
    await client.create(deployment);
    await settle();
    const [pod] = (await client.list(Pod, { namespace: 'default' })).items;
    const { subsets } = await client.get(Endpoints, 'web');
    expect(subsets?.[0]?.notReadyAddresses?.map(({ ip }) => ip)).toEqual([pod?.status?.podIP]);
    const [slice] = await slicesOf(client, 'web');
    expect(slice?.endpoints?.[0]?.conditions).toEqual({ ready: false, serving: false, terminating: false });
  });
});
