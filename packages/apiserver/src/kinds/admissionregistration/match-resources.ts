import type { MatchResources, NamedRuleWithOperations } from '@kubewright/api/admissionregistration/v1';
import { child, duplicate, index, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validLabelSelector } from '../shared/labels.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults, optionalOneOf } from '../shared/rules.js';
import { operationRules } from './rule-operations.js';

/** Defaults of what policies and their bindings match (apis/admissionregistration/v1/defaults.go). In place. */
export function defaultMatchResources(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])])
    rule.scope ??= '*';
}

/** admissionregistration validation, validateMatchResources. */
export function matchResourceRules(errors: FieldError[], path: string, match: MatchResources): void {
  optionalOneOf(errors, child(path, 'matchPolicy'), match.matchPolicy, ['Equivalent', 'Exact']);
  for (const field of ['namespaceSelector', 'objectSelector'] as const)
    validLabelSelector(errors, child(path, field), match[field]);
  for (const field of ['resourceRules', 'excludeResourceRules'] as const)
    match[field]?.forEach((rule, i) => namedRule(errors, index(child(path, field), i), rule));
}

function namedRule(errors: FieldError[], path: string, rule: NamedRuleWithOperations): void {
  const names = rule.resourceNames ?? [];
  names.forEach((name, i) => {
    const at = index(child(path, 'resourceNames'), i);
    faults(errors, at, name, pathSegmentFaults(name));
    if (names.indexOf(name) < i) errors.push(duplicate(at, name));
  });
  operationRules(errors, path, rule);
}

/** What a policy matches: at least one rule, which gives the types of its expressions. */
export function matchConstraintRules(
  errors: FieldError[],
  path: string,
  match: MatchResources | undefined,
): void {
  if (match === undefined) {
    errors.push(required(path));
    return;
  }
  matchResourceRules(errors, path, match);
  if ((match.resourceRules?.length ?? 0) === 0) errors.push(required(child(path, 'resourceRules')));
}

const MUTATING: readonly string[] = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is deleted cannot be changed on its way. */
export function mutatingOperations(
  errors: FieldError[],
  path: string,
  match: MatchResources | undefined,
): void {
  for (const { operations } of match?.resourceRules ?? []) {
    for (const operation of operations ?? []) {
      if (MUTATING.includes(operation)) continue;
      errors.push(notSupported(child(path, 'resourceRules.operations'), operation, MUTATING));
    }
  }
}
