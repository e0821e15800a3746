import { validateDns1123Label, validateDns1123Subdomain, validateLabelValue } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { validLabelSelector } from '../labels.js';
import { faults, qualifiedName } from '../rules.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Rules on the nodes and the company of a pod (core validation, validateAffinity). */
export function affinity(errors: FieldError[], path: string, value: Affinity | undefined): void {
  if (value === undefined) return;
  const node = value.nodeAffinity;
  if (node !== undefined) {
    const at = child(path, 'nodeAffinity');
    if (node[REQUIRED] !== undefined) nodeSelector(errors, child(at, REQUIRED), node[REQUIRED]);
    node[PREFERRED]?.forEach((term, i) => {
      const termPath = index(child(at, PREFERRED), i);
      weight(errors, termPath, term.weight);
      nodeSelectorTerm(errors, child(termPath, 'preference'), term.preference, { anyValue: true });
    });
  }
  podAffinity(errors, child(path, 'podAffinity'), value.podAffinity);
  podAffinity(errors, child(path, 'podAntiAffinity'), value.podAntiAffinity);
}

function weight(errors: FieldError[], path: string, value: number): void {
  if (value <= 0 || value > 100)
    errors.push(invalid(child(path, 'weight'), value, 'must be in the range 1-100'));
}

/** A choice of nodes (ValidateNodeSelector), also that of persistent volumes. */
export function nodeSelector(errors: FieldError[], path: string, selector: NodeSelector): void {
  const at = child(path, 'nodeSelectorTerms');
  const terms = selector.nodeSelectorTerms ?? [];
  if (terms.length === 0) errors.push(required(at, 'must have at least one node selector term'));
  terms.forEach((term, i) => nodeSelectorTerm(errors, index(at, i), term, { anyValue: false }));
}

function nodeSelectorTerm(
  errors: FieldError[],
  path: string,
  term: NodeSelectorTerm,
  { anyValue }: { anyValue: boolean },
): void {
  term.matchExpressions?.forEach((requirement, i) => {
    const at = index(child(path, 'matchExpressions'), i);
    requirementValues(errors, at, requirement);
    qualifiedName(errors, child(at, 'key'), requirement.key);
    if (anyValue) return;
    requirement.values?.forEach((value, v) =>
      faults(errors, index(child(at, 'values'), v), value, validateLabelValue(value)),
    );
  });
  term.matchFields?.forEach((requirement, i) =>
    fieldRequirement(errors, index(child(path, 'matchFields'), i), requirement),
  );
}

function requirementValues(
  errors: FieldError[],
  path: string,
  { operator, values = [] }: NodeSelectorRequirement,
): void {
  const at = child(path, 'values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0)
        errors.push(required(at, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.push(forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        errors.push(required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalid(child(path, 'operator'), operator, 'not a valid selector operator'));
  }
}

function fieldRequirement(
  errors: FieldError[],
  path: string,
  { key, operator, values = [] }: NodeSelectorRequirement,
): void {
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(child(path, 'operator'), operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const message = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(child(path, 'values'), message));
  }
  if (key !== 'metadata.name') {
    errors.push(invalid(child(path, 'key'), key, 'not a valid field selector key'));
    return;
  }
  values.forEach((value, i) =>
    faults(errors, index(child(path, 'values'), i), value, validateDns1123Subdomain(value)),
  );
}

function podAffinity(errors: FieldError[], path: string, value: PodAffinity | undefined): void {
  if (value === undefined) return;
  value[REQUIRED]?.forEach((term, i) => podAffinityTerm(errors, index(child(path, REQUIRED), i), term));
  value[PREFERRED]?.forEach((term, i) => {
    const at = index(child(path, PREFERRED), i);
    weight(errors, at, term.weight);
    podAffinityTerm(errors, child(at, 'podAffinityTerm'), term.podAffinityTerm);
  });
}

function podAffinityTerm(errors: FieldError[], path: string, term: PodAffinityTerm): void {
  validLabelSelector(errors, child(path, 'labelSelector'), term.labelSelector);
  validLabelSelector(errors, child(path, 'namespaceSelector'), term.namespaceSelector);
  for (const name of term.namespaces ?? [])
    faults(errors, child(path, 'namespace'), name, validateDns1123Label(name));
  labelKeys(errors, path, term.labelSelector, term.matchLabelKeys, term.mismatchLabelKeys);
  if (!term.topologyKey) errors.push(required(child(path, 'topologyKey'), 'can not be empty'));
  qualifiedName(errors, child(path, 'topologyKey'), term.topologyKey ?? '');
}

/** Keys that make terms relative to the pod's own labels (ValidateMatchLabelKeysAndMismatchLabelKeys). */
export function labelKeys(
  errors: FieldError[],
  path: string,
  selector: LabelSelector | undefined,
  matching: readonly string[] = [],
  mismatching: readonly string[] = [],
): void {
  const lists = [
    ['matchLabelKeys', matching],
    ['mismatchLabelKeys', mismatching],
  ] as const;
  for (const [field, keys] of lists) {
    if (keys.length === 0) continue;
    const at = child(path, field);
    if (selector === undefined)
      errors.push(forbidden(at, 'must not be specified when labelSelector is not set'));
    else keys.forEach((key, i) => qualifiedName(errors, index(at, i), key));
  }
  matching.forEach((key, i) => {
    if (!mismatching.includes(key)) return;
    const message = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalid(index(child(path, 'matchLabelKeys'), i), key, message));
  });
}
