export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** What a frame announces beyond this is no message of Kubernetes, whose pieces are of some 32 KiB. */
const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

/** A frame from client to server, masked as RFC 6455, section 5.3 wants it. */
export function encodeFrame(opcode: number, parts: readonly Uint8Array[], mask: Uint8Array): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (headerLength === 4) frame.writeUInt16BE(length, 2);
  else if (headerLength === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(mask, headerLength);
  let at = headerLength + 4;
  let index = 0;
  for (const part of parts) {
    for (const byte of part) {
      frame[at] = byte ^ (mask[index & 3] as number);
      at += 1;
      index += 1;
    }
  }
  return frame;
}

interface Frame {
  readonly final: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Reads frames of a server and joins them to messages, whatever the boundaries of what arrives. */
export class FrameReader {
  readonly #onMessage: (opcode: number, payload: Buffer) => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** How many bytes must be there until reading makes sense. */
  #needed = 2;
  #fragments: Buffer[] = [];
  #fragmentBytes = 0;
  #opcode = 0;

  /** Control frames may come between the fragments of a message. */
  constructor(onMessage: (opcode: number, payload: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  /** Throws an Error for what is no frame. */
  push(chunk: Uint8Array): void {
    this.#pending.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#pendingBytes += chunk.length;
    while (this.#pendingBytes >= this.#needed) {
      const bytes = this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
      this.#pending = [bytes];
      const end = this.#read(bytes);
      if (end === 0) return;
      this.#pending = end === bytes.length ? [] : [bytes.subarray(end)];
      this.#pendingBytes = bytes.length - end;
      this.#needed = 2;
    }
  }

  /** Takes the first frame; 0 when more bytes are needed for it, otherwise where it ends. */
  #read(bytes: Buffer): number {
    const first = bytes[0] as number;
    const second = bytes[1] as number;
    if ((first & 0x70) !== 0) throw new Error('a frame uses an extension that nobody asked for');
    if ((second & 0x80) !== 0) throw new Error('a frame of the server is masked');
    const short = second & 0x7f;
    const headerLength = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < headerLength) return this.#wait(headerLength);
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length > MESSAGE_BYTES_MAX) throw new Error(`a frame announces ${length} bytes`);
    const end = headerLength + length;
    if (bytes.length < end) return this.#wait(end);
    const frame = {
      final: (first & 0x80) !== 0,
      opcode: first & 0x0f,
      payload: bytes.subarray(headerLength, end),
    };
    this.#take(frame);
    return end;
  }

  #wait(needed: number): 0 {
    this.#needed = needed;
    return 0;
  }

  #take({ final, opcode, payload }: Frame): void {
    if (opcode >= OPCODE.close) {
      this.#onMessage(opcode, payload);
      return;
    }
    if (opcode !== OPCODE.continuation) {
      if (final) {
        this.#onMessage(opcode, payload);
        return;
      }
      this.#opcode = opcode;
    }
    this.#fragments.push(payload);
    this.#fragmentBytes += payload.length;
    if (this.#fragmentBytes > MESSAGE_BYTES_MAX) throw new Error('a message has no end');
    if (!final) return;
    const message = Buffer.concat(this.#fragments);
    this.#fragments = [];
    this.#fragmentBytes = 0;
    this.#onMessage(this.#opcode, message);
  }
}
