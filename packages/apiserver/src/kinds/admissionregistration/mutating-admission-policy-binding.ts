import type { MutatingAdmissionPolicyBinding } from '@kubewright/api/admissionregistration/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { defaultMatchResources, matchResourceRules, mutatingOperations } from './match-resources.js';
import { policyBindingTable } from './policy-binding-table.js';
import { paramRefRules, policyNameRules } from './policy-parameters.js';

/** registry/admissionregistration/mutatingadmissionpolicybinding/strategy.go. */
export const mutatingAdmissionPolicyBinding = behaviour<MutatingAdmissionPolicyBinding>({
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicyBinding',
  hasGeneration: true,
  defaults: ({ spec }) => defaultMatchResources(spec?.matchResources),
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    policyNameRules(errors, 'spec.policyName', spec?.policyName);
    paramRefRules(errors, 'spec.paramRef', spec?.paramRef);
    if (spec?.matchResources !== undefined)
      matchResourceRules(errors, 'spec.matchResources', spec.matchResources);
    mutatingOperations(errors, 'spec.matchResources', spec?.matchResources);
    return errors;
  },
  table: policyBindingTable,
});
