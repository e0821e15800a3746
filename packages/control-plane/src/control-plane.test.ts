import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Namespace, Node, Service, ServiceAccount } from '@kubewright/api/core/v1';
import { PriorityClass } from '@kubewright/api/scheduling/v1';
import { createClient, createHttpTransport, loadKubeconfig } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { startControlPlane } from './control-plane.js';
import { useControlPlane } from './test-support/use-control-plane.js';
import { webDeployment } from './test-support/web.js';

describe('a control plane', () => {
  const current = useControlPlane();

  it('starts with the namespaces, service accounts and the node of a cluster', async () => {
    const { client, settle } = current();
    await settle();
    const namespaces = await client.list(Namespace);
    expect(namespaces.items.map(({ metadata }) => metadata.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
    const accounts = await client.list(ServiceAccount);
    expect(accounts.items.map(({ metadata }) => metadata.namespace)).toEqual(
      namespaces.items.map(({ metadata }) => metadata.name),
    );
    const node = await client.get(Node, 'kubewright-node');
    expect(node.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True' }),
    );
  });

  it('has the objects that a kube-apiserver makes at its start', async () => {
    const { client } = current();
    expect((await client.get(Service, 'kubernetes')).spec?.clusterIP).toBe('10.96.0.1');
    const classes = await client.list(PriorityClass);
    expect(classes.items.map(({ metadata }) => metadata.name)).toEqual([
      'system-cluster-critical',
      'system-node-critical',
    ]);
  });

  it('brings a Deployment to Available', async () => {
    const { client, settle } = current();
    await client.create(webDeployment());
    await settle();
    const { status } = await client.get(Deployment, 'web');
    expect(status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 });
  });

  it('can be stopped twice', async () => {
    const { controlPlane } = current();
    await Promise.all([controlPlane.stop(), controlPlane.stop()]);
    await controlPlane.stop();
  });

  it('has no kubeconfig when it does not listen', () => {
    const { controlPlane } = current();
    expect(controlPlane.url).toBeUndefined();
    expect(() => controlPlane.kubeconfig()).toThrow(
      'the control plane does not listen: start it with listen: {}',
    );
  });
});

describe('a control plane that listens', () => {
  const current = useControlPlane({ listen: {}, controllers: ['root-ca-certificate-publisher-controller'] });

  it('serves HTTPS to whoever has its kubeconfig, and publishes its certificate authority', async () => {
    const { controlPlane, settle } = current();
    await settle();
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-'));
    try {
      const path = join(directory, 'kubeconfig');
      await writeFile(path, controlPlane.kubeconfig());
      const config = await loadKubeconfig({ path });
      expect(config.server).toBe(controlPlane.url);
      const transport = createHttpTransport(config);
      const client = createClient({ transport });
      const { data } = await client.get(ConfigMap, 'kube-root-ca.crt');
      await transport.close();
      expect(data?.['ca.crt']).toMatch(/^-----BEGIN CERTIFICATE-----/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

it('refuses controllers that do not exist', async () => {
  const controllers = ['deployments' as 'deployment-controller'];
  await expect(startControlPlane({ controllers })).rejects.toThrow(
    /^there is no controller "deployments": choose from deployment-controller, /,
  );
});
