import type { Transport } from '@kubewright/api';
import { createHttpTransport, loadInClusterConfig, loadKubeconfig } from '@kubewright/client';

import type { OperatorArguments } from './operator-process.js';

export interface ConnectOptions {
  args: OperatorArguments;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * The transport to the cluster that the command line and the environment name, in controller-runtime's order
 * (pkg/client/config): --kubeconfig, KUBECONFIG, the pod's service account, ~/.kube/config.
 */
export async function connect(options: ConnectOptions): Promise<{ transport: Transport; defaultNamespace?: string }> {
  const { args, env } = options;
  const inCluster =
    args.kubeconfig === undefined && (env['KUBECONFIG'] ?? '') === '' && env['KUBERNETES_SERVICE_HOST'] !== undefined;
  const config = inCluster
    ? await loadInClusterConfig({ env })
    : await loadKubeconfig({
        env,
        ...(args.kubeconfig !== undefined && { path: args.kubeconfig }),
        ...(args.context !== undefined && { context: args.context }),
      });
  return { transport: createHttpTransport(config), defaultNamespace: config.namespace };
}
