import type { ProjectConfig, ProjectResource, ScaffoldFile } from '../../model.js';
import { fileStem, qualifiedGroup } from '../../resources.js';
import { labelLines } from './labels.js';

/** Names of the files of a kind's roles in `config/rbac`, in the order of their power. */
export function kindRoleFiles(config: ProjectConfig, resource: ProjectResource): string[] {
  return ROLES.map(({ name }) => `${fileStem(config, resource)}_${name}_role.yaml`);
}

/** Roles that administrators give to users of a kind. */
export function kindRoles(config: ProjectConfig, resource: ProjectResource): ScaffoldFile[] {
  const files = kindRoleFiles(config, resource);
  return ROLES.map((role, index) => ({
    path: `config/rbac/${files[index]}`,
    content: roleText(config, resource, role),
    ifExists: 'ask',
  }));
}

interface UserRole {
  readonly name: 'admin' | 'editor' | 'viewer';
  readonly may: string;
  readonly verbs: readonly string[];
}

const ROLES: readonly UserRole[] = [
  { name: 'admin', may: 'do everything, also what verbs of later times allow', verbs: ["'*'"] },
  {
    name: 'editor',
    may: 'read and change',
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  },
  { name: 'viewer', may: 'read', verbs: ['get', 'list', 'watch'] },
];

function roleText(config: ProjectConfig, resource: ProjectResource, { name, may, verbs }: UserRole): string {
  const group = qualifiedGroup(resource);
  const { kind, plural } = resource;
  return `# For users who may ${may} objects of kind ${kind} in ${group}; ${config.projectName} itself does not use it.
apiVersion: rbac.authorization.k8s.io/v1
kind: ${config.namespaced ? 'Role' : 'ClusterRole'}
metadata:
  labels:
${labelLines(config.projectName)}
  name: ${fileStem(config, resource).replaceAll('_', '-')}-${name}-role
rules:
- apiGroups:
  - ${group}
  resources:
  - ${plural}
  verbs:
${verbs.map((verb) => `  - ${verb}`).join('\n')}
- apiGroups:
  - ${group}
  resources:
  - ${plural}/status
  verbs:
  - get
`;
}
