import type { KubernetesObject } from '@kubewright/api';
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding } from '@kubewright/api/rbac/v1';
import type { DeclaredRule } from './declared-rule.js';

/** An object of the `rbac.authorization.k8s.io` group as it was read from a file; others are passed over. */
export interface RbacManifest {
  /** For messages. */
  readonly file: string;
  readonly object: KubernetesObject;
}

export interface RulesOfRolesOptions {
  readonly manifests: readonly RbacManifest[];
  /** Whether a report says which of the rules were not used. */
  readonly judged: boolean;
  /** Names of roles that are passed over, such as those that markers make. Defaults to none. */
  readonly except?: ReadonlySet<string>;
}

/**
 * What an operator may do by roles in files. Where there are bindings, roles that none gives to a service account are
 * passed over, and the binding says where the others hold; a binding may name a ClusterRole that every cluster has.
 * Without any binding all roles count. A namespace that is not written is whichever the operator gets.
 */
export async function rulesOfRoles(options: RulesOfRolesOptions): Promise<DeclaredRule[]> {
  const { manifests, judged, except = new Set() } = options;
  const roles: Array<Grant & { object: ClusterRole | Role }> = [];
  const bindings: Array<{ file: string; object: ClusterRoleBinding | RoleBinding }> = [];
  for (const { file, object } of manifests) {
    if (object.apiVersion !== 'rbac.authorization.k8s.io/v1') continue;
    if (isRole(object)) roles.push({ file, object, namespace: scopeOf(object) });
    else if (isBinding(object)) bindings.push({ file, object });
  }
  const granted = bindings.length === 0 ? roles : await boundRoles(roles, bindings);
  return granted
    .filter(({ object }) => !except.has(object.metadata?.name ?? ''))
    .flatMap(({ file, object, namespace }) =>
      (object.rules ?? []).map((rule: PolicyRule, i) => ({
        rule,
        namespace,
        source: `${file}: rule ${i + 1} of ${object.kind ?? 'role'} ${object.metadata?.name ?? ''}`,
        judged,
      })),
    );
}

interface Grant {
  readonly file: string;
  readonly object: ClusterRole | Role;
  readonly namespace: string | undefined;
}

async function boundRoles(
  roles: readonly Grant[],
  bindings: ReadonlyArray<{ readonly file: string; readonly object: ClusterRoleBinding | RoleBinding }>,
): Promise<Grant[]> {
  const { bootstrapClusterRoleRules } = await import('@kubewright/apiserver/rbac');
  return bindings.flatMap(({ file, object: binding }): Grant[] => {
    if (binding.subjects?.some(({ kind }) => kind === 'ServiceAccount') !== true) return [];
    const { kind, name } = binding.roleRef;
    const namespace = binding.kind === 'ClusterRoleBinding' ? '' : binding.metadata?.namespace;
    const found = roles.find(({ object }) => object.kind === kind && object.metadata?.name === name);
    if (found !== undefined) return [{ ...found, namespace }];
    const rules = kind === 'ClusterRole' ? bootstrapClusterRoleRules(name) : undefined;
    if (rules === undefined) return [];
    return [{ file, object: { kind: 'ClusterRole', metadata: { name }, rules }, namespace }];
  });
}

const isRole = (object: KubernetesObject): object is ClusterRole | Role =>
  object.kind === 'ClusterRole' || object.kind === 'Role';

const isBinding = (object: KubernetesObject): object is ClusterRoleBinding | RoleBinding =>
  object.kind === 'ClusterRoleBinding' || object.kind === 'RoleBinding';

const scopeOf = ({ kind, metadata }: ClusterRole | Role): string | undefined =>
  kind === 'ClusterRole' ? '' : metadata?.namespace;
