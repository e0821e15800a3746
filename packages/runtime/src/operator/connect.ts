import type { Transport } from '@kubewright/api';
import { createHttpTransport, loadClusterConfig } from '@kubewright/client';

import type { OperatorArguments } from './operator-arguments.js';

export interface ConnectOptions {
  args: OperatorArguments;
  env: Readonly<Record<string, string | undefined>>;
}

/** The transport to the cluster that the command line and the environment name; see `loadClusterConfig`. */
export async function connect(
  options: ConnectOptions,
): Promise<{ transport: Transport; defaultNamespace: string }> {
  const { args, env } = options;
  const config = await loadClusterConfig({ env, path: args.kubeconfig, context: args.context });
  return { transport: createHttpTransport(config), defaultNamespace: config.namespace };
}
