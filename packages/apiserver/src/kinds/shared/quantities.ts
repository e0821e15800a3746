import type { Quantity } from '@kubewright/api';
import { canonicalQuantity, compareQuantity, quantityToNumber } from '@kubewright/api';
import { invalid, key } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { NEGATIVE_MESSAGE, NOT_POSITIVE_MESSAGE } from './numbers.js';
import { isExtendedResource } from './resource-names.js';

export type Quantities = Record<string, Quantity>;

const BELOW_MILLI = /[nu]$/;

/** Rounds up to thousandths, the smallest amount resources are counted in (core/v1 `defaults.go`, SetDefaults_ResourceList). In place. */
export function roundUpQuantities(quantities: Quantities | undefined): void {
  for (const name in quantities) {
    const value = quantities[name] as Quantity;
    if (typeof value !== 'string' || !BELOW_MILLI.test(value)) continue;
    quantities[name] = canonicalQuantity(`${Math.ceil(quantityToNumber(value) * 1000)}m`);
  }
}

/** Copies entries that are missing. */
export function fillIn(target: Quantities, source: Quantities | undefined): void {
  for (const name in source) target[name] ??= source[name] as Quantity;
}

export function nonNegativeQuantity(errors: FieldError[], path: string, value: Quantity): void {
  if (compareQuantity(value, '0') < 0) errors.push(invalid(path, canonicalQuantity(value), NEGATIVE_MESSAGE));
}

/** No less than nothing in whole units (core validation, validateBasicResource). */
export function basicQuantity(errors: FieldError[], path: string, value: Quantity): void {
  const whole = Math.ceil(quantityToNumber(value));
  if (whole < 0) errors.push(invalid(path, whole, 'must be a valid resource quantity'));
}

export function positiveQuantity(errors: FieldError[], path: string, value: Quantity): void {
  if (compareQuantity(value, '0') <= 0)
    errors.push(invalid(path, canonicalQuantity(value), NOT_POSITIVE_MESSAGE));
}

// Counted in whole objects or devices (core helper, IsIntegerResourceName).
const INTEGER_RESOURCES = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);

/** The quantity of that resource: not negative, and whole where the resource is counted. */
export function resourceQuantity(errors: FieldError[], path: string, name: string, value: Quantity): void {
  nonNegativeQuantity(errors, path, value);
  if (!INTEGER_RESOURCES.has(name) && !isExtendedResource(name)) return;
  if (!Number.isInteger(quantityToNumber(value))) {
    errors.push(invalid(path, canonicalQuantity(value), 'must be an integer'));
  }
}

/** A request for huge pages is a whole number of pages. */
export function hugePagesQuantity(errors: FieldError[], path: string, name: string, value: Quantity): void {
  const amount = quantityToNumber(value);
  const page = quantityToNumber(name.slice('hugepages-'.length));
  if (amount >= 0 && amount % page === 0) return;
  const text = canonicalQuantity(value);
  errors.push(invalid(path, text, `${text} is not positive integer multiple of ${name}`));
}

/** Every entry of a map of quantities. */
export function resourceQuantities(
  errors: FieldError[],
  path: string,
  quantities: Quantities | undefined,
  nameRule: (errors: FieldError[], path: string, name: string) => void,
): void {
  for (const name in quantities) {
    const entry = key(path, name);
    nameRule(errors, entry, name);
    resourceQuantity(errors, entry, name, quantities[name] as Quantity);
  }
}
