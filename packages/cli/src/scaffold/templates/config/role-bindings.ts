import type { ProjectConfig } from '../../model.js';
import { managesCertificates } from '../sources/certificate-permissions.js';
import { labelLines } from './labels.js';

export const ROLE_BINDING_FILE = 'config/rbac/role_binding.yaml';

/**
 * What gives the operator its roles. One that makes the certificate of its webhooks has both: a Role for the Secret in its
 * namespace, a ClusterRole for what registers the webhooks. The Role is bound from the beginning, for an author's own
 * markers of that namespace, too; a ClusterRole that a namespaced project does not have yet must not be.
 */
export function roleBindings(config: ProjectConfig): string {
  const { namespaced, plugins } = config;
  const kinds: Array<'ClusterRole' | 'Role'> = [
    ...(!namespaced || managesCertificates(config) ? (['ClusterRole'] as const) : []),
    ...(namespaced || plugins.certificates === 'operator' ? (['Role'] as const) : []),
  ];
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
