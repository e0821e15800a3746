import type { Container } from '@kubewright/api/core/v1';
import { child, index, notSupported, required, tooMany } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { optionalOneOf } from '../rules.js';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];

/** A container's own restart policy (core validation, validateContainerRestartPolicy; KEP-5307). */
export function containerRestartPolicy(errors: FieldError[], path: string, container: Container): void {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  const at = child(path, 'restartPolicy');
  if (restartPolicy !== undefined) optionalOneOf(errors, at, restartPolicy, POLICIES);
  else if (rules.length > 0)
    errors.push(required(at, 'must specify restartPolicy when restart rules are used'));
  const rulesPath = child(path, 'restartPolicyRules');
  if (rules.length > 20) errors.push(tooMany(rulesPath, rules.length, 20));
  rules.forEach(({ action, exitCodes }, i) => {
    const rulePath = index(rulesPath, i);
    if (!ACTIONS.includes(action)) errors.push(notSupported(child(rulePath, 'action'), action, ACTIONS));
    const codesPath = child(rulePath, 'exitCodes');
    if (exitCodes === undefined) {
      errors.push(required(codesPath, 'must be specified'));
      return;
    }
    if (!OPERATORS.includes(exitCodes.operator)) {
      errors.push(notSupported(child(codesPath, 'operator'), exitCodes.operator, OPERATORS));
    }
    const count = exitCodes.values?.length ?? 0;
    if (count > 255) errors.push(tooMany(child(codesPath, 'values'), count, 255));
  });
}
