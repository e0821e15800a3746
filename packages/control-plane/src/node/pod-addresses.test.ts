import { describe, expect, it } from 'vitest';
import { PodAddresses } from './pod-addresses.js';

describe('pod addresses', () => {
  it('leave out the network, the gateway and the broadcast address', () => {
    const addresses = new PodAddresses('10.0.0.0/29');
    const given = ['a', 'b', 'c', 'd', 'e'].map((uid) => addresses.assign(uid));
    expect(given).toEqual(['10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6']);
    expect(() => addresses.assign('f')).toThrow('all 5 pod addresses are in use: choose a larger podCIDR');
  });

  it('stay with their pod, and go round before one is given again', () => {
    const addresses = new PodAddresses('10.0.0.0/29');
    expect(addresses.assign('a')).toBe('10.0.0.2');
    expect(addresses.assign('a')).toBe('10.0.0.2');
    addresses.release('a');
    expect(addresses.assign('b')).toBe('10.0.0.3');
  });

  it('know addresses that pods had before', () => {
    const addresses = new PodAddresses('10.0.0.0/29');
    addresses.reserve('old', '10.0.0.2');
    expect(addresses.assign('a')).toBe('10.0.0.3');
  });

  it.each(['10.0.0.0', '10.0.0.0/30', '300.0.0.0/16', 'fd00::/64'])('refuse %s as a network', (cidr) => {
    expect(() => new PodAddresses(cidr)).toThrow(
      `podCIDR "${cidr}" is not an IPv4 network of at most 29 bits, for example 10.244.0.0/16`,
    );
  });
});
