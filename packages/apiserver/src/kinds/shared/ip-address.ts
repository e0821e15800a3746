import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const LEADING_ZEROS = /^0*[0-9]{1,3}(?:\.0*[0-9]{1,3}){3}$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** The eight groups of an IPv6 address; undefined when the text is none. */
export function ipv6Groups(text: string): number[] | undefined {
  if (!text.includes(':')) return undefined;
  let address = text;
  const lastColon = address.lastIndexOf(':');
  const tail = address.slice(lastColon + 1);
  if (tail.includes('.')) {
    if (!isIpv4(tail)) return undefined;
    const [a, b, c, d] = tail.split('.').map(Number) as [number, number, number, number];
    address = `${address.slice(0, lastColon + 1)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head, rest] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [
    string[],
    string[] | undefined,
  ];
  const missing = 8 - head.length - (rest?.length ?? 0);
  if (rest === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = rest === undefined ? head : [...head, ...Array<string>(missing).fill('0'), ...rest];
  return groups.every((group) => GROUP.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}

export const isIpv6 = (text: string): boolean => ipv6Groups(text) !== undefined;

/** `IPv4`, `IPv6`, or undefined for text that is no address. */
export function ipFamily(text: string): 'IPv4' | 'IPv6' | undefined {
  if (isIpv4(text)) return 'IPv4';
  return isIpv6(text) ? 'IPv6' : undefined;
}

/** An address in a field older than strict checks (apimachinery `util/validation/ip.go`, IsValidIPForLegacyField). */
export function ipAddress(errors: FieldError[], path: string, value: string): void {
  if (isIpv4(value)) return;
  const groups = ipv6Groups(value);
  if (groups !== undefined) {
    if (isMappedIpv4(value)) errors.push(invalid(path, value, 'must not be an IPv4-mapped IPv6 address'));
    return;
  }
  if (LEADING_ZEROS.test(value) && value.split('.').every((octet) => Number(octet) < 256)) {
    errors.push(invalid(path, value, 'must not have leading 0s'));
    return;
  }
  errors.push(invalid(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'));
}

/** What is wrong with an address in a field that takes canonical ones only (IsValidIP). */
export function strictAddressFaults(value: string): string[] {
  const errors: FieldError[] = [];
  ipAddress(errors, '', value);
  if (errors.length > 0) return errors.map(({ detail }) => detail);
  const groups = ipv6Groups(value);
  const canonical = groups === undefined ? value : formatIpv6(groups);
  return value === canonical ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

/** What to say of a valid address that is not written as it should be (GetWarningsForIP). */
export function addressWarning(path: string, value: string): string | undefined {
  const quoted = JSON.stringify(value);
  const groups = ipv6Groups(value);
  if (groups === undefined) {
    if (isIpv4(value) || !LEADING_ZEROS.test(value)) return undefined;
    const usual = value.split('.').map(Number).join('.');
    return `${path}: non-standard IP address ${quoted} is invalid: use "${usual}"`;
  }
  if (isMappedIpv4(value)) {
    const [high = 0, low = 0] = groups.slice(6);
    const usual = [high >> 8, high & 255, low >> 8, low & 255].join('.');
    return `${path}: non-standard IP address ${quoted} is invalid: use "${usual}"`;
  }
  const canonical = formatIpv6(groups);
  if (canonical === value) return undefined;
  return `${path}: IPv6 address ${quoted} should be in RFC 5952 canonical format (${JSON.stringify(canonical)})`;
}

/** An IPv6 address as RFC 5952 writes it: the longest run of two or more zero groups left out. */
export function formatIpv6(groups: readonly number[]): string {
  let start = -1;
  let length = 1;
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (groups[end] === 0) end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  const text = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (start < 0) return text(groups);
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

/** Whether the text is an IPv4 address in the form of IPv6: `::ffff:1.2.3.4`. */
export function isMappedIpv4(text: string): boolean {
  const groups = ipv6Groups(text);
  return groups !== undefined && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

/** The address kinds that make no sense as an endpoint (core validation, ValidateEndpointIP). */
export function endpointAddress(errors: FieldError[], path: string, value: string): void {
  const kind = specialKind(value);
  if (kind === undefined) return;
  const message = kind === 'malformed' ? 'must be a valid IP address' : SPECIAL_MESSAGES[kind];
  errors.push(invalid(path, value, kind === 'unspecified' ? `may not be unspecified (${value})` : message));
}

type SpecialKind = 'unspecified' | 'loopback' | 'linkLocal' | 'linkLocalMulticast';

const SPECIAL_MESSAGES: Readonly<Record<SpecialKind, string>> = {
  unspecified: 'may not be unspecified',
  loopback: 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
  linkLocal: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  linkLocalMulticast: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
};

/** Whether an address can be that of another host: neither unspecified nor loopback, link-local or broadcast. */
export function isPublicAddress(value: string): boolean {
  return value !== '255.255.255.255' && specialKind(value) === undefined;
}

function specialKind(value: string): SpecialKind | 'malformed' | undefined {
  if (isIpv4(value)) {
    if (value === '0.0.0.0') return 'unspecified';
    if (value.startsWith('127.')) return 'loopback';
    if (value.startsWith('169.254.')) return 'linkLocal';
    return value.startsWith('224.0.0.') ? 'linkLocalMulticast' : undefined;
  }
  const groups = ipv6Groups(value);
  if (groups === undefined) return 'malformed';
  const last = groups[7] as number;
  if (groups.slice(0, 7).every((group) => group === 0)) {
    if (last === 0) return 'unspecified';
    if (last === 1) return 'loopback';
  }
  const first = groups[0] as number;
  if ((first & 0xffc0) === 0xfe80) return 'linkLocal';
  return (first & 0xff0f) === 0xff02 ? 'linkLocalMulticast' : undefined;
}
