import { isoTime } from '@kubewright/api';
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

/**
 * Creates what every cluster has from the beginning, unless it is there: namespaces
 * (pkg/controlplane/controller/systemnamespaces), priority classes (pkg/registry/scheduling/rest), the services of the
 * API that the server has itself (pkg/controlplane/apiserver), the suggested flow control
 * (pkg/registry/flowcontrol/rest), and the range of service addresses (pkg/controlplane/controller/defaultservicecidr).
 */
export function createInitialObjects(parts: ServerParts): void {
  const namespaces = NAMESPACES.map((name) => ({ metadata: { name } }));
  createAll(parts, ['', 'v1', 'namespaces'], namespaces);
  createAll(parts, ['scheduling.k8s.io', 'v1', 'priorityclasses'], PRIORITY_CLASSES);
  createAll(parts, ['apiregistration.k8s.io', 'v1', 'apiservices'], localServices(parts.resources.all()));
  const now = isoTime(parts.clock.now());
  const flowcontrol = 'flowcontrol.apiserver.k8s.io';
  createAll(parts, [flowcontrol, 'v1', 'prioritylevelconfigurations'], initialPriorityLevels());
  createAll(parts, [flowcontrol, 'v1', 'flowschemas'], initialFlowSchemas(now));
  createAll(parts, ['networking.k8s.io', 'v1', 'servicecidrs'], [initialServiceCidr(now)]);
}

type InitialObject = Pick<ApiObject, 'metadata'> & Readonly<Record<string, unknown>>;

function createAll(
  parts: ServerParts,
  [group, version, plural]: readonly [group: string, version: string, plural: string],
  objects: readonly InitialObject[],
): void {
  const resource = parts.resources.find(group, version, plural);
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  const { clock, random } = parts;
  const user = { name: 'system:apiserver', groups: ['system:masters'] };
  const context = { store, namespace: '', clock, random, user, dryRun: false, warn: () => undefined };
  for (const { status, ...initial } of objects) {
    const name = initial.metadata.name as string;
    if (store.get('', name) !== undefined) continue;
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const object: ApiObject = { kind: resource.kind, apiVersion, ...structuredClone(initial) };
    resource.behaviour.defaults?.(object);
    setManagedFields(object, parts.fieldManagers.of(resource).update(undefined, object, 'kube-apiserver'));
    // Nobody is asked about these, so that nothing waits.
    void createObject({ ...context, objects: objectReader(parts) }, object);
    const entry = store.get('', name);
    if (status === undefined || entry === undefined) continue;
    store.put('', { ...store.decode(entry), status }, { expected: entry.revision, dryRun: false });
  }
}
