import { goQuote } from '@kubewright/api/go-text';
import { parseAddress } from './ip-address.js';
import type { IpAddress } from './ip-address.js';
import { ValueSyntaxError } from './syntax-error.js';

/** A network in CIDR notation; the address may have bits beyond the prefix. Immutable. */
export class IpPrefix {
  readonly address: IpAddress;
  /** The length of the prefix. */
  readonly bits: number;

  constructor(address: IpAddress, bits: number) {
    this.address = address;
    this.bits = bits;
  }

  contains(address: IpAddress): boolean {
    return (
      address.zone === '' &&
      address.bitLength === this.address.bitLength &&
      address.masked(this.bits).equals(this.address.masked(this.bits))
    );
  }

  /** Whether all addresses of the other network are in this one. */
  containsPrefix(other: IpPrefix): boolean {
    return (
      other.address.is4 === this.address.is4 &&
      this.bits <= other.bits &&
      other.address.masked(this.bits).equals(this.address.masked(this.bits))
    );
  }

  masked(): IpPrefix {
    return new IpPrefix(this.address.masked(this.bits), this.bits);
  }

  equals(other: IpPrefix): boolean {
    return this.bits === other.bits && this.address.equals(other.address);
  }

  toString(): string {
    return `${this.address.toString()}/${this.bits}`;
  }
}

/** Reads a network as the `cidr` and `isCIDR` functions do (apiserver `pkg/cel/library/cidr.go`). */
export function parseCidr(text: string): IpPrefix {
  const prefix = parsePrefix(text);
  if (prefix.address.is4In6)
    throw new ValueSyntaxError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return prefix;
}

function parsePrefix(text: string): IpPrefix {
  // The words come from two functions of the real server, each of which adds them; the caller adds them once more.
  const fault = (message: string): ValueSyntaxError =>
    new ValueSyntaxError(
      `network address parse error during conversion from string: netip.ParsePrefix(${goQuote(text)}): ${message}`,
    );
  const slash = text.lastIndexOf('/');
  if (slash < 0) throw fault("no '/'");
  let address: IpAddress;
  try {
    address = parseAddress(text.slice(0, slash));
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    throw fault(error.message);
  }
  if (address.zone !== '') throw fault('IPv6 zones cannot be present in a prefix');
  const digits = text.slice(slash + 1);
  if (!/^(?:[0-9]|[1-9][0-9]+)$/.test(digits)) throw fault(`bad bits after slash: ${goQuote(digits)}`);
  const bits = Number(digits);
  // Atoi takes no number beyond 64 bits.
  if (bits > 2 ** 63) throw fault(`bad bits after slash: ${goQuote(digits)}`);
  if (bits > address.bitLength) throw fault('prefix length out of range');
  return new IpPrefix(address, bits);
}
