import { createClient } from '@kubewright/client';
import { nodeStandIn } from '@kubewright/control-plane';
import { createManager } from '@kubewright/runtime';
import type { Manager } from '@kubewright/runtime';
import type { Backend, BackendOptions } from '../test-environment.js';
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
  const newManager: Backend['newManager'] = (controllers) =>
    createManager({ client, controllers: [...controllers], clock, random, logger });
  let nodes: Manager | undefined;
  const stop = async (): Promise<void> => {
    await nodes?.stop();
    await controlPlane.stop();
  };
  try {
    nodes = newManager(nodeStandIn({}));
    nodes.start().catch(() => undefined);
    await nodes.whenReady(signal);
  } catch (error) {
    await stop();
    throw error;
  }
  const stoodIn = nodes;
  return {
    client,
    kubeconfigFile: () => Promise.resolve(controlPlane.kubeconfigFile),
    newManager,
    settled: (managers, settleOptions) =>
      settledOnKube(client, [stoodIn, ...managers], { clock, ...settleOptions }),
    stop,
  };
}
