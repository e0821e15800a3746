import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';
import { ROLE_BINDING_FILE, roleBindings } from './role-bindings.js';

export const RBAC_KUSTOMIZATION = 'config/rbac/kustomization.yaml';
export const RBAC_MARKER = 'rbackustomizeresource';

/** `config/rbac`: the operator's account and what it may do; `role.yaml` is written by `kubewright manifests`. */
export function rbacFolder(config: ProjectConfig): ScaffoldFile[] {
  const file = (name: string, content: string): ScaffoldFile => ({
    path: `config/rbac/${name}.yaml`,
    content,
    ifExists: 'ask',
  });
  return [
    { path: RBAC_KUSTOMIZATION, content: kustomization(config), ifExists: 'ask' },
    file('service_account', serviceAccount(config)),
    { ...file('role', emptyRole(config)), ifExists: 'keep' },
    { path: ROLE_BINDING_FILE, content: roleBindings(config), ifExists: 'ask' },
    file('leader_election_role', leaderElectionRole(config)),
    file('leader_election_role_binding', leaderElectionBinding(config)),
    file('metrics_auth_role', METRICS_AUTH_ROLE),
    file('metrics_auth_role_binding', METRICS_AUTH_BINDING),
    file('metrics_reader_role', METRICS_READER_ROLE),
  ];
}

function kustomization({ projectName }: ProjectConfig): string {
  return `resources:
# The account of the operator. Whoever brings another one changes the subjects of the bindings, too.
- service_account.yaml
- role.yaml
- role_binding.yaml
- leader_election_role.yaml
- leader_election_role_binding.yaml
# So that metrics are read only by whom the cluster lets: the operator asks it, and metrics_reader_role.yaml is for
# those who read.
- metrics_auth_role.yaml
- metrics_auth_role_binding.yaml
- metrics_reader_role.yaml
# For administrators to give to their users, three for each kind: ${projectName} itself does not use them.
# +kubebuilder:scaffold:${RBAC_MARKER}
`;
}

function serviceAccount({ projectName }: ProjectConfig): string {
  return `apiVersion: v1
kind: ServiceAccount
metadata:
  labels:
${labelLines(projectName)}
  name: controller-manager
  namespace: system
`;
}

/** Until there are markers that say what the operator does. */
function emptyRole({ projectName, namespaced }: ProjectConfig): string {
  return `# Written by "kubewright manifests" from the +kubebuilder:rbac markers of the sources.
apiVersion: rbac.authorization.k8s.io/v1
kind: ${namespaced ? 'Role' : 'ClusterRole'}
metadata:
  labels:
${labelLines(projectName)}
  name: manager-role
rules: []
`;
}

function leaderElectionRole({ projectName }: ProjectConfig): string {
  return `# To be elected as leader, and to say so.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  labels:
${labelLines(projectName)}
  name: leader-election-role
rules:
- apiGroups:
  - ""
  resources:
  - configmaps
  verbs:
  - get
  - list
  - watch
  - create
  - update
  - patch
  - delete
- apiGroups:
  - coordination.k8s.io
  resources:
  - leases
  verbs:
  - get
  - list
  - watch
  - create
  - update
  - patch
  - delete
- apiGroups:
  - ""
  - events.k8s.io
  resources:
  - events
  verbs:
  - create
  - patch
`;
}

function leaderElectionBinding({ projectName }: ProjectConfig): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  labels:
${labelLines(projectName)}
  name: leader-election-rolebinding
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: leader-election-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;
}

const METRICS_AUTH_ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: metrics-auth-role
rules:
- apiGroups:
  - authentication.k8s.io
  resources:
  - tokenreviews
  verbs:
  - create
- apiGroups:
  - authorization.k8s.io
  resources:
  - subjectaccessreviews
  verbs:
  - create
`;

const METRICS_AUTH_BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: metrics-auth-rolebinding
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: metrics-auth-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;

const METRICS_READER_ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: metrics-reader
rules:
- nonResourceURLs:
  - "/metrics"
  verbs:
  - get
`;
