import type { ControllerDefinition } from '@kubewright/runtime';
import { kubeletStandIn } from './kubelet.js';
import { nodeRegistration } from './node.js';
import { resolveNodeOptions } from './options.js';
import type { NodeStandInOptions } from './options.js';
import { schedulerStandIn } from './scheduler.js';

/**
 * A node without a machine: registers it, binds pods to it and lets them run. Ordinary controllers, so that they also
 * do this for a real kube-apiserver, where kube-controller-manager does the rest.
 *
 * @throws RangeError when `podCIDR` is not an IPv4 network
 */
export function nodeStandIn(options: NodeStandInOptions = {}): ControllerDefinition[] {
  const resolved = resolveNodeOptions(options);
  return [nodeRegistration(resolved), schedulerStandIn(resolved), kubeletStandIn(resolved)];
}
