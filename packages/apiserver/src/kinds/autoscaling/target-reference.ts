import type { CrossVersionObjectReference } from '@kubewright/api/autoscaling/v2';
import { child, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

/** What is scaled, or measured (autoscaling validation, ValidateCrossVersionObjectReference). */
export function targetRules(
  errors: FieldError[],
  path: string,
  target: CrossVersionObjectReference,
  { groupRequired = false }: { groupRequired?: boolean } = {},
): void {
  for (const field of ['kind', 'name'] as const) {
    const value = target[field];
    if (!value) errors.push(required(child(path, field)));
    else faults(errors, child(path, field), value, pathSegmentFaults(value));
  }
  const { apiVersion = '' } = target;
  if (apiVersion.split('/').length > 2) {
    errors.push(
      invalid(child(path, 'apiVersion'), apiVersion, `unexpected GroupVersion string: ${apiVersion}`),
    );
  } else if (groupRequired && !apiVersion.includes('/')) {
    errors.push(invalid(child(path, 'apiVersion'), apiVersion, 'apiVersion must specify API group'));
  }
}
