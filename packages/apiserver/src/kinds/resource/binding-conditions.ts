import { child, duplicate, index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from '../shared/rules.js';
import { boundedList } from './bounded-list.js';

const MAX_CONDITIONS = 4;

interface BindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** What a device waits for, and what ends the waiting (resource validation, validateDeviceBindingParameters). */
export function bindingConditions(errors: FieldError[], path: string, device: BindingConditions): void {
  const conditions = device.bindingConditions ?? [];
  const failures = device.bindingFailureConditions ?? [];
  for (const [field, list] of [
    ['bindingConditions', conditions],
    ['bindingFailureConditions', failures],
  ] as const) {
    const at = child(path, field);
    boundedList(errors, at, list, MAX_CONDITIONS, (one, name) => qualifiedName(errors, one, name));
    list.forEach((name, i) => {
      if (list.indexOf(name) < i) errors.push(duplicate(index(at, i), name));
      if (list !== failures || !conditions.includes(name)) return;
      const message = 'bindingFailureConditions must not overlap with bindingConditions';
      errors.push(invalid(index(at, i), name, message));
    });
  }
  if (conditions.length === 0 && failures.length > 0) {
    const message = 'bindingConditions are required to use bindingFailureConditions';
    errors.push(invalid(child(path, 'bindingConditions'), device.bindingConditions, message));
  }
  if (failures.length === 0 && conditions.length > 0) {
    const message = 'bindingFailureConditions are required to use bindingConditions';
    errors.push(invalid(child(path, 'bindingFailureConditions'), device.bindingFailureConditions, message));
  }
}
