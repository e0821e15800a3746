import type { FunctionDeclaration, Implementation, Library, Overload } from '../../library.js';
import { BOOL, INT, opaqueType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { isError, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { parseIp } from '../values/ip-address.js';
import type { IpAddress } from '../values/ip-address.js';
import { parseCidr } from '../values/ip-prefix.js';
import type { IpPrefix } from '../values/ip-prefix.js';
import { noSuchOverload } from '../../library/errors.js';
import { parsing, reads } from './arguments.js';

const IP_TYPE: Type = opaqueType('net.IP');
const CIDR_TYPE: Type = opaqueType('net.CIDR');

/** An address as a value of CEL; its size is in bytes. */
class IpValue extends OpaqueValue {
  readonly type = IP_TYPE;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override get size(): number {
    return this.address.bitLength / 8;
  }

  equals(other: Value): boolean {
    return other instanceof IpValue && other.address.equals(this.address);
  }
}

/** A network as a value of CEL; its size is that of the prefix in bytes. */
class CidrValue extends OpaqueValue {
  readonly type = CIDR_TYPE;
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  override get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  equals(other: Value): boolean {
    return other instanceof CidrValue && other.prefix.equals(this.prefix);
  }
}

const ofAddress =
  (read: (address: IpAddress) => Value): Implementation =>
  (value) =>
    value instanceof IpValue ? read(value.address) : noSuchOverload();

const ofPrefix =
  (read: (prefix: IpPrefix) => Value): Implementation =>
  (value) =>
    value instanceof CidrValue ? read(value.prefix) : noSuchOverload();

const one = (name: string, overload: Overload): FunctionDeclaration => ({ name, overloads: [overload] });

const is = (name: string, id: string, read: (address: IpAddress) => boolean): FunctionDeclaration =>
  one(name, { id, member: true, args: [IP_TYPE], result: BOOL, implementation: ofAddress(read) });

const toIp = parsing((text) => new IpValue(parseIp(text)));
// Two functions of the real server each put these words in front.
const CIDR_FAULT = 'network address parse error during conversion from string: ';
const toCidr = parsing((text) => new CidrValue(parseCidr(text)), CIDR_FAULT);

/** `ip('10.0.0.1').family()` and the like (apiserver `pkg/cel/library/ip.go`). */
export const ipLibrary: Library = {
  name: 'kubernetes.net.ip',
  types: [IP_TYPE],
  functions: [
    one('ip', { id: 'string_to_ip', args: [STRING], result: IP_TYPE, implementation: toIp }),
    one('family', {
      id: 'ip_family',
      member: true,
      args: [IP_TYPE],
      result: INT,
      implementation: ofAddress((address) => (address.is4 ? 4 : 6)),
    }),
    one('ip.isCanonical', {
      id: 'ip_is_canonical',
      args: [STRING],
      result: BOOL,
      implementation: parsing((text) => parseIp(text).toString() === text),
    }),
    is('isUnspecified', 'ip_is_unspecified', (address) => address.isUnspecified),
    is('isLoopback', 'ip_is_loopback', (address) => address.isLoopback),
    is('isLinkLocalMulticast', 'ip_is_link_local_multicast', (address) => address.isLinkLocalMulticast),
    is('isLinkLocalUnicast', 'ip_is_link_local_unicast', (address) => address.isLinkLocalUnicast),
    is('isGlobalUnicast', 'ip_is_global_unicast', (address) => address.isGlobalUnicast),
    one('isIP', { id: 'is_ip', args: [STRING], result: BOOL, implementation: reads(parseIp) }),
    one('string', {
      id: 'ip_to_string',
      args: [IP_TYPE],
      result: STRING,
      implementation: ofAddress(String),
    }),
  ],
};

const containsIp: Implementation = (value, other) => {
  const address = typeof other === 'string' ? toIp(other) : other;
  if (value instanceof CidrValue && address instanceof IpValue) return value.prefix.contains(address.address);
  return address instanceof IpValue ? noSuchOverload() : failed(address!);
};

const containsCidr: Implementation = (value, other) => {
  const prefix = typeof other === 'string' ? toCidr(other) : other;
  if (value instanceof CidrValue && prefix instanceof CidrValue)
    return value.prefix.containsPrefix(prefix.prefix);
  return prefix instanceof CidrValue ? noSuchOverload() : failed(prefix!);
};

/** The error that parsing was, or that there is no overload for the value. */
const failed = (value: Value): Value => (isError(value) ? value : noSuchOverload());

/** `cidr('10.0.0.0/8').containsIP('10.1.2.3')` and the like (apiserver `pkg/cel/library/cidr.go`). */
export const cidrLibrary: Library = {
  name: 'kubernetes.net.cidr',
  types: [CIDR_TYPE],
  functions: [
    one('cidr', { id: 'string_to_cidr', args: [STRING], result: CIDR_TYPE, implementation: toCidr }),
    {
      name: 'containsIP',
      overloads: [
        {
          id: 'cidr_contains_ip_string',
          member: true,
          args: [CIDR_TYPE, STRING],
          result: BOOL,
          implementation: containsIp,
        },
        {
          id: 'cidr_contains_ip_ip',
          member: true,
          args: [CIDR_TYPE, IP_TYPE],
          result: BOOL,
          implementation: containsIp,
        },
      ],
    },
    {
      name: 'containsCIDR',
      overloads: [
        {
          id: 'cidr_contains_cidr_string',
          member: true,
          args: [CIDR_TYPE, STRING],
          result: BOOL,
          implementation: containsCidr,
        },
        {
          id: 'cidr_contains_cidr',
          member: true,
          args: [CIDR_TYPE, CIDR_TYPE],
          result: BOOL,
          implementation: containsCidr,
        },
      ],
    },
    one('ip', {
      id: 'cidr_ip',
      member: true,
      args: [CIDR_TYPE],
      result: IP_TYPE,
      implementation: ofPrefix((prefix) => new IpValue(prefix.address)),
    }),
    one('prefixLength', {
      id: 'cidr_prefix_length',
      member: true,
      args: [CIDR_TYPE],
      result: INT,
      implementation: ofPrefix((prefix) => prefix.bits),
    }),
    one('masked', {
      id: 'cidr_masked',
      member: true,
      args: [CIDR_TYPE],
      result: CIDR_TYPE,
      implementation: ofPrefix((prefix) => new CidrValue(prefix.masked())),
    }),
    one('isCIDR', { id: 'is_cidr', args: [STRING], result: BOOL, implementation: reads(parseCidr) }),
    one('string', {
      id: 'cidr_to_string',
      args: [CIDR_TYPE],
      result: STRING,
      implementation: ofPrefix(String),
    }),
  ],
};
