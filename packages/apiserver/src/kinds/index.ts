import { controllerRevision } from './apps/controller-revision.js';
import { daemonSet } from './apps/daemon-set.js';
import { deployment } from './apps/deployment.js';
import { replicaSet } from './apps/replica-set.js';
import { statefulSet } from './apps/stateful-set.js';
import type { KindBehaviour } from './behaviour.js';
import { lease } from './coordination/lease.js';
import { configMap } from './core/config-map.js';
import { endpoints } from './core/endpoints.js';
import { event } from './core/event.js';
import { namespace } from './core/namespace.js';
import { node } from './core/node.js';
import { pod } from './core/pod.js';
import { secret } from './core/secret.js';
import { serviceAccount } from './core/service-account.js';
import { service } from './core/service.js';
import { endpointSlice } from './discovery/endpoint-slice.js';

/** The behaviour of every built-in kind that differs from the plain one. */
export const builtinBehaviours: readonly KindBehaviour[] = [
  namespace,
  pod,
  service,
  endpoints,
  configMap,
  secret,
  serviceAccount,
  node,
  event,
  deployment,
  replicaSet,
  statefulSet,
  daemonSet,
  controllerRevision,
  lease,
  endpointSlice,
];
