import { invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { qualifiedName } from '../shared/rules.js';

// Rules that classes of volumes share (storage validation, validateProvisioner and validateParameters).

export function provisionerName(errors: FieldError[], path: string, name: string | undefined): void {
  if (!name) errors.push(required(path));
  else qualifiedName(errors, path, name.toLowerCase());
}

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_BYTES = 256 * 1024;

export function driverParameters(
  errors: FieldError[],
  path: string,
  parameters: Readonly<Record<string, string>> | undefined,
): void {
  const entries = Object.entries(parameters ?? {});
  if (entries.length > MAX_PARAMETERS) {
    errors.push(tooLong(path, MAX_PARAMETERS));
    return;
  }
  if (parameters !== undefined && '' in parameters) errors.push(invalid(path, '', 'field can not be empty.'));
  const bytes = entries.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes > MAX_PARAMETERS_BYTES) errors.push(tooLong(path, MAX_PARAMETERS_BYTES));
}
