import { validateDns1123Subdomain } from '@kubewright/api';
import { invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

const MAX_LENGTH = 63;

/** The name of a CSI driver, in any case of letters (core validation, ValidateCSIDriverName). */
export function driverName(errors: FieldError[], path: string, name: string | undefined): void {
  if (!name) {
    errors.push(required(path));
    return;
  }
  if (name.length > MAX_LENGTH) errors.push(tooLong(path, MAX_LENGTH));
  for (const message of validateDns1123Subdomain(name.toLowerCase()))
    errors.push(invalid(path, name, message));
}
