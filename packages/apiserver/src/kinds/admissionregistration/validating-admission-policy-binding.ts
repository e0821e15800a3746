import type {
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from '@kubewright/api/admissionregistration/v1';
import { duplicate, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { defaultMatchResources, matchResourceRules } from './match-resources.js';
import { policyBindingTable } from './policy-binding-table.js';
import { paramRefRules, policyNameRules } from './policy-parameters.js';

/** registry/admissionregistration/validatingadmissionpolicybinding/strategy.go. */
export const validatingAdmissionPolicyBinding = behaviour<ValidatingAdmissionPolicyBinding>({
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingAdmissionPolicyBinding',
  hasGeneration: true,
  defaults: ({ spec }) => defaultMatchResources(spec?.matchResources),
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    policyNameRules(errors, 'spec.policyName', spec?.policyName);
    paramRefRules(errors, 'spec.paramRef', spec?.paramRef);
    if (spec?.matchResources !== undefined)
      matchResourceRules(errors, 'spec.matchResources', spec.matchResources);
    actionRules(errors, 'spec.validationActions', spec?.validationActions ?? []);
    return errors;
  },
  table: policyBindingTable,
});

const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];

function actionRules(
  errors: FieldError[],
  path: string,
  actions: ValidatingAdmissionPolicyBindingSpec['validationActions'],
): void {
  actions.forEach((action, i) => {
    if (!ACTIONS.includes(action)) errors.push(notSupported(index(path, i), action, ACTIONS));
    if (actions.indexOf(action) < i) errors.push(duplicate(index(path, i), action));
  });
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const message =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalid(path, actions, message));
  }
  if (actions.length === 0) errors.push(required(path, 'at least one validation action is required'));
}
