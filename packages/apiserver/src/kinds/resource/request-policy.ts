import { addQuantity, canonicalQuantity, compareQuantity, quantityToNumber } from '@kubewright/api';
import type { Quantity } from '@kubewright/api';
import type { CapacityRequestPolicy, CapacityRequestPolicyRange } from '@kubewright/api/resource/v1';
import { child, forbidden, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { boundedSet } from './bounded-list.js';

/** How much of a capacity may be asked for (resource validation, validateRequestPolicy). */
export function requestPolicy(
  errors: FieldError[],
  path: string,
  capacity: Quantity,
  policy: CapacityRequestPolicy,
): void {
  const { validValues, validRange } = policy;
  const fallback: Quantity | null | undefined = policy.default;
  const hasValues = (validValues?.length ?? 0) > 0;
  if (hasValues && validRange !== undefined) {
    const message =
      'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    errors.push(forbidden(path, message));
    return;
  }
  if (!hasValues && validRange === undefined) return;
  const field = hasValues ? 'validValues' : 'validRange';
  if (fallback === undefined || fallback === null)
    errors.push(required(child(path, 'default'), `required when ${field} is defined`));
  else if (hasValues) valueRules(errors, child(path, field), fallback, capacity, validValues ?? []);
  else rangeRules(errors, child(path, field), fallback, capacity, validRange as CapacityRequestPolicyRange);
}

const MAX_VALUES = 10;

function valueRules(
  errors: FieldError[],
  path: string,
  fallback: Quantity,
  capacity: Quantity,
  values: readonly Quantity[],
): void {
  values.slice(1).forEach((value, i) => {
    if (compareQuantity(values[i] as Quantity, value) <= 0) return;
    const message = 'values must be sorted in ascending order';
    errors.push(invalid(index(path, i + 1), canonicalQuantity(value), message));
  });
  let hasDefault = false;
  boundedSet(
    errors,
    path,
    values,
    MAX_VALUES,
    (at, value) => {
      const message = `option is larger than capacity value: ${canonicalQuantity(capacity)}`;
      if (compareQuantity(value, capacity) > 0) errors.push(invalid(at, canonicalQuantity(value), message));
      if (compareQuantity(value, fallback) === 0) hasDefault = true;
    },
    (value) => String(Math.ceil(quantityToNumber(value))),
  );
  if (!hasDefault) {
    const message = 'default value is not valid according to the requestPolicy';
    errors.push(invalid(path, canonicalQuantity(fallback), message));
  }
}

function rangeRules(
  errors: FieldError[],
  path: string,
  fallback: Quantity,
  capacity: Quantity,
  { min, max, step }: CapacityRequestPolicyRange,
): void {
  if (min === undefined || min === null) {
    errors.push(required(child(path, 'min'), 'required when validRange is defined'));
    return;
  }
  const fault = (field: string, value: Quantity, message: string, than: Quantity) =>
    errors.push(
      invalid(child(path, field), canonicalQuantity(value), `${message}: ${canonicalQuantity(than)}`),
    );
  if (compareQuantity(min, capacity) > 0) fault('min', min, 'min is larger than capacity value', capacity);
  if (compareQuantity(fallback, min) < 0) fault('min', fallback, 'default is less than min', min);
  if (max !== undefined) {
    if (compareQuantity(min, max) > 0) fault('max', min, 'min is larger than max', max);
    if (compareQuantity(max, capacity) > 0) fault('max', max, 'max is larger than capacity value', capacity);
    if (compareQuantity(fallback, max) > 0) fault('max', fallback, 'default is more than max', max);
  }
  if (step === undefined) return;
  const whole = (value: Quantity): number => Math.ceil(quantityToNumber(value));
  const at = child(path, 'step');
  const sum = addQuantity(min, step);
  if (compareQuantity(sum, capacity) > 0) {
    const message = `one step ${sum} is larger than capacity value: ${canonicalQuantity(capacity)}`;
    errors.push(invalid(at, canonicalQuantity(step), message));
  }
  for (const value of [fallback, ...(max === undefined ? [] : [max])]) {
    if ((whole(value) - whole(min)) % whole(step) === 0) continue;
    const message = `value is not a multiple of a given step (${canonicalQuantity(step)}) from (${canonicalQuantity(min)})`;
    errors.push(invalid(at, canonicalQuantity(value), message));
  }
}
