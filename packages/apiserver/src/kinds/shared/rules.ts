import { validateDns1123Label, validateDns1123Subdomain, validateLabelKey } from '@kubewright/api';
import { invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

// The rules in this folder all read `rule(errors, path, value)`: they add what is wrong with the value at that path to
// the list, and nothing when it is right. Texts are those of apimachinery `pkg/util/validation/validation.go`.

/** Adds one `Invalid value` per fault. */
export function faults(
  errors: FieldError[],
  path: string,
  value: unknown,
  messages: readonly string[],
): void {
  for (const message of messages) errors.push(invalid(path, value, message));
}

export function dnsLabel(errors: FieldError[], path: string, value: string): void {
  faults(errors, path, value, validateDns1123Label(value));
}

export function dnsSubdomain(errors: FieldError[], path: string, value: string): void {
  faults(errors, path, value, validateDns1123Subdomain(value));
}

/** A name with an optional DNS prefix, as of labels: `example.com/name`. */
export function qualifiedName(errors: FieldError[], path: string, value: string): void {
  faults(errors, path, value, validateLabelKey(value));
}

/** Required, and one of the allowed values. */
export function oneOf(
  errors: FieldError[],
  path: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value === undefined || value === '') errors.push(required(path));
  else if (!allowed.includes(value)) errors.push(notSupported(path, value, allowed));
}

/** One of the allowed values when there is a value at all. */
export function optionalOneOf(
  errors: FieldError[],
  path: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value !== undefined && !allowed.includes(value)) errors.push(notSupported(path, value, allowed));
}

const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;
const CONFIG_KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** A key of a config map or a secret. */
export function configKey(errors: FieldError[], path: string, value: string): void {
  if (value.length > 253) errors.push(invalid(path, value, 'must be no more than 253 characters'));
  if (!CONFIG_KEY.test(value)) errors.push(invalid(path, value, CONFIG_KEY_MESSAGE));
  if (value === '.') errors.push(invalid(path, value, "must not be '.'"));
  else if (value === '..') errors.push(invalid(path, value, "must not be '..'"));
  else if (value.startsWith('..')) errors.push(invalid(path, value, "must not start with '..'"));
}

const ENVIRONMENT_NAME = /^[\x20-\x3c\x3e-\x7e]*$/;

export function environmentName(errors: FieldError[], path: string, value: string): void {
  if (value === '') errors.push(invalid(path, value, 'environment variable name must be non-empty'));
  if (!ENVIRONMENT_NAME.test(value)) {
    const message =
      "a valid environment variable name must consist only of printable ASCII characters other than '='";
    errors.push(invalid(path, value, message));
  }
}

const HEADER_NAME = /^[-A-Za-z0-9]+$/;

export function headerName(errors: FieldError[], path: string, value: string): void {
  if (HEADER_NAME.test(value)) return;
  const message =
    "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
  errors.push(invalid(path, value, message));
}

/** Relative, and without `..` as an element. */
export function descendingPath(errors: FieldError[], path: string, value: string): void {
  if (value.startsWith('/')) errors.push(invalid(path, value, 'must be a relative path'));
  noBacksteps(errors, path, value);
}

/** As `descendingPath`, and not starting with `..`. */
export function nonReservedPath(errors: FieldError[], path: string, value: string): void {
  descendingPath(errors, path, value);
  if (value.startsWith('..') && !value.startsWith('../') && value !== '..') {
    errors.push(invalid(path, value, "must not start with '..'"));
  }
}

export function noBacksteps(errors: FieldError[], path: string, value: string): void {
  if (value.includes('..') && value.split('/').includes('..')) {
    errors.push(invalid(path, value, "must not contain '..'"));
  }
}

const HTTP_PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** `acme.io/foo`: a domain, and a path below it. */
export function domainPrefixedPath(errors: FieldError[], path: string, value: string): void {
  const slash = value.indexOf('/');
  if (value === '') {
    errors.push(required(path));
  } else if (slash <= 0 || slash === value.length - 1) {
    errors.push(invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    dnsSubdomain(errors, path, value.slice(0, slash));
    const rest = value.slice(slash + 1);
    if (HTTP_PATH.test(rest)) return;
    const message = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
    errors.push(invalid(path, rest, message));
  }
}
