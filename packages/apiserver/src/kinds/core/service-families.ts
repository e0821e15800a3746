import type { ServiceSpec } from '@kubewright/api/core/v1';
import { index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { ipFamily } from '../shared/ip-address.js';
import { clusterIpRules } from './service-cluster-ips.js';
import { sameList } from './service-traits.js';

const SUPPORTED = 'IPv4';

/**
 * Settles `ipFamilyPolicy` and `ipFamilies` of a service on a cluster with IPv4 service addresses only; returns why the
 * wishes cannot be met (registry/core/service/storage/alloc.go, initIPFamilyFields). In place.
 */
export function initIpFamilies(spec: ServiceSpec, old: ServiceSpec | undefined): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const selectorless = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (selectorless ? 'RequireDualStack' : 'SingleStack');
  const errors: FieldError[] = [];
  clusterIpRules(errors, spec, old);
  if (errors.length > 0) return errors;
  if (old !== undefined) downgrade(spec, old);
  policyFits(errors, spec);
  inferFamilies(errors, spec);
  if (errors.length > 0) return errors;
  if (selectorless) {
    // Its endpoints are made by hand and may have any family.
    spec.ipFamilies ??= [SUPPORTED];
    if (spec.ipFamilies.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') {
      spec.ipFamilies = [...spec.ipFamilies, spec.ipFamilies[0] === 'IPv4' ? 'IPv6' : 'IPv4'];
    }
    return [];
  }
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    const message = 'this cluster is not configured for dual-stack services';
    errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, message));
  }
  spec.ipFamilies?.forEach((family, i) => {
    if (family !== SUPPORTED)
      errors.push(invalid(index('spec.ipFamilies', i), family, 'not configured on this cluster'));
  });
  if (errors.length === 0 && (spec.ipFamilies?.length ?? 0) === 0) spec.ipFamilies = [SUPPORTED];
  return errors;
}

function downgrade(spec: ServiceSpec, old: ServiceSpec): void {
  if (spec.ipFamilyPolicy !== 'SingleStack') return;
  if (sameList(spec.clusterIPs, old.clusterIPs) && (spec.clusterIPs?.length ?? 0) > 1) {
    spec.clusterIPs = spec.clusterIPs?.slice(0, 1) ?? [];
  }
  if (sameList(spec.ipFamilies, old.ipFamilies) && (spec.ipFamilies?.length ?? 0) > 1) {
    spec.ipFamilies = spec.ipFamilies?.slice(0, 1) ?? [];
  }
}

function policyFits(errors: FieldError[], spec: ServiceSpec): void {
  if (spec.ipFamilyPolicy !== 'SingleStack') return;
  const say = (what: string) => {
    const message = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    errors.push(invalid('spec.ipFamilyPolicy', 'SingleStack', message));
  };
  if (spec.clusterIPs?.length === 2) say('cluster IPs');
  if (spec.ipFamilies?.length === 2) say('IP families');
}

function inferFamilies(errors: FieldError[], spec: ServiceSpec): void {
  for (const [i, address] of (spec.clusterIPs ?? []).entries()) {
    if (address === 'None') return;
    if (i < (spec.ipFamilies?.length ?? 0)) continue;
    const family = ipFamily(address);
    if (family !== SUPPORTED) {
      const message = `${family} is not configured on this cluster`;
      errors.push(invalid(index('spec.clusterIPs', i), spec.clusterIPs, message));
    } else {
      spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    }
  }
}
