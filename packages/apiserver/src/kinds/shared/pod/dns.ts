import { validateDns1123Subdomain } from '@kubewright/api';
import type { HostAlias, PodDNSConfig } from '@kubewright/api/core/v1';
import { child, index, invalid, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { ipAddress } from '../ip-address.js';
import { dnsSubdomain, faults } from '../rules.js';

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;

/** How a pod resolves names (core validation, validatePodDNSConfig). */
export function dnsConfig(
  errors: FieldError[],
  path: string,
  config: PodDNSConfig | undefined,
  policy: string | undefined,
): void {
  if (policy === 'None' && config === undefined) {
    errors.push(required(path, 'must provide `dnsConfig` when `dnsPolicy` is None'));
    return;
  }
  if (policy === 'None' && (config?.nameservers?.length ?? 0) === 0) {
    const message = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    errors.push(required(child(path, 'nameservers'), message));
    return;
  }
  if (config === undefined) return;
  const { nameservers = [], searches = [], options = [] } = config;
  const atMost = (field: string, value: unknown, count: number, max: number, what: string) => {
    if (count > max)
      errors.push(invalid(child(path, field), value, `must not have more than ${max} ${what}`));
  };
  atMost('nameservers', nameservers, nameservers.length, MAX_NAMESERVERS, 'nameservers');
  nameservers.forEach((server, i) => ipAddress(errors, index(child(path, 'nameservers'), i), server));
  atMost('searches', searches, searches.length, MAX_SEARCHES, 'search paths');
  const length = searches.join(' ').length;
  atMost('searches', searches, length, MAX_SEARCH_LENGTH, 'characters (including spaces) in the search list');
  searches.forEach((search, i) => searchPath(errors, index(child(path, 'searches'), i), search));
  options.forEach(({ name }, i) => {
    if (!name) errors.push(required(index(child(path, 'options'), i), 'must not be empty'));
  });
}

const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const SEARCH_PATH = new RegExp(`^${UNDERSCORE_SUBDOMAIN}$`);
const SEARCH_PATH_MESSAGE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${UNDERSCORE_SUBDOMAIN}')`;

function searchPath(errors: FieldError[], path: string, search: string): void {
  if (search === '.') return;
  const name = search.endsWith('.') ? search.slice(0, -1) : search;
  if (name.length > 253) errors.push(invalid(path, name, 'must be no more than 253 characters'));
  if (!SEARCH_PATH.test(name)) errors.push(invalid(path, name, SEARCH_PATH_MESSAGE));
}

/** Lines for the hosts file of a pod. */
export function hostAliases(errors: FieldError[], path: string, aliases: HostAlias[] | undefined): void {
  aliases?.forEach((alias, i) => {
    const at = index(path, i);
    ipAddress(errors, child(at, 'ip'), alias.ip);
    alias.hostnames?.forEach((name, h) => dnsSubdomain(errors, index(child(at, 'hostnames'), h), name));
  });
}

/** A host name given to a pod in full (validatePodHostName). */
export function hostnameOverride(
  errors: FieldError[],
  path: string,
  spec: {
    hostnameOverride?: string;
    setHostnameAsFQDN?: boolean;
    hostNetwork?: boolean;
  },
): void {
  const { hostnameOverride: name } = spec;
  if (name === undefined) return;
  const forbid = (detail: string) => errors.push({ type: 'FieldValueForbidden', field: path, detail });
  if (spec.setHostnameAsFQDN === true) forbid('may not be specified when setHostnameAsFQDN is true');
  if (spec.hostNetwork === true) forbid('may not be specified when hostNetwork is true');
  if (name.length > 64) {
    errors.push({
      type: 'FieldValueTooLong',
      field: path,
      badValue: name,
      detail: 'may not be more than 64 bytes',
    });
  }
  faults(errors, path, name, validateDns1123Subdomain(name));
}
