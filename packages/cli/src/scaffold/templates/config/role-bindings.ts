import type { ProjectConfig } from '../../model.js';
import { managesCertificates } from '../sources/certificate-permissions.js';
import { labelLines } from './labels.js';

export const ROLE_BINDING_FILE = 'config/rbac/role_binding.yaml';

/**
 * What gives the operator its roles. One that makes the certificate of its webhooks has both: a Role for the Secret in its
 * namespace, a ClusterRole for what registers the webhooks. A role that there is not must not be bound: it has no name yet
 * that kustomize could put there, and what a binding names cannot be changed once it is on a cluster.
 */
export function roleBindings(config: ProjectConfig): string {
  const kinds: ReadonlyArray<'ClusterRole' | 'Role'> = managesCertificates(config)
    ? ['ClusterRole', 'Role']
    : [config.namespaced ? 'Role' : 'ClusterRole'];
  return kinds.map((kind) => binding(config, kind)).join('---\n');
}

function binding({ projectName }: ProjectConfig, kind: 'ClusterRole' | 'Role'): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata:
  labels:
${labelLines(projectName)}
  name: manager-rolebinding
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: manager-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;
}
