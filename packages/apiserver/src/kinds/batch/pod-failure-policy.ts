import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
} from '@kubewright/api/batch/v1';
import {
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  OMITTED,
  required,
  tooMany,
} from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from '../shared/rules.js';

const MAX_RULES = 20;
const MAX_CODES = 255;
const ACTIONS: readonly string[] = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS: readonly string[] = ['In', 'NotIn'];
const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];

/** What failed pods mean for their job (batch validation, validatePodFailurePolicy). */
export function podFailurePolicyRules(errors: FieldError[], path: string, spec: JobSpec): void {
  const at = child(path, 'rules');
  const rules = spec.podFailurePolicy?.rules ?? [];
  if (rules.length > MAX_RULES) errors.push(tooMany(at, rules.length, MAX_RULES));
  const template = spec.template.spec;
  const names = [...(template?.containers ?? []), ...(template?.initContainers ?? [])].map(
    ({ name }) => name,
  );
  rules.forEach((rule, i) => ruleRules(errors, index(at, i), rule, { spec, names }));
}

interface Context {
  readonly spec: JobSpec;
  readonly names: readonly string[];
}

function ruleRules(
  errors: FieldError[],
  path: string,
  rule: PodFailurePolicyRule,
  { spec, names }: Context,
): void {
  const { action, onExitCodes, onPodConditions } = rule;
  const actionPath = child(path, 'action');
  if (!action) errors.push(required(actionPath, `valid values: ${goList(ACTIONS)}`));
  else if (!ACTIONS.includes(action)) errors.push(notSupported(actionPath, action, ACTIONS));
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalid(actionPath, action, 'requires the backoffLimitPerIndex to be set'));
  }
  if (onExitCodes !== undefined) exitCodeRules(errors, child(path, 'onExitCodes'), onExitCodes, names);
  onPodConditions?.forEach(({ type, status }, i) => {
    const at = index(child(path, 'onPodConditions'), i);
    qualifiedName(errors, child(at, 'type'), type);
    if (!STATUSES.includes(status ?? ''))
      errors.push(notSupported(child(at, 'status'), status ?? '', STATUSES));
  });
  const both = onExitCodes !== undefined && (onPodConditions?.length ?? 0) > 0;
  const neither = onExitCodes === undefined && (onPodConditions?.length ?? 0) === 0;
  if (both)
    errors.push(withoutValue(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  if (neither)
    errors.push(withoutValue(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
}

function exitCodeRules(
  errors: FieldError[],
  path: string,
  requirement: PodFailurePolicyOnExitCodesRequirement,
  names: readonly string[],
): void {
  const { operator, containerName } = requirement;
  const values: readonly number[] = requirement.values ?? [];
  const operatorPath = child(path, 'operator');
  if (!operator) errors.push(required(operatorPath, `valid values: ${goList(OPERATORS)}`));
  else if (!OPERATORS.includes(operator)) errors.push(notSupported(operatorPath, operator, OPERATORS));
  if (containerName !== undefined && !names.includes(containerName)) {
    const message = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(child(path, 'containerName'), containerName, message));
  }
  const at = child(path, 'values');
  if (values.length === 0) errors.push(invalid(at, values, 'at least one value is required'));
  if (values.length > MAX_CODES) errors.push(tooMany(at, values.length, MAX_CODES));
  values.forEach((value, i) => {
    if (operator === 'In' && value === 0)
      errors.push(invalid(index(at, i), 0, 'must not be 0 for the In operator'));
    if (values.indexOf(value) < i) errors.push(duplicate(index(at, i), value));
  });
  if (values.some((value, i) => i > 0 && (values[i - 1] ?? 0) > value)) {
    errors.push(invalid(at, values, 'must be ordered'));
  }
}

const goList = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;

// The value itself is left out of the text.
function withoutValue(path: string, detail: string): FieldError {
  return invalid(path, OMITTED, detail);
}
