import type { ClusterRole } from '@kubewright/api/rbac/v1';
import { index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { defaultTable } from '../shared/columns.js';
import { validLabelSelector } from '../shared/labels.js';
import { policyRules, RBAC_GROUP } from './role-rules.js';

/** registry/rbac/clusterrole/strategy.go. */
export const clusterRole = behaviour<ClusterRole>({
  group: RBAC_GROUP,
  kind: 'ClusterRole',
  keepsEmpty: { rules: 'null' },
  nameRule: 'pathSegment',
  hasGeneration: false,
  validate: validateRole,
  table: defaultTable,
});

function validateRole(object: ClusterRole): FieldError[] {
  const errors: FieldError[] = [];
  policyRules(errors, object.rules, { namespaced: false });
  const selectors = object.aggregationRule?.clusterRoleSelectors ?? [];
  const path = 'aggregationRule.clusterRoleSelectors';
  if (object.aggregationRule !== undefined && selectors.length === 0) {
    const message = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    errors.push(required(path, message));
  }
  selectors.forEach((selector, i) => {
    const before = errors.length;
    validLabelSelector(errors, index(path, i), selector);
    if (errors.length > before) errors.push(invalid(index(path, i), null, 'invalid label selector.'));
  });
  return errors;
}
