import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from '@kubewright/api/admissionregistration/v1';
import { child, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { oneOf, optionalOneOf } from '../shared/rules.js';
import { matchConditionRules } from './match-conditions.js';
import { defaultMatchResources, matchConstraintRules, mutatingOperations } from './match-resources.js';
import { paramKindRules, variableRules } from './policy-parameters.js';
import { paramKindCell } from './validating-admission-policy.js';

/** registry/admissionregistration/mutatingadmissionpolicy/strategy.go. */
export const mutatingAdmissionPolicy = behaviour<MutatingAdmissionPolicy>({
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingAdmissionPolicy',
  hasGeneration: true,
  defaults: (object) => {
    const spec = (object.spec ??= {});
    spec.failurePolicy ??= 'Fail';
    defaultMatchResources(spec.matchConstraints);
  },
  validate: ({ spec }) => validateSpec(spec ?? {}),
  table: {
    columns: [
      NAME,
      column(
        'Mutations',
        'integer',
        'Mutation indicates the number of mutations rules defined in this configuration',
      ),
      column(
        'ParamKind',
        'string',
        'ParamKind specifies the kind of resources used to parameterize this policy',
      ),
      AGE,
    ],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      spec?.mutations?.length ?? 0,
      paramKindCell(spec?.paramKind),
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** admissionregistration validation, validateMutatingAdmissionPolicySpec. */
function validateSpec(spec: MutatingAdmissionPolicySpec): FieldError[] {
  const errors: FieldError[] = [];
  optionalOneOf(errors, 'spec.failurePolicy', spec.failurePolicy, ['Fail', 'Ignore']);
  if (spec.paramKind !== undefined) paramKindRules(errors, 'spec.paramKind', spec.paramKind);
  matchConstraintRules(errors, 'spec.matchConstraints', spec.matchConstraints);
  mutatingOperations(errors, 'spec.matchConstraints', spec.matchConstraints);
  matchConditionRules(errors, 'spec.matchConditions', spec.matchConditions);
  variableRules(errors, 'spec.variables', spec.variables);
  const mutations = spec.mutations ?? [];
  if (mutations.length === 0)
    errors.push(required('spec.mutations', 'mutations must contain at least one item'));
  mutations.forEach((mutation, i) => mutationRules(errors, index('spec.mutations', i), mutation));
  oneOf(errors, 'spec.reinvocationPolicy', spec.reinvocationPolicy, ['IfNeeded', 'Never']);
  return errors;
}

const PATCH_FIELDS = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;
const PATCH_TYPES = Object.keys(PATCH_FIELDS) as Array<keyof typeof PATCH_FIELDS>;

function mutationRules(errors: FieldError[], path: string, mutation: Mutation): void {
  const type = mutation.patchType;
  if (!type) {
    errors.push(required(child(path, 'patchType')));
    return;
  }
  if (!PATCH_TYPES.includes(type)) {
    errors.push(notSupported(child(path, 'patchType'), type, PATCH_TYPES));
    return;
  }
  for (const each of PATCH_TYPES) {
    const field = PATCH_FIELDS[each];
    const at = child(path, field);
    const patch = mutation[field];
    if (each !== type) {
      const message = `must not be specified when patchType is ${type}`;
      if (patch !== undefined) errors.push(invalid(at, `{${field}}`, message));
    } else if (patch === undefined) {
      errors.push(required(at, `must be specified when patchType is ${type}`));
    } else if (!patch.expression?.trim()) {
      errors.push(required(child(at, 'expression')));
    }
  }
}
