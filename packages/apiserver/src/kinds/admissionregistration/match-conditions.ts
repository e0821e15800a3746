import type { MatchCondition } from '@kubewright/api/admissionregistration/v1';
import { child, duplicate, index, required, tooMany } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from '../shared/rules.js';

const MAX_CONDITIONS = 64;

/** Conditions of webhooks and policies. `judge`: tells what is wrong with an expression; without it none is judged. */
export function matchConditionRules(
  errors: FieldError[],
  path: string,
  conditions: MatchCondition[] | undefined,
  judge?: (path: string, expression: string) => FieldError | undefined,
): void {
  if (conditions === undefined) return;
  if (conditions.length > MAX_CONDITIONS) errors.push(tooMany(path, conditions.length, MAX_CONDITIONS));
  const names = new Set<string>();
  conditions.forEach(({ name, expression }, i) => {
    const at = index(path, i);
    const text = expression?.trim() ?? '';
    const error = text === '' ? required(child(at, 'expression')) : judge?.(child(at, 'expression'), text);
    if (error !== undefined) errors.push(error);
    if (!name) {
      errors.push(required(child(at, 'name')));
      return;
    }
    qualifiedName(errors, child(at, 'name'), name);
    if (names.has(name)) errors.push(duplicate(child(at, 'name'), name));
    names.add(name);
  });
}
