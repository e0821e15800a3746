import type { Socket } from 'node:net';

import { connectionLost, timedOut } from './errors.js';
import type { ExchangeController, OutgoingRequest, ResponseHandler } from './messages.js';
import { ResponseParser } from './response-parser.js';
import type { ResponseHeaders, ResponseSink } from './response-parser.js';

/** What a connection tells the pool it belongs to. */
export interface ConnectionOwner {
  /** It can carry the next request. */
  idle(connection: Connection): void;
  /** It is of no use any more. */
  closed(connection: Connection): void;
  /** The connection was closed while idle, just as this request went out: nobody has seen it. */
  again(exchange: Exchange): void;
  now(): number;
  /** `deadlineAt` of a connection was set. */
  watch(deadlineAt: number): void;
}

/** A request, who hears of its response, and whether it was given up meanwhile. */
export class Exchange implements ExchangeController {
  readonly request: OutgoingRequest;
  readonly handler: ResponseHandler;
  /** Set while it is on a connection. */
  connection: Connection | undefined;
  over = false;
  retried = false;
  /** When it has waited too long for a connection, on the pool's clock. */
  waitsUntil = Infinity;

  constructor(request: OutgoingRequest, handler: ResponseHandler) {
    this.request = request;
    this.handler = handler;
  }

  /** Whether it may still go out; otherwise it has failed. */
  mayBeSent(): boolean {
    try {
      this.request.beforeSend?.();
      return true;
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
  }

  pause(): void {
    this.connection?.pause();
  }

  resume(): void {
    this.connection?.resume();
  }

  abort(reason: Error): void {
    if (this.over) return;
    const { connection } = this;
    this.fail(reason);
    connection?.destroy();
  }

  fail(error: Error): void {
    if (this.over) return;
    this.over = true;
    this.connection = undefined;
    this.handler.onResponseError(this, error);
  }
}

/** One socket: one request after the other, each answered before the next is sent. */
export class Connection implements ResponseSink {
  /** When to give up, on the pool's clock: Infinity while nothing is waited for. */
  deadlineAt = Infinity;
  readonly #socket: Socket;
  #owner: ConnectionOwner;
  readonly #host: string;
  readonly #parser = new ResponseParser(this);
  #exchange: Exchange | undefined;
  #used = false;
  #paused = false;
  #bodyTimeoutMs: number | undefined;
  /** Why this side gave it up. */
  #failure: Error | undefined;
  #socketError: Error | undefined;

  constructor(socket: Socket, host: string, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#host = host;
    this.#owner = owner;
    socket.on('data', this.#onData);
    socket.on('error', this.#onError);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onClose);
  }

  /** Tells another pool from now on; the connection must be idle. */
  moveTo(owner: ConnectionOwner): void {
    this.#owner = owner;
  }

  /** Sends a request; the connection must be idle. */
  send(exchange: Exchange, headersTimeoutMs: number): void {
    const { request } = exchange;
    this.#exchange = exchange;
    exchange.connection = this;
    this.#bodyTimeoutMs = request.bodyTimeout;
    this.#wait(request.headersTimeout ?? headersTimeoutMs);
    this.#socket.ref();
    this.#parser.expect({ upgrading: request.upgrade !== undefined });
    this.#socket.write(encode(request, this.#host));
  }

  /** Waits for the next request, for so long. */
  rest(keepAliveMs: number): void {
    this.#used = true;
    this.#socket.unref();
    this.#wait(keepAliveMs);
  }

  /** Goes on with the next request at once. */
  rested(): void {
    this.#used = true;
  }

  /** The deadline has passed. */
  expire(): void {
    const begun = !this.#parser.untouched;
    this.#failure = timedOut(
      begun ? 'the server went silent within a response' : 'the server did not answer in time',
    );
    this.destroy();
  }

  /** Ends it, and what it carries with this error. */
  abandon(error: Error): void {
    this.#failure = error;
    this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
    this.#close();
  }

  pause(): void {
    this.#paused = true;
    // The silence is not the server's now.
    if (this.#bodyTimeoutMs !== undefined) this.deadlineAt = Infinity;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#bodyTimeoutMs !== undefined) this.#wait(this.#bodyTimeoutMs);
    this.#socket.resume();
  }

  onHead(status: number, headers: ResponseHeaders): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    if (status === 101) {
      this.#handOver(exchange, status, headers);
      return;
    }
    if (this.#bodyTimeoutMs === undefined) this.deadlineAt = Infinity;
    else this.#wait(this.#bodyTimeoutMs);
    exchange.handler.onResponseStart(exchange, status, headers);
  }

  onBody(bytes: Uint8Array): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    if (this.#bodyTimeoutMs !== undefined && !this.#paused) this.#wait(this.#bodyTimeoutMs);
    exchange.handler.onResponseData(exchange, bytes);
  }

  onEnd(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    this.resume();
    this.deadlineAt = Infinity;
    exchange.over = true;
    exchange.connection = undefined;
    // An answer may come before the whole request has gone out; the rest of it would stand in the way of the next.
    if (this.#parser.keepAlive && this.#socket.writableLength === 0) this.#owner.idle(this);
    else this.destroy();
    exchange.handler.onResponseEnd(exchange);
  }

  #wait(timeoutMs: number): void {
    this.deadlineAt = this.#owner.now() + timeoutMs;
    this.#owner.watch(this.deadlineAt);
  }

  #handOver(exchange: Exchange, status: number, headers: ResponseHeaders): void {
    const socket = this.#socket;
    this.#exchange = undefined;
    this.deadlineAt = Infinity;
    exchange.over = true;
    exchange.connection = undefined;
    // Until its new owner listens, which is a promise away, nothing may flow past.
    socket.pause();
    this.#listenNoMore();
    this.#owner.closed(this);
    exchange.handler.onRequestUpgrade?.(exchange, status, headers, socket);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#exchange === undefined) {
      // Nothing was asked for: whatever this is, the connection is not to be trusted with a request.
      this.destroy();
      return;
    }
    try {
      const foreign = this.#parser.feed(chunk);
      if (foreign !== undefined) this.#socket.unshift(foreign);
    } catch (error) {
      this.#failure = error as Error;
      this.destroy();
    }
  };

