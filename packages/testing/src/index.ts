/**
 * Test environments for operators: the embedded control plane, or a real kube-apiserver, behind one interface.
 *
 * ```ts
 * await using env = await startTestEnvironment({ crds: 'config/crd', controllers: [appServiceController] });
 * await env.client.create(sample);
 * await env.settled();
 * ```
 *
 * @packageDocumentation
 */
export { startTestEnvironment } from './test-environment.js';
export type {
  SettledOptions,
  TestEnvironment,
  TestEnvironmentOptions,
  TestManagerOptions,
  TestTarget,
} from './test-environment.js';
export type { EventuallyOptions } from './eventually.js';
export type { CrdSource } from './crds.js';
export type { WebhookManifests } from './webhooks/served-webhooks.js';
export { TestEnvironmentError } from './errors.js';
export type { TestEnvironmentErrorCode } from './errors.js';

export { startFaultProxy } from './faults/fault-proxy.js';
export type { FaultProxy, FaultProxyOptions } from './faults/fault-proxy.js';

// For suites that need the real control plane itself.
export { findKubeAssets } from './kube/assets.js';
export type { KubeAssets, KubeBinary } from './kube/assets.js';
export { startKubeControlPlane } from './kube/kube-control-plane.js';
export type {
  KubeControlPlane,
  KubeControlPlaneOptions,
  KubeUser,
  RestartableServer,
} from './kube/kube-control-plane.js';
