import type { OpaqueDeviceConfiguration } from '@kubewright/api/resource/v1';
import { child, invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { driverName } from '../shared/driver-name.js';

const MAX_PARAMETERS_BYTES = 10 * 1024;

/** Configuration of devices that only their driver understands (resource validation, validateDeviceConfiguration). */
export function deviceConfiguration(
  errors: FieldError[],
  path: string,
  { opaque }: { opaque?: OpaqueDeviceConfiguration },
): void {
  const at = child(path, 'opaque');
  if (opaque === undefined) {
    errors.push(required(at));
    return;
  }
  driverName(errors, child(at, 'driver'), opaque.driver);
  rawObject(errors, child(at, 'parameters'), opaque.parameters);
}

/** Data of a driver: a JSON object of limited size (validateRawExtension). */
export function rawObject(errors: FieldError[], path: string, value: unknown): void {
  if (value === undefined || value === null) errors.push(required(path));
  else if (Buffer.byteLength(JSON.stringify(value)) > MAX_PARAMETERS_BYTES)
    errors.push(tooLong(path, MAX_PARAMETERS_BYTES));
  else if (typeof value !== 'object' || Array.isArray(value)) {
    errors.push({ ...invalid(path, '<value omitted>', 'must be a valid JSON object') });
  }
}
