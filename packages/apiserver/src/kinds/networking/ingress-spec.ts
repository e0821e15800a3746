import { validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import type { HTTPIngressPath, IngressBackend, IngressSpec, IngressTLS } from '@kubewright/api/networking/v1';
import { child, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { ipFamily } from '../shared/ip-address.js';
import { portNameFaults, portNumber } from '../shared/numbers.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { faults } from '../shared/rules.js';

/** networking validation, ValidateIngressSpec. */
export function ingressSpecRules(errors: FieldError[], path: string, spec: IngressSpec): void {
  const { defaultBackend, rules = [], tls = [], ingressClassName } = spec;
  if (rules.length === 0 && defaultBackend === undefined) {
    errors.push(invalid(path, spec.rules, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend !== undefined) backendRules(errors, child(path, 'defaultBackend'), defaultBackend);
  rules.forEach(({ host, http }, i) => {
    const at = index(child(path, 'rules'), i);
    if (host) ruleHost(errors, child(at, 'host'), host);
    if (http === undefined) return;
    const pathsPath = child(at, 'http.paths');
    if ((http.paths?.length ?? 0) === 0) errors.push(required(pathsPath));
    http.paths?.forEach((entry, p) => pathRules(errors, index(pathsPath, p), entry));
  });
  tls.forEach((entry, i) => tlsRules(errors, index(child(path, 'tls'), i), entry));
  if (ingressClassName !== undefined) {
    faults(
      errors,
      child(path, 'ingressClassName'),
      ingressClassName,
      validateDns1123Subdomain(ingressClassName),
    );
  }
}

const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const WILDCARD = new RegExp(`^\\*\\.${SUBDOMAIN}$`);
const WILDCARD_MESSAGE = `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.${SUBDOMAIN}')`;

function hostRule(errors: FieldError[], path: string, host: string): void {
  if (!host.includes('*')) faults(errors, path, host, validateDns1123Subdomain(host));
  else if (!WILDCARD.test(host)) errors.push(invalid(path, host, WILDCARD_MESSAGE));
}

function ruleHost(errors: FieldError[], path: string, host: string): void {
  if (ipFamily(host) !== undefined) errors.push(invalid(path, host, 'must be a DNS name, not an IP address'));
  hostRule(errors, path, host);
}

function tlsRules(errors: FieldError[], path: string, { hosts, secretName }: IngressTLS): void {
  hosts?.forEach((host, i) => hostRule(errors, index(child(path, 'hosts'), i), host));
  if (secretName) faults(errors, child(path, 'secretName'), secretName, validateDns1123Subdomain(secretName));
}

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_SUFFIXES = ['/..', '/.'];

function pathRules(
  errors: FieldError[],
  at: string,
  { path = '', pathType, backend }: HTTPIngressPath,
): void {
  const pathPath = child(at, 'path');
  if (pathType === undefined || pathType === null) {
    errors.push(required(child(at, 'pathType'), 'pathType must be specified'));
    return;
  }
  if (!PATH_TYPES.includes(pathType)) {
    errors.push(notSupported(child(at, 'pathType'), pathType, PATH_TYPES));
  } else {
    const strict = pathType !== 'ImplementationSpecific';
    if (!path.startsWith('/') && (strict || path !== '')) {
      errors.push(invalid(pathPath, path, 'must be an absolute path'));
    }
    if (strict) badParts(errors, pathPath, path);
  }
  backendRules(errors, child(at, 'backend'), backend);
}

function badParts(errors: FieldError[], at: string, path: string): void {
  for (const part of BAD_SEQUENCES) {
    if (path.includes(part)) errors.push(invalid(at, path, `must not contain '${part}'`));
  }
  for (const part of BAD_SUFFIXES)
    if (path.endsWith(part)) errors.push(invalid(at, path, `cannot end with '${part}'`));
}

function backendRules(errors: FieldError[], path: string, { resource, service }: IngressBackend): void {
  if (resource !== undefined && service !== undefined) {
    errors.push(invalid(path, '', 'cannot set both resource and service backends'));
  } else if (resource !== undefined) {
    referenceRules(errors, child(path, 'resource'), resource);
  } else if (service !== undefined) {
    serviceRules(errors, path, service);
  } else {
    errors.push(invalid(path, '', 'resource or service backend is required'));
  }
}

function serviceRules(
  errors: FieldError[],
  path: string,
  service: NonNullable<IngressBackend['service']>,
): void {
  const namePath = child(path, 'service.name');
  if (!service.name) errors.push(required(namePath));
  else faults(errors, namePath, service.name, validateDns1123Label(service.name));
  const { name = '', number = 0 } = service.port ?? {};
  if (name !== '' && number !== 0) errors.push(invalid(path, '', 'cannot set both port name & port number'));
  else if (name !== '') faults(errors, child(path, 'service.port.name'), name, portNameFaults(name));
  else if (number !== 0) portNumber(errors, child(path, 'service.port.number'), number);
  else errors.push(required(path, 'port name or number is required'));
}

/** A reference to an object of any kind (validateIngressTypedLocalObjectReference). */
export function referenceRules(
  errors: FieldError[],
  path: string,
  reference: { apiGroup?: string; kind: string; name: string },
): void {
  const { apiGroup } = reference;
  if (apiGroup !== undefined && apiGroup !== null) {
    faults(errors, child(path, 'apiGroup'), apiGroup, validateDns1123Subdomain(apiGroup));
  }
  for (const field of ['kind', 'name'] as const) {
    const value = reference[field];
    if (!value) errors.push(required(child(path, field)));
    else faults(errors, child(path, field), value, pathSegmentFaults(value));
  }
}
