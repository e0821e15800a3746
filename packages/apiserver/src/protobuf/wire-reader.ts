import { malformed } from './protobuf-error.js';

/** How the bytes after a tag are delimited (protobuf encoding, "message structure"). */
export type WireType = 0 | 1 | 2;

export interface Tag {
  readonly number: number;
  readonly wireType: number;
}

/** Deeper messages than any real object has could exhaust the stack. */
const MAX_DEPTH = 500;

/** Reads protobuf's wire format from a range of bytes. Every fault is a ProtobufError in gogo/protobuf's words. */
export class WireReader {
  private readonly bytes: Buffer;
  private position: number;
  private readonly end: number;
  private readonly depth: number;

  constructor(
    bytes: Uint8Array,
    range: { start: number; end: number } = { start: 0, end: bytes.length },
    depth = 0,
  ) {
    if (depth > MAX_DEPTH) throw malformed(`messages nest deeper than ${MAX_DEPTH} levels`);
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = range.start;
    this.end = range.end;
    this.depth = depth;
  }

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  tag(): Tag {
    const tag = this.unsigned();
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (wireType === 4) throw malformed('proto: wiretype end group for non-group');
    if (number < 1 || number > 0x1fffffff)
      throw malformed(`proto: illegal tag ${number} (wire type ${wireType})`);
    return { number, wireType };
  }

  /** A varint as a number; beyond 2^53 it loses its lowest digits, as JSON.parse loses them. */
  signed(): number {
    return this.small() ?? Number(BigInt.asIntN(64, this.varint()));
  }

  /** The lowest 32 bits of a varint, signed, as Go reads an int32. */
  int32(): number {
    return this.small() ?? Number(BigInt.asIntN(32, this.varint()));
  }

  double(): number {
    this.need(8);
    const value = this.bytes.readDoubleLE(this.position);
    this.position += 8;
    return value;
  }

  string(): string {
    const { start, end } = this.range();
    return this.bytes.toString('utf8', start, end);
  }

  base64(): string {
    const { start, end } = this.range();
    return this.bytes.toString('base64', start, end);
  }

  /** A copy would cost; the caller must not keep the bytes longer than the whole. */
  view(): Buffer {
    const { start, end } = this.range();
    return this.bytes.subarray(start, end);
  }

  /** A reader of the message that stands here. */
  message(): WireReader {
    return new WireReader(this.bytes, this.range(), this.depth + 1);
  }

  skip({ wireType }: Tag): void {
    switch (wireType) {
      case 0:
        this.varint();
        return;
      case 1:
        return this.advance(8);
      case 2:
        this.range();
        return;
      case 3:
        return this.skipGroup();
      case 5:
        return this.advance(4);
      default:
        throw malformed(`proto: illegal wireType ${wireType}`);
    }
  }

  // Kubernetes has no groups; unknown fields may.
  private skipGroup(): void {
    for (let open = 1; open > 0;) {
      const wireType = this.unsigned() % 8;
      if (wireType === 3) open += 1;
      else if (wireType === 4) open -= 1;
      else this.skip({ number: 0, wireType });
    }
  }

  private range(): { start: number; end: number } {
    const length = this.unsigned();
    this.need(length);
    const start = this.position;
    this.position += length;
    return { start, end: this.position };
  }

  private advance(length: number): void {
    this.need(length);
    this.position += length;
  }

  private need(length: number): void {
    if (length > this.end - this.position) throw malformed('unexpected EOF');
  }

  /** A tag or a length. */
  private unsigned(): number {
    return this.small() ?? Number(this.varint());
  }

  /** A varint of at most four bytes, as nearly all are; undefined, and nothing is read, for a longer one. */
  private small(): number | undefined {
    let value = 0;
    for (let i = 0; i < 4 && this.position + i < this.end; i++) {
      const byte = this.bytes[this.position + i] as number;
      value |= (byte & 0x7f) << (7 * i);
      if (byte >= 0x80) continue;
      this.position += i + 1;
      return value;
    }
    return undefined;
  }

  private varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      this.need(1);
      const byte = this.bytes[this.position++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw malformed('proto: integer overflow');
  }
}
