import type { ClusterRole } from '@kubewright/api/rbac/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { column, documented, NAME } from '../shared/columns.js';
import { RBAC_GROUP, policyRules } from './role-rules.js';

/** registry/rbac/clusterrole/strategy.go. */
export const clusterRole = behaviour<ClusterRole>({
  group: RBAC_GROUP,
  kind: 'ClusterRole',
  nameRule: 'pathSegment',
  hasGeneration: false,
  validate: validateRole,
  validateUpdate: validateRole,
  table: CREATED_AT_TABLE,
});

function validateRole(object: ClusterRole): FieldError[] {
  const errors: FieldError[] = [];
  policyRules(errors, object.rules, { namespaced: false });
  return errors;
}
