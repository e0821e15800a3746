/**
 * A Kubernetes control plane inside the Node process: the embedded API server, the workload controllers written like any
 * operator's, and stand-ins for scheduler and kubelet.
 *
 * ```ts
 * await using controlPlane = await startControlPlane();
 * const client = createClient({ transport: controlPlane.transport });
 * await client.create(deployment);
 * await settled(controlPlane.server, [controlPlane.manager]);
 * ```
 *
 * @packageDocumentation
 */
export { ControlPlaneError, startControlPlane } from './control-plane.js';
export type { ControlPlane, ControlPlaneOptions } from './control-plane.js';
export { formatKubeconfig } from './kubeconfig.js';
export type { KubeconfigAccess } from './kubeconfig.js';
export { SettleTimeoutError, settled } from './settled.js';
export type { SettledOptions } from './settled.js';

// The controllers alone, for other managers and other API servers.
export { builtinControllerNames, builtinControllers } from './builtin-controllers.js';
export type { BuiltinControllerName, BuiltinControllersOptions } from './builtin-controllers.js';
export type { SecretTokenOptions } from './controllers/serviceaccount-token/serviceaccount-token-controller.js';
export { createResourceLifecycle } from './resources/resource-lifecycle.js';
export type { ResourceLifecycle, ResourceLifecycleOptions } from './resources/resource-lifecycle.js';
export { nodeStandIn } from './node/node-stand-in.js';
export type { NodeStandInOptions } from './node/options.js';
