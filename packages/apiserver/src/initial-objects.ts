import { formatApiVersion, isoTime } from '@kubewright/api';
import type { Condition, ManagedFieldsEntry } from '@kubewright/api';
import { setManagedFields } from './field-manager/set-managed-fields.js';
import { localServices } from './kinds/apiregistration/local-services.js';
import type { ApiObject } from './kinds/behaviour.js';
import { initialFlowSchemas, initialPriorityLevels } from './kinds/flowcontrol/bootstrap.js';
import { initialServiceCidr } from './kinds/networking/initial-service-cidr.js';
import { createObject } from './registry/create.js';
import { objectReader } from './registry/object-reader.js';
import { ResourceStore } from './registry/resource-store.js';
import type { ServerParts } from './server-parts.js';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

// pkg/apis/scheduling/v1/helpers.go
const PRIORITY_CLASSES = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

/** pkg/controlplane/controller/kubernetesservice/controller.go; the port is the default of kube-apiserver's `--secure-port`. */
const KUBERNETES_SERVICE = {
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    clusterIP: '10.96.0.1',
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  },
};

/** pkg/registry/core/service/ipallocator/ipallocator.go. */
const KUBERNETES_ADDRESS = {
  metadata: {
    name: KUBERNETES_SERVICE.spec.clusterIP,
    labels: {
      'ipaddress.kubernetes.io/ip-family': 'IPv4',
      'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
    },
  },
  spec: { parentRef: { resource: 'services', namespace: 'default', name: 'kubernetes' } },
};

/**
 * Creates what every cluster has from the beginning, unless it is there: namespaces
 * (pkg/controlplane/controller/systemnamespaces), priority classes (pkg/registry/scheduling/rest), the services of the
 * API that the server has itself (pkg/controlplane/apiserver), the suggested flow control
 * (pkg/registry/flowcontrol/rest), the range of service addresses (pkg/controlplane/controller/defaultservicecidr), the
 * service of the API, and the day from which on the use of old tokens is told
 * (pkg/controlplane/controller/legacytokentracking).
 */
export function createInitialObjects(parts: ServerParts): void {
  const now = isoTime(parts.clock.now());
  const namespaces = NAMESPACES.map((name) => ({ metadata: { name } }));
  createAll(parts, { plural: 'namespaces' }, namespaces);
  createAll(parts, { group: 'scheduling.k8s.io', plural: 'priorityclasses' }, PRIORITY_CLASSES);
  const services = localServices(parts.resources.all());
  createAll(parts, { group: 'apiregistration.k8s.io', plural: 'apiservices' }, services);
  const flowControl = {
    group: 'flowcontrol.apiserver.k8s.io',
    manager: 'api-priority-and-fairness-config-producer-v1',
    statusManager: 'api-priority-and-fairness-config-consumer-v1',
  };
  const levels = initialPriorityLevels();
  createAll(parts, { ...flowControl, plural: 'prioritylevelconfigurations' }, levels);
  createAll(parts, { ...flowControl, plural: 'flowschemas' }, initialFlowSchemas(now));
  const networking = 'networking.k8s.io';
  const statusManager = 'kubernetes-service-cidr-controller';
  createAll(parts, { group: networking, plural: 'servicecidrs', statusManager }, [initialServiceCidr(now)]);
  createAll(parts, { plural: 'services' }, [KUBERNETES_SERVICE]);
  createAll(parts, { group: networking, plural: 'ipaddresses' }, [KUBERNETES_ADDRESS]);
  createAll(parts, { plural: 'configmaps' }, [tokenTracking(now)]);
}

const tokenTracking = (now: string): InitialObject => ({
  metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking', namespace: 'kube-system' },
  data: { since: now.slice(0, 'YYYY-MM-DD'.length) },
});

type InitialObject = Pick<ApiObject, 'metadata'> & Readonly<Record<string, unknown>>;

/** Of a resource of version v1. */
interface Origin {
  readonly group?: string;
  readonly plural: string;
  /** Who owns the fields. Defaults to `kube-apiserver`. */
  readonly manager?: string;
  /** Who owns the conditions of the status. Defaults to nobody. */
  readonly statusManager?: string;
}

function createAll(parts: ServerParts, origin: Origin, objects: readonly InitialObject[]): void {
  const { group = '', plural, manager = 'kube-apiserver', statusManager } = origin;
  const resource = parts.resources.find(group, 'v1', plural);
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  const { clock, random } = parts;
  const user = { name: 'system:apiserver', groups: ['system:masters'] };
  const context = { store, clock, random, user, dryRun: false, requestGroup: group, warn: () => undefined };
  for (const { status, ...initial } of objects) {
    const { name = '', namespace = '' } = initial.metadata;
    if (store.get(namespace, name) !== undefined) continue;
    const apiVersion = formatApiVersion(group, 'v1');
    const object: ApiObject = { kind: resource.kind, apiVersion, ...structuredClone(initial) };
    resource.behaviour.defaults?.(object);
    setManagedFields(object, parts.fieldManagers.of(resource).update(undefined, object, manager));
    // Nobody is asked about these, so that nothing waits.
    void createObject({ ...context, namespace, objects: objectReader(parts) }, object);
    const entry = store.get(namespace, name);
    if (status === undefined || entry === undefined) continue;
    const created = { ...store.decode(entry), status };
    if (statusManager !== undefined) {
      const time = isoTime(clock.now());
      const applied = appliedConditions(status, { manager: statusManager, apiVersion, time });
      setManagedFields(created, [applied, ...(created.metadata.managedFields ?? [])]);
    }
    store.put(namespace, created, { expected: entry.revision, dryRun: false });
  }
}

/** Who applied the conditions of a status. */
function appliedConditions(
  status: unknown,
  { manager, apiVersion, time }: { manager: string; apiVersion: string; time: string },
): ManagedFieldsEntry {
  const { conditions = [] } = status as { conditions?: Condition[] };
  const items = conditions.map((condition) => {
    const fields = Object.entries(condition).filter(([, value]) => value !== '');
    const owned = fields.map(([field]) => `f:${field}`).sort();
    return [
      `k:{"type":${JSON.stringify(condition.type)}}`,
      { '.': {}, ...Object.fromEntries(owned.map((field) => [field, {}])) },
    ];
  });
  const fieldsV1 = { 'f:status': { 'f:conditions': Object.fromEntries(items) as object } };
  return {
    manager,
    operation: 'Apply',
    apiVersion,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1,
    subresource: 'status',
  };
}
