import path from 'node:path';
import type { Transport } from '@kubewright/api';
import { createClient, createHttpTransport, loadClusterConfig } from '@kubewright/client';
import type { Client, ClusterConfig } from '@kubewright/client';
import type { CommandIo } from './terminal.js';
import { writeLine } from './terminal.js';

/** How a cluster is found. */
export interface ClusterFlags {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** Runs `use` with the way to the cluster that the flags, KUBECONFIG or ~/.kube/config name, as kubectl finds it. */
export async function withTransport<T>(
  { kubeconfig, context }: ClusterFlags,
  { cwd, env, clock }: CommandIo,
  use: (transport: Transport, config: ClusterConfig) => Promise<T>,
): Promise<T> {
  const file = kubeconfig === undefined ? undefined : path.resolve(cwd, kubeconfig);
  const config = await loadClusterConfig({ env, path: file, context, clock });
  const transport = createHttpTransport(config, { clock });
  try {
    return await use(transport, config);
  } finally {
    await transport.close();
  }
}

/** The same with a client, which shows the server's warnings. */
export function withCluster<T>(
  flags: ClusterFlags,
  io: CommandIo,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  return withTransport(flags, io, (transport, { namespace }) =>
    use(
      createClient({
        transport,
        defaultNamespace: namespace,
        fieldManager: 'kubewright',
        clock: io.clock,
        onWarning: ({ text }) => writeLine(io.stderr, `Warning: ${text}`),
      }),
    ),
  );
}
