import type { ProjectConfig } from '../../model.js';
import { labelLines } from './labels.js';

/**
 * What gives the operator its roles. One that manages its certificates has both: a Role for the Secret in its namespace, a
 * ClusterRole for the configurations of webhooks.
 */
export function roleBindings(config: ProjectConfig): string {
  const managesCertificates = config.plugins.certificates === 'operator';
  const kinds: ReadonlyArray<'ClusterRole' | 'Role'> = managesCertificates
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
