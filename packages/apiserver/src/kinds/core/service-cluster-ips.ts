import type { ServiceSpec } from '@kubewright/api/core/v1';
import { duplicate, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { ipAddress, ipFamily } from '../shared/ip-address.js';
import { isHeadless } from './service-traits.js';

const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` together (core validation, ValidateServiceClusterIPsRelatedFields). */
export function clusterIpRules(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec | undefined): void {
  if (spec.type === 'ExternalName') return;
  const { clusterIP = '', clusterIPs = [], ipFamilies = [] } = spec;
  inSync(errors, clusterIP, clusterIPs);
  ipFamilies.forEach((family, i) => {
    const at = index('spec.ipFamilies', i);
    if (!FAMILIES.includes(family)) errors.push(notSupported(at, family, FAMILIES));
    if (ipFamilies.indexOf(family) < i) errors.push(duplicate(at, family));
  });
  if (spec.ipFamilyPolicy !== undefined && !POLICIES.includes(spec.ipFamilyPolicy)) {
    errors.push(notSupported('spec.ipFamilyPolicy', spec.ipFamilyPolicy, POLICIES));
  }
  if (!validAddresses(errors, clusterIPs, old?.clusterIPs ?? [])) return;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(ipFamily)).size < clusterIPs.length) {
    errors.push(invalid('spec.clusterIPs', clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec)) return;
  clusterIPs.forEach((address, i) => {
    const family = ipFamilies[i];
    if (family === undefined || ipFamily(address) === family) return;
    const message = `expected an ${family} value as indicated by \`ipFamilies[${i}]\``;
    errors.push(invalid(index('spec.clusterIPs', i), address, message));
  });
}

function inSync(errors: FieldError[], clusterIP: string, clusterIPs: readonly string[]): void {
  const path = 'spec.clusterIPs';
  if (clusterIP === '') {
    if (clusterIPs.length > 0)
      errors.push(invalid(path, clusterIPs, 'must be empty when `clusterIP` is not specified'));
  } else if (clusterIPs.length === 0) {
    errors.push(required(path));
  } else if (clusterIPs[0] !== clusterIP) {
    errors.push(invalid(path, clusterIPs, 'first value must match `clusterIP`'));
  }
}

function validAddresses(
  errors: FieldError[],
  clusterIPs: readonly string[],
  old: readonly string[],
): boolean {
  const path = 'spec.clusterIPs';
  const before = errors.length;
  clusterIPs.forEach((address, i) => {
    if (i === 0 && address === 'None') {
      if (clusterIPs.length > 1)
        errors.push(invalid(path, clusterIPs, "'None' must be the first and only value"));
    } else if (!old.includes(address)) {
      ipAddress(errors, index(path, i), address);
    }
  });
  const valid = errors.length === before;
  if (clusterIPs.length > 2) errors.push(invalid(path, clusterIPs, 'may only hold up to 2 values'));
  return valid;
}

/** What an update may do to them (validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies). */
export function clusterIpUpdateRules(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec): void {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return;
  if (isHeadless(spec) && isHeadless(old)) return;
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const before = old.clusterIPs ?? [];
  if (clusterIPs.length === 0 && before.length > 0) {
    errors.push(invalid('spec.clusterIPs[0]', clusterIPs, 'primary clusterIP can not be unset'));
  }
  before.slice(0, clusterIPs.length).forEach((address, i) => {
    if (clusterIPs[i] === address) return;
    errors.push(invalid(index('spec.clusterIPs', i), clusterIPs, 'may not change once set'));
  });
  released(errors, before.length > 1 && clusterIPs.length === 1, spec, 'clusterIP');
  if (isHeadless(spec) !== isHeadless(old)) return;
  const families = old.ipFamilies ?? [];
  if (ipFamilies.length > 0 && families.length > 0 && families[0] !== ipFamilies[0]) {
    errors.push(invalid('spec.ipFamilies[0]', ipFamilies, 'may not change once set'));
  }
  released(errors, families.length > 1 && ipFamilies.length === 1, spec, 'ipFamily');
}

function released(errors: FieldError[], isReleased: boolean, spec: ServiceSpec, what: string): void {
  if (!isReleased || spec.ipFamilyPolicy === 'SingleStack') return;
  const message = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, message));
}
