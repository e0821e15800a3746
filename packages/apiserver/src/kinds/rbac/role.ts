import type { Role } from '@kubewright/api/rbac/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { defaultTable } from '../shared/columns.js';
import { policyRules, RBAC_GROUP } from './role-rules.js';

/** registry/rbac/role/strategy.go. */
export const role = behaviour<Role>({
  group: RBAC_GROUP,
  kind: 'Role',
  keepsEmpty: { rules: 'null' },
  nameRule: 'pathSegment',
  hasGeneration: false,
  validate: validateRole,
  table: defaultTable,
});

function validateRole(object: Role): FieldError[] {
  const errors: FieldError[] = [];
  policyRules(errors, object.rules, { namespaced: true });
  return errors;
}
