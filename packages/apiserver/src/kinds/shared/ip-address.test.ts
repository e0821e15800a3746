import { describe, expect, it } from 'vitest';
import type { FieldError } from '../../errors/field-error.js';
import { fieldErrorMessage } from '../../errors/field-error.js';
import { networkContains, parseCidr } from './cidr.js';
import { ipAddress, ipFamily } from './ip-address.js';

describe('an IP address', () => {
  it.each(['0.0.0.0', '10.9.8.7', '255.255.255.255'])('of version 4 may be %s', (text) => {
    expect(ipFamily(text)).toBe('IPv4');
  });

  it.each(['::', '::1', '2001:db8::ffff', '1:2:3:4:5:6:7:8', 'fe80::1.2.3.4'])(
    'of version 6 may be %s',
    (text) => {
      expect(ipFamily(text)).toBe('IPv6');
    },
  );

  it.each([
    '',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    ':',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'fe80::1%eth0',
    'a.b',
  ])('cannot be %j', (text) => {
    expect(ipFamily(text)).toBeUndefined();
  });

  it.each([
    ['1.2.3', 'ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['010.1.1.1', 'ip: Invalid value: "010.1.1.1": must not have leading 0s'],
    ['::ffff:1.2.3.4', 'ip: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address'],
  ])('is refused as %s', (text, message) => {
    const errors: FieldError[] = [];
    ipAddress(errors, 'ip', text);
    expect(errors.map(fieldErrorMessage)).toEqual([message]);
  });
});

describe('a network', () => {
  it('contains the addresses that begin as it does', () => {
    const network = parseCidr('10.96.0.0/16');
    expect(network).toMatchObject({ prefixLength: 16, bits: 32, masked: true });
    if (network === undefined) return;
    expect(networkContains(network, '10.96.255.1')).toBe(true);
    expect(networkContains(network, '10.97.0.0')).toBe(false);
    expect(networkContains(network, '::1')).toBe(false);
  });

  it('is told apart from an address within it', () => {
    expect(parseCidr('10.96.0.1/16')?.masked).toBe(false);
    expect(parseCidr('2001:db8::/32')?.masked).toBe(true);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', '::/129', 'a/8'])('cannot be %s', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});
