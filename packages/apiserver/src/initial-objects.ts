import { setManagedFields } from './field-manager/set-managed-fields.js';
import type { ApiObject } from './kinds/behaviour.js';
import { createObject } from './registry/create.js';
import { objectReader } from './registry/object-reader.js';
import { ResourceStore } from './registry/resource-store.js';
import type { ServedResource } from './resources/served-resource.js';
import type { ServerParts } from './server-parts.js';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

// pkg/apis/scheduling/v1/helpers.go
const PRIORITY_CLASSES = [
  {
    name: 'system-node-critical',
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    name: 'system-cluster-critical',
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

/**
 * Creates what every cluster has from the beginning, unless it is there: namespaces
 * (pkg/controlplane/controller/systemnamespaces) and priority classes (pkg/registry/scheduling/rest).
 */
export function createInitialObjects(parts: ServerParts): void {
  const namespaces = parts.resources.find('', 'v1', 'namespaces');
  for (const name of NAMESPACES)
    ensure(parts, namespaces, { kind: 'Namespace', apiVersion: 'v1', metadata: { name } });
  const classes = parts.resources.find('scheduling.k8s.io', 'v1', 'priorityclasses');
  for (const { name, ...rest } of PRIORITY_CLASSES) {
    const type = { kind: 'PriorityClass', apiVersion: 'scheduling.k8s.io/v1' };
    ensure(parts, classes, { ...type, metadata: { name }, ...rest });
  }
}

function ensure(parts: ServerParts, resource: ServedResource | undefined, object: ApiObject): void {
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  if (store.get('', object.metadata.name as string) !== undefined) return;
  resource.behaviour.defaults?.(object);
  setManagedFields(object, parts.fieldManagers.of(resource).update(undefined, object, 'kube-apiserver'));
  const { clock, random } = parts;
  const user = { name: 'system:apiserver', groups: ['system:masters'] };
  const objects = objectReader(parts);
  // Nobody is asked about these, so that nothing waits.
  void createObject(
    { store, namespace: '', clock, random, user, dryRun: false, warn: () => undefined, objects },
    object,
  );
}
