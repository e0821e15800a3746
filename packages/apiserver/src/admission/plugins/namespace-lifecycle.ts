import { forbiddenError, notFoundError, StatusError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { aboutResource } from '../../registry/about.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';
import type { StoredObjects } from '../stored-objects.js';

const IMMORTAL: readonly string[] = ['default', 'kube-system', 'kube-public'];
const NAMESPACES = '/registry/namespaces/';

interface Namespace extends ApiObject {
  status?: { phase?: string };
}

/**
 * Objects live in namespaces that exist; nothing new comes into one that is being deleted; three namespaces stay for
 * good (apiserver `admission/plugin/namespace/lifecycle/admission.go`).
 */
export function namespaceLifecycle(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    operations: ['CREATE', 'UPDATE', 'DELETE'],
    admit(attributes) {
      const { operation, resource, kind, namespace, name } = attributes;
      if (kind.group === '' && kind.kind === 'Namespace') {
        if (operation === 'DELETE' && IMMORTAL.includes(name))
          throw forbiddenError(aboutResource(resource), name, 'this namespace may not be deleted');
        return;
      }
      if (namespace === '' || operation === 'DELETE' || isAccessReview(attributes)) return;
      const found = objects.get<Namespace>(NAMESPACES + namespace);
      if (found === undefined) throw notFoundError({ group: '', resource: 'namespaces' }, namespace);
      if (operation === 'CREATE' && found.status?.phase === 'Terminating') throw terminatingError(attributes);
    },
  };
}

/** Whether somebody may do something is told without saying whether there is such a namespace. */
const isAccessReview = ({ resource: { group, plural } }: AdmissionAttributes): boolean =>
  group === 'authorization.k8s.io' && plural === 'localsubjectaccessreviews';

function terminatingError(attributes: AdmissionAttributes): StatusError {
  const { namespace } = attributes;
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = admissionForbidden(attributes, message);
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
