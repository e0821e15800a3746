import type { IntOrString } from '@kubewright/api';
import { child, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { atMost100Percent, countOrPercent, percentOf } from './numbers.js';

export interface RollingUpdate {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
}

/** How many pods may be missing or in excess during an update (apps validation, ValidateRollingUpdateDeployment). */
export function rollingUpdateRules(errors: FieldError[], path: string, update: RollingUpdate): void {
  const { maxUnavailable = 0, maxSurge = 0 } = update;
  countOrPercent(errors, child(path, 'maxUnavailable'), maxUnavailable);
  countOrPercent(errors, child(path, 'maxSurge'), maxSurge);
  if (amount(maxUnavailable) === 0 && amount(maxSurge) === 0) {
    errors.push(invalid(child(path, 'maxUnavailable'), maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  atMost100Percent(errors, child(path, 'maxUnavailable'), maxUnavailable);
}

/** The number or the percentage, whichever it is. */
export function amount(value: IntOrString): number {
  if (typeof value === 'number') return value;
  const number = percentOf(value) ?? Number(value);
  return Number.isNaN(number) ? 0 : number;
}
