import type { PolicyRule, RoleRef, Subject } from '@kubewright/api/rbac/v1';
import { validateDns1123Subdomain } from '@kubewright/api';
import { child, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Rules of a role, or of a cluster role (rbac validation, ValidatePolicyRule). */
export function policyRules(
  errors: FieldError[],
  rules: PolicyRule[] | undefined,
  options: { namespaced: boolean },
): void {
  rules?.forEach((rule, i) => policyRule(errors, index('rules', i), rule, options));
}

const isEmpty = (list: readonly string[] | undefined): boolean => (list?.length ?? 0) === 0;

function policyRule(
  errors: FieldError[],
  path: string,
  rule: PolicyRule,
  { namespaced }: { namespaced: boolean },
): void {
  const { nonResourceURLs } = rule;
  if (isEmpty(rule.verbs))
    errors.push(required(child(path, 'verbs'), 'verbs must contain at least one value'));
  if (!isEmpty(nonResourceURLs)) {
    const at = child(path, 'nonResourceURLs');
    if (namespaced) {
      errors.push(invalid(at, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    }
    if (!isEmpty(rule.apiGroups) || !isEmpty(rule.resources) || !isEmpty(rule.resourceNames)) {
      const message = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalid(at, nonResourceURLs, message));
    }
    return;
  }
  if (isEmpty(rule.apiGroups)) {
    errors.push(required(child(path, 'apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (isEmpty(rule.resources)) {
    errors.push(required(child(path, 'resources'), 'resource rules must supply at least one resource'));
  }
}

interface Binding {
  readonly roleRef: RoleRef;
  readonly subjects?: Subject[];
}

/** Defaults of both kinds of bindings (apis/rbac/v1/defaults.go). In place. */
export function defaultBinding({ roleRef, subjects }: Binding): void {
  roleRef.apiGroup ||= RBAC_GROUP;
  for (const subject of subjects ?? []) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= RBAC_GROUP;
  }
}

/** rbac validation, ValidateRoleBinding and ValidateClusterRoleBinding. */
export function bindingRules(errors: FieldError[], binding: Binding, options: { namespaced: boolean }): void {
  const { apiGroup, kind, name } = binding.roleRef;
  const kinds = options.namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  if (apiGroup !== RBAC_GROUP) errors.push(notSupported('roleRef.apiGroup', apiGroup, [RBAC_GROUP]));
  if (!kinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, kinds));
  if (!name) errors.push(required('roleRef.name'));
  else faults(errors, 'roleRef.name', name, pathSegmentFaults(name));
  binding.subjects?.forEach((subject, i) => subjectRules(errors, index('subjects', i), subject, options));
}

/** The role of a binding is fixed. */
export function sameRole(errors: FieldError[], binding: Binding, old: Binding): void {
  const { apiGroup, kind, name } = binding.roleRef;
  const before = old.roleRef;
  if (apiGroup === before.apiGroup && kind === before.kind && name === before.name) return;
  errors.push(invalid('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef'));
}

function subjectRules(
  errors: FieldError[],
  path: string,
  subject: Subject,
  { namespaced }: { namespaced: boolean },
): void {
  const { kind, name, apiGroup = '', namespace = '' } = subject;
  if (!name) errors.push(required(child(path, 'name')));
  if (kind === 'ServiceAccount') {
    if (name) faults(errors, child(path, 'name'), name, validateDns1123Subdomain(name));
    if (apiGroup !== '') errors.push(notSupported(child(path, 'apiGroup'), apiGroup, ['']));
    if (!namespaced && namespace === '') errors.push(required(child(path, 'namespace')));
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== RBAC_GROUP) errors.push(notSupported(child(path, 'apiGroup'), apiGroup, [RBAC_GROUP]));
  } else {
    errors.push(notSupported(child(path, 'kind'), kind, ['ServiceAccount', 'User', 'Group']));
  }
}
