import { decodeObject } from '../bytes/stored-object.js';
import { forbiddenError, notFoundError, StatusError } from '../errors/status-error.js';
import { aboutResource } from '../registry/about.js';
import type { Storage } from '../storage/storage.js';
import type { AdmissionAttributes, AdmissionPlugin } from './admission.js';

const IMMORTAL: readonly string[] = ['default', 'kube-system', 'kube-public'];
const NAMESPACES = '/registry/namespaces/';

/**
 * Objects live in namespaces that exist; nothing new comes into one that is being deleted; three namespaces stay for
 * good (apiserver `admission/plugin/namespace/lifecycle/admission.go`).
 */
export function namespaceLifecycle(storage: Storage): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    admit(attributes) {
      const { operation, resource, namespace, name } = attributes;
      const isNamespace = resource.group === '' && resource.plural === 'namespaces';
      if (isNamespace) {
        if (operation === 'DELETE' && IMMORTAL.includes(name)) {
          throw forbiddenError(aboutResource(resource), name, 'this namespace may not be deleted');
        }
        return;
      }
      if (namespace === '' || operation === 'DELETE') return;
      const entry = storage.get(NAMESPACES + namespace);
      if (entry === undefined) throw notFoundError({ group: '', resource: 'namespaces' }, namespace);
      if (operation !== 'CREATE') return;
      const { status } = decodeObject(entry.bytes) as { status?: { phase?: string } };
      if (status?.phase === 'Terminating') throw terminatingError(attributes);
    },
  };
}

function terminatingError({ resource, namespace, object }: AdmissionAttributes): StatusError {
  const name = object?.metadata.name ?? object?.metadata.generateName ?? '';
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbiddenError(aboutResource(resource), name, message);
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: status.message,
    details: { ...status.details, causes: [cause] },
  });
}
