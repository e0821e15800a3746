import { createClient, createHttpTransport, loadClusterConfig } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import type { CommandIo } from './terminal.js';
import { writeLine } from './terminal.js';

export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** Runs `use` with a client of the cluster that the flags, KUBECONFIG or ~/.kube/config name, as kubectl finds it. */
export async function withCluster<T>(
  flags: ClusterFlags,
  io: CommandIo,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const config = await loadClusterConfig({ env: io.env, path: flags.kubeconfig, context: flags.context });
  const transport = createHttpTransport(config);
  try {
    return await use(
      createClient({
        transport,
        defaultNamespace: config.namespace,
        fieldManager: 'kubewright',
        clock: io.clock,
        onWarning: ({ text }) => writeLine(io.stderr, `Warning: ${text}`),
      }),
    );
  } finally {
    await transport.close();
  }
}