  readonly #onError = (error: Error): void => {
    this.#socketError ??= error;
  };

  readonly #onEnd = (): void => {
    if (this.#exchange !== undefined) this.#parser.close();
    this.destroy();
  };

  readonly #onClose = (): void => {
    if (this.#exchange !== undefined) this.#parser.close();
    this.#close();
  };

  #close(): void {
    this.#listenNoMore();
    this.deadlineAt = Infinity;
    this.#owner.closed(this);
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    exchange.connection = undefined;
    if (exchange.over) return;
    // A server closes what was idle for long; a request that meets this has not been read (as Go's net/http decides).
    const unread = this.#used && this.#parser.untouched && this.#failure === undefined;
    if (unread && exchange.request.method === 'GET' && !exchange.retried) this.#owner.again(exchange);
    else exchange.fail(this.#failure ?? this.#socketError ?? connectionLost());
  }

  #listenNoMore(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('close', this.#onClose);
    socket.off('error', this.#onError);
    // An error after the end is nobody's concern, but without a listener it would end the process.
    socket.on('error', nothing);
  }
}

const nothing = (): void => undefined;

/** Anything that would end the line it stands in, or is not Latin-1. */
const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/;

/** Head and body in one buffer: one TLS record, one packet. */
function encode({ method, path, headers, body, upgrade }: OutgoingRequest, host: string): Buffer {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}`;
  for (let i = 0; i < headers.length; i += 2) head += `\r\n${headers[i]}: ${headers[i + 1]}`;
  if (upgrade !== undefined) head += `\r\nconnection: upgrade\r\nupgrade: ${upgrade}`;
  const length = body?.length ?? 0;
  if (length > 0 || (method !== 'GET' && method !== 'DELETE')) head += `\r\ncontent-length: ${length}`;
  head += '\r\n\r\n';
  const message = Buffer.allocUnsafe(head.length + length);
  message.write(head, 0, 'latin1');
  if (length > 0) message.set(body as Uint8Array, head.length);
  return message;
}

/** @throws TypeError for a request whose path or headers cannot stand in a head. */
export function checkRequest({ path, headers }: OutgoingRequest): void {
  if (/[^\x21-\x7e]/.test(path))
    throw new TypeError(`the path ${JSON.stringify(path)} is not percent-encoded`);
  for (let i = 0; i < headers.length; i += 1) {
    const text = headers[i] as string;
    if (UNSAFE.test(text)) {
      const name = headers[i - (i % 2)] as string;
      throw new TypeError(`the header ${JSON.stringify(name)} holds a character that no header may hold`);
    }
  }
}
