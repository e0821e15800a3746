import { validateLabelValue } from '@kubewright/api';
import type { PodSchedulingGate, Toleration, TopologySpreadConstraint } from '@kubewright/api/core/v1';
import {
  child,
  duplicate,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { validLabelSelector } from '../labels.js';
import { positive } from '../numbers.js';
import { optionalOneOf, qualifiedName } from '../rules.js';
import { labelKeys } from './affinity.js';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** The effect of a taint; required. */
export function taintEffect(errors: FieldError[], path: string, effect: string | undefined): void {
  if (!effect) errors.push(required(path));
  else if (!EFFECTS.includes(effect)) errors.push(notSupported(path, effect, EFFECTS));
}

/** Which taints a pod bears (core validation, ValidateTolerations). */
export function tolerations(errors: FieldError[], path: string, list: Toleration[] | undefined): void {
  list?.forEach((toleration, i) => {
    const at = index(path, i);
    const { key = '', operator = '', effect = '', tolerationSeconds } = toleration;
    if (key !== '') qualifiedName(errors, child(at, 'key'), key);
    if (key === '' && operator !== 'Exists') {
      const message =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalid(child(at, 'operator'), operator, message));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const message = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalid(child(at, 'effect'), effect, message));
    }
    tolerationValue(errors, child(at, 'operator'), operator, toleration.value ?? '');
    if (effect !== '') taintEffect(errors, child(at, 'effect'), effect);
  });
}

function tolerationValue(errors: FieldError[], path: string, operator: string, value: string): void {
  switch (operator) {
    case '':
    case 'Equal': {
      const messages = validateLabelValue(value);
      if (messages.length > 0) errors.push(invalid(path, value, messages.join(';')));
      break;
    }
    case 'Exists':
      if (value !== '') errors.push(invalid(path, value, "value must be empty when `operator` is 'Exists'"));
      break;
    case 'Lt':
    case 'Gt':
      errors.push(notSupported(path, operator, ['Equal', 'Exists', 'Lt', 'Gt']));
      break;
    default:
      errors.push(notSupported(path, operator, ['Equal', 'Exists']));
  }
}

/** Gates that hold a pod back from the scheduler. */
export function schedulingGates(
  errors: FieldError[],
  path: string,
  gates: PodSchedulingGate[] | undefined,
): void {
  const seen = new Set<string>();
  gates?.forEach(({ name }, i) => {
    qualifiedName(errors, index(path, i), name);
    if (seen.has(name)) errors.push(duplicate(index(path, i), name));
    seen.add(name);
  });
}

const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'];
const NODE_POLICIES = ['Honor', 'Ignore'];

/** How pods spread (validateTopologySpreadConstraints). */
export function topologySpread(
  errors: FieldError[],
  path: string,
  list: TopologySpreadConstraint[] | undefined,
): void {
  list?.forEach((constraint, i) => {
    const at = index(path, i);
    const { topologyKey, whenUnsatisfiable } = constraint;
    positive(errors, child(at, 'maxSkew'), constraint.maxSkew);
    if (!topologyKey) errors.push(required(child(at, 'topologyKey'), 'can not be empty'));
    if (!UNSATISFIABLE.includes(whenUnsatisfiable)) {
      errors.push(notSupported(child(at, 'whenUnsatisfiable'), whenUnsatisfiable ?? '', UNSATISFIABLE));
    }
    if (
      list
        .slice(i + 1)
        .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable)
    ) {
      errors.push(
        duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`),
      );
    }
    minDomains(errors, child(at, 'minDomains'), constraint);
    optionalOneOf(errors, child(at, 'nodeAffinityPolicy'), constraint.nodeAffinityPolicy, NODE_POLICIES);
    optionalOneOf(errors, child(at, 'nodeTaintsPolicy'), constraint.nodeTaintsPolicy, NODE_POLICIES);
    labelKeys(errors, at, constraint.labelSelector, constraint.matchLabelKeys);
    validLabelSelector(errors, child(at, 'labelSelector'), constraint.labelSelector);
  });
}

function minDomains(errors: FieldError[], path: string, constraint: TopologySpreadConstraint): void {
  const { minDomains: count, whenUnsatisfiable } = constraint;
  if (count === undefined) return;
  positive(errors, path, count);
  if (whenUnsatisfiable === 'DoNotSchedule') return;
  const message = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  errors.push(invalid(path, count, message));
}

/** Tolerations may be added to a pod, but not be changed or taken away (validateOnlyAddedTolerations). */
export function onlyAddedTolerations(
  errors: FieldError[],
  path: string,
  list: Toleration[] | undefined,
  old: Toleration[] | undefined,
): void {
  const kept = (a: Toleration, b: Toleration) =>
    a.key === b.key && a.operator === b.operator && a.value === b.value && a.effect === b.effect;
  if ((old ?? []).some((before) => !(list ?? []).some((after) => kept(before, after)))) {
    errors.push(forbidden(path, 'existing toleration can not be modified except its tolerationSeconds'));
  }
}
