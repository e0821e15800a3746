// DER, as much of it as certificates need (ITU-T X.690).

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A value with its tag and length. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

export const sequence = (...items: readonly Uint8Array[]): Uint8Array => element(TAGS.sequence, ...items);
export const set = (...items: readonly Uint8Array[]): Uint8Array => element(TAGS.set, ...items);
export const octetString = (content: Uint8Array): Uint8Array => element(TAGS.octetString, content);
export const utf8String = (text: string): Uint8Array => element(TAGS.utf8String, Buffer.from(text));
export const boolean = (value: boolean): Uint8Array => element(TAGS.boolean, Buffer.from([value ? 0xff : 0]));

/** `unusedBits` of the last octet are padding. */
export const bitString = (content: Uint8Array, unusedBits = 0): Uint8Array =>
  element(TAGS.bitString, Buffer.from([unusedBits]), content);

/** A number that is not negative, its octets most significant first. */
export function integer(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start += 1;
  const octets = magnitude.subarray(start);
  const needsSign = ((octets[0] ?? 0) & 0x80) !== 0;
  return element(TAGS.integer, needsSign ? Buffer.from([0]) : Buffer.alloc(0), octets);
}

/** `1.2.840.10045.4.3.2` */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(TAGS.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A time, whole seconds; years before 2050 in the short form (RFC 5280, 4.1.2.5). */
export function time(epochMs: number): Uint8Array {
  const digits = new Date(epochMs).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return Number(digits.slice(0, 4)) < 2050
    ? element(TAGS.utcTime, Buffer.from(digits.slice(2)))
    : element(TAGS.generalizedTime, Buffer.from(digits));
}

/** A field with a tag of its own context, wrapped around its value (`constructed`) or in place of it. */
export const tagged = (number: number, constructed: boolean, ...contents: readonly Uint8Array[]): Uint8Array =>
  element(0x80 | (constructed ? 0x20 : 0) | number, ...contents);

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

function base128(value: number): number[] {
  const octets = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift(0x80 | rest % 128);
  return octets;
}
