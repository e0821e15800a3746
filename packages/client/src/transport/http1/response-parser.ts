import { malformed } from './errors.js';

/** Where the parts of a response go. */
export interface ResponseSink {
  /** Once per response; interim responses (1xx) are left out, but for the answer to an upgrade. */
  onHead(status: number, headers: ResponseHeaders): void;
  /** A piece of the body: a view on what arrived. */
  onBody(bytes: Uint8Array): void;
  onEnd(): void;
}

/** Names in lower case; of a header that came several times all values. */
export type ResponseHeaders = Record<string, string | string[]>;

/** Many times what API servers send. */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_CHUNK_SIZE_LINE_BYTES = 256;
const CR = 0x0d;
const LF = 0x0a;

type State =
  'head' | 'length' | 'chunkSize' | 'chunk' | 'chunkEnd' | 'trailer' | 'untilClose' | 'upgraded' | 'done';

/**
 * Reads the responses of one HTTP/1.1 connection (RFC 9112), whatever the boundaries of what arrives. `feed` throws for
 * what is no such response; the connection is of no use then.
 */
export class ResponseParser {
  readonly #sink: ResponseSink;
  #state: State = 'done';
  /** The beginning of a head or line that is not complete. */
  #partial: Buffer | undefined;
  /** How much of the body, or of its chunk, is still to come. */
  #left = 0;
  #keepAlive = true;
  #upgrading = false;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** Whether the connection may carry another request after this response. */
  get keepAlive(): boolean {
    return this.#keepAlive;
  }

  /** Whether a response is expected or under way. */
  get expecting(): boolean {
    return this.#state !== 'done';
  }

  /** Whether nothing of the response has arrived yet. */
  get untouched(): boolean {
    return this.#state === 'head' && this.#partial === undefined;
  }

  /** Begins the next response. */
  expect({ upgrading }: { upgrading: boolean }): void {
    this.#state = 'head';
    this.#upgrading = upgrading;
    this.#keepAlive = true;
  }

