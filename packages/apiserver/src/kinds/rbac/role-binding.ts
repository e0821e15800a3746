import type { RoleBinding } from '@kubewright/api/rbac/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { bindingTable } from './binding-table.js';
import { bindingRules, defaultBinding, RBAC_GROUP, sameRole } from './role-rules.js';

/** registry/rbac/rolebinding/strategy.go. */
export const roleBinding = behaviour<RoleBinding>({
  group: RBAC_GROUP,
  kind: 'RoleBinding',
  nameRule: 'pathSegment',
  hasGeneration: false,
  defaults: defaultBinding,
  validate: validateBinding,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    sameRole(errors, object, old);
    return errors;
  },
  table: bindingTable('RoleBinding', 'roleBinding'),
});

function validateBinding(object: RoleBinding): FieldError[] {
  const errors: FieldError[] = [];
  bindingRules(errors, object, { namespaced: true });
  return errors;
}
