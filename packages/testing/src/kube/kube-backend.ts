import { createClient } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { nodeStandIn } from '@kubewright/control-plane';
import { createManager } from '@kubewright/runtime';
import type { ControllerDefinition, Manager } from '@kubewright/runtime';
import { operatorClient } from '../operator-client.js';
import type { OperatorClient } from '../operator-client.js';
import type { Backend, BackendOptions, TestManagerOptions } from '../test-environment.js';
import { startKubeControlPlane } from './kube-control-plane.js';
import { settledOnKube } from './settled-on-kube.js';

/**
 * Real etcd, kube-apiserver and kube-controller-manager; the scheduler and the kubelet are the same stand-ins as in
 * the embedded control plane, so that pods become Ready here too.
 */
export async function startKubeBackend(options: BackendOptions): Promise<Backend> {
  const { clock, random, logger, signal } = options;
  const controlPlane = await startKubeControlPlane({
    assets: options.kubeAssets,
    env: options.env,
    clock,
    signal,
  });
  const client = createClient({ transport: controlPlane.transport });
  const managerOf = (
    managerClient: Client,
    controllers: readonly ControllerDefinition[],
    own: TestManagerOptions = {},
  ): Manager =>
    createManager({ ...own, client: managerClient, controllers: [...controllers], clock, random, logger });
  let nodes: Manager | undefined;
  let operators: OperatorClient | undefined;
  const stop = async (): Promise<void> => {
    await nodes?.stop();
    try {
      await operators?.stop();
    } finally {
      await controlPlane.stop();
    }
  };
  try {
    operators = await operatorClient(client, controlPlane.transport, options.recordCalls);
    nodes = managerOf(client, nodeStandIn(options.node));
    nodes.start().catch(() => undefined);
    await nodes.whenReady(signal);
  } catch (error) {
    await stop();
    throw error;
  }
  const stoodIn = nodes;
  const recorded = operators;
  return {
    client,
    kubeconfigFile: () => Promise.resolve(controlPlane.kubeconfigFile),
    newManager: (controllers, own) => managerOf(recorded.client, controllers, own),
    settled: (managers, settleOptions) =>
      settledOnKube(client, [stoodIn, ...managers], { clock, ...settleOptions }),
    stop,
  };
}
