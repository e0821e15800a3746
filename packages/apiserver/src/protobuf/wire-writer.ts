/**
 * Writes protobuf's wire format backwards: what comes last is written first, so that the length of a message is known
 * when it is needed. Like gogo/protobuf's MarshalToSizedBuffer, but for a buffer that grows at its front.
 */
export class WireWriter {
  private buffer: Buffer;
  /** Where the bytes written so far begin. */
  private start: number;

  constructor(sizeHint = 1024) {
    this.buffer = Buffer.allocUnsafe(sizeHint);
    this.start = sizeHint;
  }

  /** How many bytes are written; the difference of two is the length of what was written between them. */
  get length(): number {
    return this.buffer.length - this.start;
  }

  /** The bytes; the writer is used up. */
  finish(): Buffer {
    return this.buffer.subarray(this.start);
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** An integer; negative ones take ten bytes, as in Go. */
  varint(value: number): void {
    if (value >= 0 && value < 0x80) {
      this.reserve(1);
      this.buffer[--this.start] = value;
      return;
    }
    const bytes: number[] = [];
    if (value >= 0 && value < 2 ** 28) {
      for (let rest = value; rest > 0; rest >>= 7) bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    } else {
      for (let rest = BigInt.asUintN(64, toInt64(value)); rest > 0n; rest >>= 7n) {
        bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
      }
    }
    this.raw(bytes);
  }

  double(value: number): void {
    this.reserve(8);
    this.start -= 8;
    this.buffer.writeDoubleLE(value, this.start);
  }

  string(text: string): void {
    const length = Buffer.byteLength(text);
    this.reserve(length);
    this.start -= length;
    this.buffer.write(text, this.start, length, 'utf8');
    this.varint(length);
  }

  bytes(bytes: Uint8Array): void {
    this.raw(bytes);
    this.varint(bytes.length);
  }

  /** A message with its length in front; `write` writes its fields, the last one first. */
  message(write: () => void): void {
    const before = this.length;
    write();
    this.varint(this.length - before);
  }

  raw(bytes: ArrayLike<number>): void {
    this.reserve(bytes.length);
    this.start -= bytes.length;
    this.buffer.set(bytes, this.start);
  }

  private reserve(length: number): void {
    if (length <= this.start) return;
    const written = this.length;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, written + length + 64));
    this.buffer.copy(grown, grown.length - written, this.start);
    this.buffer = grown;
    this.start = grown.length - written;
  }
}

const MAX_INT64 = 2n ** 63n - 1n;

// What JSON cannot tell from the largest integer must not become negative.
function toInt64(value: number): bigint {
  const integer = BigInt(Math.trunc(value));
  return integer > MAX_INT64 ? MAX_INT64 : integer;
}
