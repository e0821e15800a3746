import type { ClusterRoleBinding } from '@kubewright/api/rbac/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { bindingTable } from './binding-table.js';
import { bindingRules, defaultBinding, RBAC_GROUP, sameRole } from './role-rules.js';

/** registry/rbac/clusterrolebinding/strategy.go. */
export const clusterRoleBinding = behaviour<ClusterRoleBinding>({
  group: RBAC_GROUP,
  kind: 'ClusterRoleBinding',
  nameRule: 'pathSegment',
  hasGeneration: false,
  defaults: defaultBinding,
  validate: validateBinding,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    sameRole(errors, object, old);
    return errors;
  },
  table: bindingTable('ClusterRoleBinding', 'clusterRoleBinding'),
});

function validateBinding(object: ClusterRoleBinding): FieldError[] {
  const errors: FieldError[] = [];
  bindingRules(errors, object, { namespaced: false });
  return errors;
}
