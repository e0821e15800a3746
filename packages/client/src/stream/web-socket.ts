import { abortReason, systemClock } from '@kubewright/api';
import type { Clock, DuplexConnection, Timer, Transport } from '@kubewright/api';

import { toApiError } from '../client/status-of-response.js';
import { InvalidRequestError } from '../errors.js';
import { TransportError } from '../transport/errors.js';
import { encodeFrame, FrameReader, OPCODE } from './web-socket-frames.js';

export interface WebSocketOptions {
  /** Path and query. */
  path: string;
  /** The subprotocols that are understood, the best first. */
  protocols: readonly string[];
  /** Names the stream in errors. */
  what: string;
  signal?: AbortSignal | undefined;
  clock?: Clock | undefined;
}

export interface WebSocketEvents {
  /** A binary message; text is understood as its bytes. */
  message(bytes: Buffer): void;
  /** Once, at the end: with the error when the other side did not end it properly. */
  closed(error: Error | undefined): void;
}

/** client-go's tools/remotecommand/websocket.go, `pingPeriod` and `pingReadDeadline`. */
const PING_PERIOD_MS = 5_000;
const SILENCE_MAX_MS = 61_000;
const FAREWELL_MS = 1_000;
/** RFC 6455, section 1.3. */
const ACCEPT_SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const NORMAL_CLOSURE = 1000;
const EMPTY = new Uint8Array();

/**
 * Opens a WebSocket to the API server with the identity of the transport. An answer other than the upgrade is thrown as
 * an ApiError with the Status it holds, which browsers' WebSockets do not tell.
 */
