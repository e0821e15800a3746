import { validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import { invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { driverName } from '../shared/driver-name.js';
import { faults } from '../shared/rules.js';

const MAX_POOL_NAME_LENGTH = 253;

/** The name of a pool: DNS names between slashes (resource validation, validatePoolName). */
export function poolName(errors: FieldError[], path: string, name: string | undefined): void {
  if (!name) {
    errors.push(required(path));
    return;
  }
  if (name.length > MAX_POOL_NAME_LENGTH) errors.push(tooLong(path, MAX_POOL_NAME_LENGTH));
  for (const part of name.split('/')) faults(errors, path, part, validateDns1123Subdomain(part));
}

export function deviceName(errors: FieldError[], path: string, name: string | undefined): void {
  faults(errors, path, name ?? '', validateDns1123Label(name ?? ''));
}

export function deviceClassName(errors: FieldError[], path: string, name: string | undefined): void {
  if (!name) errors.push(required(path));
  else faults(errors, path, name, validateDns1123Subdomain(name));
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const IDENTIFIER_MESSAGE =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
const MAX_ID_LENGTH = 32;

function identifier(errors: FieldError[], path: string, name: string): void {
  if (name.length > MAX_ID_LENGTH) errors.push(tooLong(path, MAX_ID_LENGTH));
  if (!IDENTIFIER.test(name)) errors.push(invalid(path, name, IDENTIFIER_MESSAGE));
}

/** The name of an attribute or a capacity, with or without a domain (validateQualifiedName). */
export function attributeName(errors: FieldError[], path: string, name: string): void {
  const [first = '', second, ...more] = name.split('/');
  // Two slashes and more pass in the real server.
  if (more.length > 0) return;
  if (second === undefined) {
    identifier(errors, path, first);
    return;
  }
  if (first === '') errors.push(invalid(path, '', 'the domain must not be empty'));
  else driverName(errors, path, first);
  if (second === '') errors.push(invalid(path, '', 'the name must not be empty'));
  else identifier(errors, path, second);
}

/** The name of an attribute with its domain (validateFullyQualifiedName). */
export function fullAttributeName(errors: FieldError[], path: string, name: string): void {
  attributeName(errors, path, name);
  if (name.includes('/')) return;
  const message = 'a fully qualified name must be a domain and a name separated by a slash';
  errors.push(invalid(path, name, message));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of a share of a device (validateUID). */
export function shareId(errors: FieldError[], path: string, id: string | undefined): void {
  if (id === undefined || UUID.test(id)) return;
  if (UUID.test(id.toLowerCase())) {
    const message =
      'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters';
    errors.push(invalid(path, id, message));
    return;
  }
  const fault = id.length === 36 ? 'invalid UUID format' : `invalid UUID length: ${id.length}`;
  errors.push(invalid(path, id, `error validating uid: ${fault}`));
}
