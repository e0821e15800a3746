import path from 'node:path';
import { createClient, createHttpTransport, isNotFound, loadClusterConfig } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { Namespace, Node } from '@kubewright/api/core/v1';
import type { Transport } from '@kubewright/api';
import { expect } from 'vitest';
import { eventually } from './eventually.js';

/** A cluster that runs containers, as `npm run test:cluster` has brought it up. */
export interface Cluster {
  /** With the rights of an administrator. */
  readonly client: Client;
  readonly transport: Transport;
  readonly kubeconfig: string;
  /** Its registry, as the node reaches it and this machine does. */
  readonly registry: string;
  /** The folder of the scripts. */
  readonly scripts: string;
  /** The folder of the cluster itself. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Port of the registry on the node (../shared/cluster/README.md). */
const REGISTRY_PORT = 5000;

export async function connectCluster(): Promise<Cluster> {
  const kubeconfig = named('KUBECONFIG');
  const config = await loadClusterConfig({ env: process.env, path: kubeconfig });
  const transport = createHttpTransport(config);
  const client = createClient({ transport, fieldManager: 'test' });
  const [node] = (await client.list(Node)).items;
  const address = node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
  return {
    client,
    transport,
    kubeconfig,
    registry: `${address}:${REGISTRY_PORT}`,
    scripts: named('KUBEWRIGHT_CLUSTER'),
    folder: path.resolve(named('CLUSTER_DIR')),
    close: () => transport.close(),
  };
}

function named(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new Error(`${variable} is not set: these suites are run by npm run test:cluster`);
  return value;
}

/** Makes a namespace of that beginning; `deleteNamespace` removes it with all that is in it. */
export async function createNamespace({ client }: Cluster, prefix: string): Promise<string> {
  const { metadata } = await client.create(Namespace({ metadata: { generateName: `${prefix}-` } }));
  return metadata.name;
}

/** Resolves when the namespace is gone. */
export async function deleteNamespace({ client }: Cluster, name: string): Promise<void> {
  await client.delete(Namespace, name);
  await eventually(async () => {
    await expect(client.get(Namespace, name)).rejects.toSatisfy(isNotFound);
  });
}
