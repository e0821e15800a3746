import { goQuote } from '@kubewright/api/go-text';
import { ValueSyntaxError } from './syntax-error.js';

/** An IP address: 4 bytes, or 16. Immutable. */
export class IpAddress {
  readonly bytes: Uint8Array;
  readonly zone: string;

  constructor(bytes: Uint8Array, zone = '') {
    this.bytes = bytes;
    this.zone = zone;
  }

  get is4(): boolean {
    return this.bytes.length === 4;
  }

  get bitLength(): number {
    return this.bytes.length * 8;
  }

  /** Whether this is an IPv4 address written as one of IPv6 (`::ffff:1.2.3.4`). */
  get is4In6(): boolean {
    const { bytes } = this;
    return !this.is4 && bytes[10] === 0xff && bytes[11] === 0xff && allZero(bytes, 0, 10);
  }

  get isUnspecified(): boolean {
    return allZero(this.bytes, 0, this.bytes.length);
  }

  get isLoopback(): boolean {
    const { bytes } = this;
    return this.is4 ? bytes[0] === 127 : allZero(bytes, 0, 15) && bytes[15] === 1;
  }

  get isMulticast(): boolean {
    const first = this.bytes[0]!;
    return this.is4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  }

  get isLinkLocalMulticast(): boolean {
    const [a, b, c] = this.bytes as unknown as [number, number, number];
    return this.is4 ? a === 224 && b === 0 && c === 0 : a === 0xff && (b & 0x0f) === 0x02;
  }

  get isLinkLocalUnicast(): boolean {
    const [a, b] = this.bytes as unknown as [number, number];
    return this.is4 ? a === 169 && b === 254 : a === 0xfe && (b & 0xc0) === 0x80;
  }

  get isGlobalUnicast(): boolean {
    if (this.isUnspecified || (this.is4 && this.bytes.every((byte) => byte === 255))) return false;
    return !this.isLoopback && !this.isMulticast && !this.isLinkLocalUnicast;
  }

  equals(other: IpAddress): boolean {
    return (
      this.zone === other.zone &&
      this.bytes.length === other.bytes.length &&
      this.bytes.every((byte, i) => byte === other.bytes[i])
    );
  }

  /** The first bits of the address, the others zero. */
  masked(bits: number): IpAddress {
    return new IpAddress(
      this.bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - i * 8)))),
    );
  }

  /** The canonical text. */
  toString(): string {
    return this.is4 ? this.bytes.join('.') : text6(this.bytes);
  }
}

const allZero = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (bytes[i] !== 0) return false;
  return true;
};

function text6(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i]! << 8) | bytes[2 * i + 1]!);
  // The longest run of two zeros or more is written as `::`, the first one of equal runs.
  let start = -1;
  let length = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groups[end] === 0) end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  const hex = (part: number[]): string => part.map((group) => group.toString(16)).join(':');
  return start < 0 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

/** Reads an address as Go's `netip.ParseAddr` does, zone included. Throws `ValueSyntaxError`. */
export function parseAddress(text: string): IpAddress {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === '.') return new IpAddress(Uint8Array.from(fields4(text, text)));
  if (mark === ':') return parse6(text);
  throw fault(text, mark === '%' ? 'missing IPv6 address' : 'unable to parse IP');
}

/** Reads an address for the `ip` and `isIP` functions (apiserver `pkg/cel/library/ip.go`). */
export function parseIp(text: string): IpAddress {
  let address: IpAddress;
  try {
    address = parseAddress(text);
  } catch (error) {
    if (!(error instanceof ValueSyntaxError)) throw error;
    throw new ValueSyntaxError(
      `IP Address ${goQuote(text)} parse error during conversion from string: ${error.message}`,
    );
  }
  if (address.zone !== '')
    throw new ValueSyntaxError(`IP address ${goQuote(text)} with zone value is not allowed`);
  if (address.is4In6) throw new ValueSyntaxError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return address;
}

const fault = (text: string, message: string, at = ''): ValueSyntaxError =>
  new ValueSyntaxError(`ParseAddr(${goQuote(text)}): ${message}${at === '' ? '' : ` (at ${goQuote(at)})`}`);

function fields4(whole: string, text: string): number[] {
  const fields: number[] = [];
  let value = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character >= '0' && character <= '9') {
      if (digits === 1 && value === 0) throw fault(whole, 'IPv4 field has octet with leading zero');
      value = value * 10 + Number(character);
      digits++;
      if (value > 255) throw fault(whole, 'IPv4 field has value >255');
    } else if (character === '.') {
      if (i === 0 || i === text.length - 1 || text[i - 1] === '.')
        throw fault(whole, 'IPv4 field must have at least one digit', text.slice(i));
      if (fields.length === 3) throw fault(whole, 'IPv4 address too long');
      fields.push(value);
      value = digits = 0;
    } else throw fault(whole, 'unexpected character', text.slice(i));
  }
  if (fields.length < 3) throw fault(whole, 'IPv4 address too short');
  return [...fields, value];
}

function parse6(whole: string): IpAddress {
  const percent = whole.indexOf('%');
  const zone = percent < 0 ? '' : whole.slice(percent + 1);
  if (percent >= 0 && zone === '') throw fault(whole, 'zone must be a non-empty string');
  let rest = percent < 0 ? whole : whole.slice(0, percent);
  const bytes: number[] = [];
  let ellipsis = -1;
  if (rest.startsWith('::')) {
    ellipsis = 0;
    rest = rest.slice(2);
    if (rest === '') return new IpAddress(new Uint8Array(16), zone);
  }
  while (bytes.length < 16) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)![0];
    if (digits.length > 4) throw fault(whole, 'each group must have 4 or less digits', rest);
    if (digits === '') throw fault(whole, 'each colon-separated field must have at least one digit', rest);
    if (rest[digits.length] === '.') {
      if (ellipsis < 0 && bytes.length !== 12)
        throw fault(whole, 'embedded IPv4 address must replace the final 2 fields of the address', rest);
      if (bytes.length + 4 > 16)
        throw fault(whole, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest);
      bytes.push(...fields4(whole, rest));
      rest = '';
      break;
    }
    const group = Number.parseInt(digits, 16);
    bytes.push(group >> 8, group & 0xff);
    rest = rest.slice(digits.length);
    if (rest === '') break;
    if (rest[0] !== ':') throw fault(whole, 'unexpected character, want colon', rest);
    if (rest.length === 1) throw fault(whole, 'colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (rest[0] === ':') {
      if (ellipsis >= 0) throw fault(whole, 'multiple :: in address', rest);
      ellipsis = bytes.length;
      rest = rest.slice(1);
      if (rest === '') break;
    }
  }
  if (rest !== '') throw fault(whole, 'trailing garbage after address', rest);
  if (bytes.length < 16) {
    if (ellipsis < 0) throw fault(whole, 'address string too short');
    bytes.splice(ellipsis, 0, ...new Array<number>(16 - bytes.length).fill(0));
  } else if (ellipsis >= 0) throw fault(whole, 'the :: must expand to at least one field of zeros');
  return new IpAddress(Uint8Array.from(bytes), zone);
}