export async function openWebSocket(
  transport: Transport,
  options: WebSocketOptions,
): Promise<WebSocketConnection> {
  const { path, protocols, what, signal, clock = systemClock } = options;
  if (transport.upgrade === undefined) {
    throw new InvalidRequestError(
      'NotUpgradable',
      `${what}: this client's transport has no connections that could carry a stream; connect over HTTPS ` +
        '(createHttpTransport)',
    );
  }
  const { createHash, randomBytes } = await import('node:crypto');
  const key = randomBytes(16).toString('base64');
  const answer = await transport.upgrade({
    path,
    protocol: 'websocket',
    headers: {
      'sec-websocket-key': key,
      'sec-websocket-version': '13',
      'sec-websocket-protocol': protocols.join(', '),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!answer.upgraded) {
    throw toApiError(answer.response, await answer.response.body.bytes(), { method: 'GET', path });
  }
  const { headers, connection } = answer;
  const protocol = headers['sec-websocket-protocol'];
  const accepted = createHash('sha1')
    .update(key + ACCEPT_SALT)
    .digest('base64');
  if (
    headers['sec-websocket-accept'] !== accepted ||
    typeof protocol !== 'string' ||
    !protocols.includes(protocol)
  ) {
    connection.on('error', () => undefined);
    connection.destroy();
    throw new TransportError(
      'InvalidResponse',
      `${what}: the server agreed to none of the protocols ${protocols.join(', ')}`,
    );
  }
  return new WebSocketConnection(connection, { protocol, what, signal, clock, randomBytes });
}

interface Settings {
  protocol: string;
  what: string;
  signal: AbortSignal | undefined;
  clock: Clock;
  randomBytes: (size: number) => Uint8Array;
}

/** An open WebSocket. It asks every five seconds whether the server is there, and gives up after a minute of silence. */
export class WebSocketConnection {
  readonly protocol: string;
  readonly #connection: DuplexConnection;
  readonly #settings: Settings;
  readonly #reader: FrameReader;
  /** What came before anyone listened. */
  #early: Buffer[] | undefined = [];
  #events: WebSocketEvents | undefined;
  #timer: Timer | undefined;
  #heardAt: number;
  #paused = false;
  #drains: Array<() => void> = [];
  #ended: { error: Error | undefined } | undefined;

  constructor(connection: DuplexConnection, settings: Settings) {
    this.#connection = connection;
    this.#settings = settings;
    this.protocol = settings.protocol;
    this.#heardAt = settings.clock.now();
    this.#reader = new FrameReader((opcode, payload) => this.#take(opcode, payload));
    connection.on('data', (bytes) => this.#read(bytes));
    connection.on('drain', () => this.#drained());
    connection.on('error', (error) => this.#end(this.#lost(error)));
    connection.on('end', () => this.#end(this.#lost()));
    connection.on('close', () => {
      this.#end(this.#lost());
      this.#timer?.cancel();
    });
    settings.signal?.addEventListener('abort', this.#onAbort);
    this.#schedulePing();
    if (settings.signal?.aborted === true) this.#onAbort();
    connection.resume();
  }

  /** Begins to hand out what comes; to be called once. */
  listen(events: WebSocketEvents): void {
    this.#events = events;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) events.message(message);
    if (this.#ended !== undefined) events.closed(this.#ended.error);
  }

  /** Sends a message of these parts; resolves when more may be sent. After the end it is dropped. */
  send(...parts: Uint8Array[]): Promise<void> | undefined {
    if (this.#ended !== undefined || this.#write(OPCODE.binary, parts)) return undefined;
    return new Promise((resolve) => this.#drains.push(resolve));
  }

  pause(): void {
    this.#paused = true;
    this.#connection.pause();
  }

  resume(): void {
    // A server that is not listened to is not silent.
    if (this.#paused) this.#heardAt = this.#settings.clock.now();
    this.#paused = false;
    this.#connection.resume();
  }

  /** Ends it properly from this side. */
  close(): void {
    if (this.#ended !== undefined) return;
    this.#write(OPCODE.close, [Buffer.from([NORMAL_CLOSURE >> 8, NORMAL_CLOSURE & 0xff])]);
    this.#end(undefined);
  }

  readonly #onAbort = (): void => this.#end(abortReason(this.#settings.signal as AbortSignal));

  #read(bytes: Uint8Array): void {
    this.#heardAt = this.#settings.clock.now();
    try {
      this.#reader.push(bytes);
    } catch (cause) {
      const why = (cause as Error).message;
      this.#end(new TransportError('InvalidResponse', `${this.#settings.what}: ${why}`, { cause }));
    }
  }

  #take(opcode: number, payload: Buffer): void {
    if (this.#ended !== undefined) return;
    if (opcode === OPCODE.ping) this.#write(OPCODE.pong, [payload]);
    else if (opcode === OPCODE.close) this.#closedByServer(payload);
    else if (opcode === OPCODE.binary || opcode === OPCODE.text) {
      if (this.#early !== undefined) this.#early.push(payload);
      else this.#events?.message(payload);
    }
  }

  #closedByServer(payload: Buffer): void {
    const code = payload.length < 2 ? NORMAL_CLOSURE : payload.readUInt16BE(0);
    this.#write(OPCODE.close, [payload.subarray(0, 2)]);
    if (code === NORMAL_CLOSURE) {
      this.#end(undefined);
      return;
    }
    const said = payload.subarray(2).toString('utf8');
    const why = `the server closed the stream with code ${code}${said === '' ? '' : `: ${said}`}`;
    this.#end(new TransportError('ConnectionLost', `${this.#settings.what}: ${why}`));
  }

  #write(opcode: number, parts: readonly Uint8Array[]): boolean {
    return this.#connection.write(encodeFrame(opcode, parts, this.#settings.randomBytes(4)));
  }

  #schedulePing(): void {
    const { clock, what } = this.#settings;
    this.#timer = clock.setTimer(
      () => {
        if (!this.#paused && clock.now() - this.#heardAt > SILENCE_MAX_MS) {
          this.#end(new TransportError('Timeout', `${what}: the server has been silent for a minute`));
          return;
        }
        this.#write(OPCODE.ping, [EMPTY]);
        this.#schedulePing();
      },
      PING_PERIOD_MS,
      { unref: true },
    );
  }

  #drained(): void {
    const drains = this.#drains;
    this.#drains = [];
    for (const resolve of drains) resolve();
  }

  #lost(cause?: Error): TransportError {
    const why = 'the connection was lost before the stream ended';
    return new TransportError('ConnectionLost', `${this.#settings.what}: ${why}`, { cause });
  }

  #end(error: Error | undefined): void {
    if (this.#ended !== undefined) return;
    this.#ended = { error };
    this.#timer?.cancel();
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    if (error === undefined) {
      this.#connection.end();
      // The server's end may never come.
      const destroy = () => void this.#connection.destroy();
      this.#timer = this.#settings.clock.setTimer(destroy, FAREWELL_MS, { unref: true });
    } else {
      this.#connection.destroy();
    }
    // What the server still says is of no interest, but must not keep its end from coming.
    this.#connection.resume();
    this.#drained();
    this.#events?.closed(error);
  }
}