  /** Returns what belongs to another protocol, after an upgrade. */
  feed(chunk: Buffer): Buffer | undefined {
    let bytes = chunk;
    if (this.#partial !== undefined) {
      bytes = Buffer.concat([this.#partial, chunk]);
      this.#partial = undefined;
    }
    let at = 0;
    while (at < bytes.length) {
      switch (this.#state) {
        case 'head': {
          const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
          if (end < 0) return this.#keep(bytes, at, MAX_HEAD_BYTES);
          if (end - at > MAX_HEAD_BYTES) throw malformed('its head is too long');
          const head = bytes.toString('latin1', at, end);
          at = end + 4;
          this.#readHead(head, at < bytes.length);
          break;
        }
        case 'length':
        case 'chunk': {
          const end = Math.min(at + this.#left, bytes.length);
          this.#left -= end - at;
          const piece = bytes.subarray(at, end);
          at = end;
          const whole = this.#left === 0;
          const inChunk = this.#state === 'chunk';
          if (whole && inChunk) this.#state = 'chunkEnd';
          this.#sink.onBody(piece);
          if (whole && !inChunk) this.#end(at < bytes.length);
          break;
        }
        case 'chunkEnd': {
          if (bytes.length - at < 2) return this.#keep(bytes, at, MAX_CHUNK_SIZE_LINE_BYTES);
          if (bytes[at] !== CR || bytes[at + 1] !== LF) throw malformed('a chunk is longer than it says');
          at += 2;
          this.#state = 'chunkSize';
          break;
        }
        case 'chunkSize': {
          const end = bytes.indexOf('\r\n', at, 'latin1');
          if (end < 0) return this.#keep(bytes, at, MAX_CHUNK_SIZE_LINE_BYTES);
          this.#left = chunkSize(bytes.toString('latin1', at, end));
          at = end + 2;
          this.#state = this.#left === 0 ? 'trailer' : 'chunk';
          break;
        }
        case 'trailer': {
          const end = bytes.indexOf('\r\n', at, 'latin1');
          if (end < 0) return this.#keep(bytes, at, MAX_HEAD_BYTES);
          const last = end === at;
          at = end + 2;
          if (last) this.#end(at < bytes.length);
          break;
        }
        case 'untilClose':
          this.#sink.onBody(at === 0 ? bytes : bytes.subarray(at));
          return undefined;
        case 'upgraded':
          return at === 0 ? bytes : bytes.subarray(at);
        case 'done':
          throw malformed('more came than was asked for');
      }
    }
    return undefined;
  }

  /** The connection was closed: the end of a body that has no other, and too early for all else. */
  close(): boolean {
    if (this.#state !== 'untilClose') return this.#state === 'done';
    this.#end(false);
    return true;
  }

  #keep(bytes: Buffer, at: number, limitBytes: number): undefined {
    if (bytes.length - at > limitBytes) throw malformed('a line of it is too long');
    this.#partial = at === 0 ? bytes : bytes.subarray(at);
    return undefined;
  }

  /** What came beyond the end was not asked for, and must not pass for the answer to the next request. */
  #end(beyond: boolean): void {
    this.#state = 'done';
    if (beyond) this.#keepAlive = false;
    this.#sink.onEnd();
  }

  #readHead(text: string, more: boolean): void {
    const lines = text.split('\r\n');
    const status = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(lines[0] as string);
    if (status === null)
      throw malformed(`it begins with ${JSON.stringify((lines[0] as string).slice(0, 80))}`);
    const code = Number(status[2]);
    const headers: ResponseHeaders = {};
    for (let i = 1; i < lines.length; i += 1) readHeader(lines[i] as string, headers);
    if (code < 200 && !(code === 101 && this.#upgrading)) return;
    const connection = one(headers['connection'])?.toLowerCase();
    this.#keepAlive = status[1] === '1' ? connection !== 'close' : connection === 'keep-alive';
    if (code === 101) {
      this.#state = 'upgraded';
      this.#sink.onHead(code, headers);
      return;
    }
    this.#state = this.#framing(code, headers);
    this.#sink.onHead(code, headers);
    if (this.#state === 'length' && this.#left === 0) this.#end(more);
  }

  /** How the end of the body is told (RFC 9112, section 6.3). */
  #framing(status: number, headers: ResponseHeaders): State {
    const encoding = headers['transfer-encoding'];
    const length = headers['content-length'];
    this.#left = 0;
    if (status === 204 || status === 304) return 'length';
    if (encoding !== undefined) {
      if (length !== undefined) throw malformed('it tells its length in two ways');
      if (typeof encoding !== 'string' || encoding.toLowerCase() !== 'chunked')
        throw malformed(`its transfer encoding is ${JSON.stringify(encoding)}`);
      return 'chunkSize';
    }
    if (length === undefined) {
      this.#keepAlive = false;
      return 'untilClose';
    }
    if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
      throw malformed(`its content length is ${JSON.stringify(length)}`);
    this.#left = Number(length);
    return 'length';
  }
}

function readHeader(line: string, headers: ResponseHeaders): void {
  const colon = line.indexOf(':');
  if (colon <= 0 || line.charCodeAt(0) <= 0x20)
    throw malformed(`a header of it is ${JSON.stringify(line.slice(0, 80))}`);
  const name = line.slice(0, colon).toLowerCase();
  const value = line.slice(colon + 1).trim();
  const before = headers[name];
  if (before === undefined) headers[name] = value;
  else if (typeof before === 'string') headers[name] = [before, value];
  else before.push(value);
}

function chunkSize(line: string): number {
  const digits = /^([0-9a-f]{1,13})\s*(?:;.*)?$/i.exec(line);
  if (digits === null) throw malformed(`the size of a chunk is ${JSON.stringify(line.slice(0, 80))}`);
  return Number.parseInt(digits[1] as string, 16);
}

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(',');
}
