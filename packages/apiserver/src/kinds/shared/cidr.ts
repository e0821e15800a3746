import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { formatIpv6, ipv6Groups, isIpv4, isMappedIpv4 } from './ip-address.js';

const LEADING_ZEROS = /^[0-9.]+\/[0-9]+$/;
const withoutLeadingZeros = (text: string): string => text.replace(/\b0+(?=[0-9])/g, '');

const PREFIX = /^(0|[1-9][0-9]{0,2})$/;

/** A network such as `10.9.8.0/24` (apimachinery `util/validation/ip.go`, IsValidCIDRForLegacyField). */
export function cidr(errors: FieldError[], path: string, value: string): void {
  const network = parseCidr(value);
  if (network === undefined && LEADING_ZEROS.test(value) && parseCidr(withoutLeadingZeros(value))) {
    errors.push(invalid(path, value, 'must not have leading 0s in IP or prefix length'));
  } else if (network === undefined) {
    errors.push(invalid(path, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'));
  } else if (isMappedIpv4(value.slice(0, value.indexOf('/')))) {
    errors.push(invalid(path, value, 'must not have an IPv4-mapped IPv6 address'));
  } else if (!network.masked) {
    errors.push(invalid(path, value, 'must not have bits set beyond the prefix length'));
  }
}

/** A network in canonical form (IsValidCIDR); its family, when it is one. */
export function strictCidr(errors: FieldError[], path: string, value: string): 'IPv4' | 'IPv6' | undefined {
  const before = errors.length;
  cidr(errors, path, value);
  const network = parseCidr(value);
  if (network === undefined) return undefined;
  if (errors.length === before) {
    const groups = ipv6Groups(value.slice(0, value.indexOf('/')));
    const canonical = groups === undefined ? value : `${formatIpv6(groups)}/${network.prefixLength}`;
    if (value !== canonical)
      errors.push(invalid(path, value, `must be in canonical form (${JSON.stringify(canonical)})`));
  }
  return network.bits === 32 ? 'IPv4' : 'IPv6';
}

/** An address together with the length of its network's prefix: `10.9.8.7/24` (IsValidInterfaceAddress). */
export function interfaceAddress(errors: FieldError[], path: string, value: string): void {
  const network = parseCidr(value);
  if (network === undefined) {
    const message = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
    errors.push(invalid(path, value, message));
    return;
  }
  const groups = ipv6Groups(value.slice(0, value.indexOf('/')));
  const canonical = groups === undefined ? value : `${formatIpv6(groups)}/${network.prefixLength}`;
  if (value !== canonical)
    errors.push(invalid(path, value, `must be in canonical form (${JSON.stringify(canonical)})`));
}

export interface Network {
  /** The address as one number. */
  readonly address: bigint;
  readonly prefixLength: number;
  /** 32 or 128. */
  readonly bits: number;
  /** Whether all bits beyond the prefix are 0. */
  readonly masked: boolean;
}

/** Undefined when the text is no network. */
export function parseCidr(text: string): Network | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const prefix = text.slice(slash + 1);
  const parsed = addressValue(text.slice(0, slash));
  if (parsed === undefined || !PREFIX.test(prefix)) return undefined;
  const prefixLength = Number(prefix);
  if (prefixLength > parsed.bits) return undefined;
  const hostBits = BigInt(parsed.bits - prefixLength);
  return { ...parsed, prefixLength, masked: (parsed.address >> hostBits) << hostBits === parsed.address };
}

/** Whether the address lies in the network. */
export function networkContains(network: Network, address: string): boolean {
  const parsed = addressValue(address);
  if (parsed === undefined || parsed.bits !== network.bits) return false;
  const hostBits = BigInt(network.bits - network.prefixLength);
  return parsed.address >> hostBits === network.address >> hostBits;
}

function addressValue(text: string): { address: bigint; bits: number } | undefined {
  const parts = isIpv4(text) ? text.split('.').map(Number) : ipv6Groups(text);
  if (parts === undefined) return undefined;
  const width = parts.length === 4 ? 8n : 16n;
  return {
    address: parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n),
    bits: parts.length === 4 ? 32 : 128,
  };
}
