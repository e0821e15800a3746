import type { ControllerDefinition } from '@kubewright/runtime';
import { clusterRoleAggregationController } from './controllers/clusterrole-aggregation/clusterrole-aggregation-controller.js';
import { deploymentController } from './controllers/deployment/deployment-controller.js';
import { endpointsController } from './controllers/endpoints/endpoints-controller.js';
import { endpointSliceController } from './controllers/endpointslice/endpointslice-controller.js';
import { replicaSetController } from './controllers/replicaset/replicaset-controller.js';
import { rootCaPublisher } from './controllers/root-ca/root-ca-publisher.js';
import { serviceAccountTokenController } from './controllers/serviceaccount-token/serviceaccount-token-controller.js';
import type { SecretTokenOptions } from './controllers/serviceaccount-token/serviceaccount-token-controller.js';
import { serviceAccountController } from './controllers/serviceaccount/serviceaccount-controller.js';
import { kubeletStandIn } from './node/kubelet.js';
import { nodeRegistration } from './node/node.js';
import { resolveNodeOptions } from './node/options.js';
import type { NodeStandInOptions, ResolvedNodeOptions } from './node/options.js';
import { schedulerStandIn } from './node/scheduler.js';

/** The names by which controllers are chosen: those of kube-controller-manager's `--controllers`, and the stand-ins. */
export type BuiltinControllerName =
  | 'deployment-controller'
  | 'replicaset-controller'
  | 'endpoints-controller'
  | 'endpointslice-controller'
  | 'garbage-collector-controller'
  | 'namespace-controller'
  | 'serviceaccount-controller'
  | 'serviceaccount-token-controller'
  | 'clusterrole-aggregation-controller'
  | 'root-ca-certificate-publisher-controller'
  | 'scheduler'
  | 'kubelet';

export interface BuiltinControllersOptions {
  /** Which to run. Defaults to all. */
  controllers?: readonly BuiltinControllerName[];
  node?: NodeStandInOptions;
  /** PEM, for `kube-root-ca.crt`; without it that ConfigMap is not kept. */
  caCertificate?: string;
  /** How secrets of service accounts get their tokens; without it they get none. */
  secretTokens?: SecretTokenOptions;
}

type Factory = (options: {
  node: ResolvedNodeOptions;
  caCertificate: string | undefined;
  secretTokens: SecretTokenOptions | undefined;
}) => ControllerDefinition[];

const factories: Partial<Record<BuiltinControllerName, Factory>> = {
  'deployment-controller': () => [deploymentController()],
  'replicaset-controller': () => [replicaSetController()],
  'endpoints-controller': () => [endpointsController()],
  'endpointslice-controller': () => [endpointSliceController()],
  'serviceaccount-controller': () => [serviceAccountController()],
  'serviceaccount-token-controller': ({ secretTokens }) =>
    secretTokens === undefined ? [] : [serviceAccountTokenController(secretTokens)],
  'clusterrole-aggregation-controller': () => [clusterRoleAggregationController()],
  'root-ca-certificate-publisher-controller': ({ caCertificate }) =>
    caCertificate === undefined ? [] : [rootCaPublisher(caCertificate)],
  scheduler: ({ node }) => [schedulerStandIn(node)],
  kubelet: ({ node }) => [nodeRegistration(node), kubeletStandIn(node)],
};

/** All names, in the order in which they are documented. */
export const builtinControllerNames: readonly BuiltinControllerName[] = [
  'deployment-controller',
  'replicaset-controller',
  'endpoints-controller',
  'endpointslice-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'clusterrole-aggregation-controller',
  'root-ca-certificate-publisher-controller',
  'scheduler',
  'kubelet',
];

/**
 * The built-in controllers as ordinary controllers, with state of their own: make them anew for each manager. The
 * garbage collector and the namespace controller follow every kind there is and are made by `createResourceLifecycle`.
 *
 * @throws TypeError for a name that is not a controller
 */
export function builtinControllers(options: BuiltinControllersOptions = {}): ControllerDefinition[] {
  const { controllers = builtinControllerNames, caCertificate, secretTokens } = options;
  const node = resolveNodeOptions(options.node ?? {});
  return controllers.flatMap(
    (name) => factories[checkName(name)]?.({ node, caCertificate, secretTokens }) ?? [],
  );
}

function checkName(name: string): BuiltinControllerName {
  const known = builtinControllerNames.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  throw new TypeError(`there is no controller "${name}": choose from ${builtinControllerNames.join(', ')}`);
}
