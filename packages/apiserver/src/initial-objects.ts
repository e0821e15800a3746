import { setManagedFields } from './field-manager/set-managed-fields.js';
import type { ApiObject } from './kinds/behaviour.js';
import { createObject } from './registry/create.js';
import { objectReader } from './registry/object-reader.js';
import { ResourceStore } from './registry/resource-store.js';
import type { ServerParts } from './server-parts.js';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Creates what every cluster has from the beginning (pkg/controlplane/controller/systemnamespaces), unless it is there. */
export function createInitialObjects(parts: ServerParts): void {
  const resource = parts.resources.find('', 'v1', 'namespaces');
  if (resource === undefined) return;
  const store = new ResourceStore(parts, resource);
  for (const name of NAMESPACES) {
    if (store.get('', name) !== undefined) continue;
    const namespace: ApiObject = { kind: 'Namespace', apiVersion: 'v1', metadata: { name } };
    resource.behaviour.defaults?.(namespace);
    setManagedFields(
      namespace,
      parts.fieldManagers.of(resource).update(undefined, namespace, 'kube-apiserver'),
    );
    const { clock, random } = parts;
    const user = { name: 'system:apiserver', groups: ['system:masters'] };
    const objects = objectReader(parts);
    // Nobody is asked about these, so that nothing waits.
    void createObject(
      { store, namespace: '', clock, random, user, dryRun: false, warn: () => undefined, objects },
      namespace,
    );
  }
}
