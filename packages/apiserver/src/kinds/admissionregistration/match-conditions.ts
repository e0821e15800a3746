import type { MatchCondition } from '@kubewright/api/admissionregistration/v1';
import { child, duplicate, index, required, tooMany } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from '../shared/rules.js';

const MAX_CONDITIONS = 64;

/** Conditions of webhooks and policies. The expressions themselves are not compiled here. */
export function matchConditionRules(
  errors: FieldError[],
  path: string,
  conditions: MatchCondition[] | undefined,
): void {
  if (conditions === undefined) return;
  if (conditions.length > MAX_CONDITIONS) errors.push(tooMany(path, conditions.length, MAX_CONDITIONS));
  const names = new Set<string>();
  conditions.forEach(({ name, expression }, i) => {
    const at = index(path, i);
    if (!expression?.trim()) errors.push(required(child(at, 'expression')));
    if (!name) {
      errors.push(required(child(at, 'name')));
      return;
    }
    qualifiedName(errors, child(at, 'name'), name);
    if (names.has(name)) errors.push(duplicate(child(at, 'name'), name));
    names.add(name);
  });
}
