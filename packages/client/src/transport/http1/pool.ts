import type { Socket } from 'node:net';

import type { Clock, Timer } from '@kubewright/api';

import { Connection, Exchange, checkRequest } from './connection.js';
import type { ConnectionOwner } from './connection.js';
import { connectionLost, timedOut } from './errors.js';
import type { OutgoingRequest, ResponseHandler } from './messages.js';

/*
 * What a pool promises:
 *  1. A request goes out on a connection that is idle, the one used last first, or on a new one; when there are
 *     `maxConnections`, it waits for its turn, in the order of the calls.
 *  2. One request at a time on a connection, and a connection is used again only after a complete response.
 *  3. A GET that meets a connection which the server closed while it was idle is sent once more, on another one. Any
 *     other request fails then: whether it was carried out is not known.
 *  4. A response that does not begin in time, or a body that falls silent for longer than allowed, fails. So does a
 *     request that waits as long for a connection; it has not been sent then.
 *  5. Connections at rest do not keep the process alive, and are closed after `keepAliveMs`.
 *  6. `destroy` fails everything under way and leaves neither socket nor timer behind.
 */

export interface PoolOptions {
  /** What the `host` header says. */
  host: string;
  /** Opens a connection, TLS included. */
  connect: () => Promise<Socket>;
  clock: Clock;
  headersTimeoutMs: number;
  keepAliveMs: number;
  maxConnections: number;
  /** Asked for a connection at rest when the pool has none itself. */
  borrow?: () => Connection | undefined;
}

/** The connections to one server. */
export class Pool implements ConnectionOwner {
  readonly #options: PoolOptions;
  readonly #connections = new Set<Connection>();
  /** The one used last is the last. */
  readonly #idle: Connection[] = [];
  #waiting: Exchange[] = [];
  #opening = 0;
  #timer: Timer | undefined;
  #timerAt = Infinity;
  #destroyed: Error | undefined;
  #retired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** How many connections there are, those being opened included. */
  get size(): number {
    return this.#connections.size + this.#opening;
  }

  /** Sends a request, and tells the handler of the response. Never throws: what is wrong is told to the handler. */
  dispatch(request: OutgoingRequest, handler: ResponseHandler): void {
    const exchange = new Exchange(request, handler);
    handler.onRequestStart(exchange);
    if (exchange.over) return;
    try {
      checkRequest(request);
    } catch (error) {
      exchange.fail(error as Error);
      return;
    }
    this.#dispatch(exchange);
  }

  /** Gives up a connection at rest to whoever sends the next request on it. */
  lend(): Connection | undefined {
    const connection = this.#idle.pop();
    if (connection !== undefined) this.#connections.delete(connection);
    return connection;
  }

  /** Takes no more into rest: each connection is closed when its response was read. */
  retire(): void {
    this.#retired = true;
    for (const connection of [...this.#idle]) connection.destroy();
  }

  destroy(error: Error): void {
    this.#destroyed ??= error;
    for (const exchange of this.#waiting.splice(0)) exchange.fail(error);
    for (const connection of [...this.#connections]) connection.abandon(error);
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  idle(connection: Connection): void {
    if (this.#retired) {
      connection.destroy();
      return;
    }
    const next = this.#nextWaiting();
    if (next !== undefined) {
      connection.rested();
      connection.send(next, this.#options.headersTimeoutMs);
      return;
    }
    connection.rest(this.#options.keepAliveMs);
    this.#idle.push(connection);
  }

  closed(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const at = this.#idle.lastIndexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#openForWaiting();
  }

  again(exchange: Exchange): void {
    exchange.retried = true;
    this.#dispatch(exchange);
  }

  now(): number {
    return this.#options.clock.now();
  }

  watch(deadlineAt: number): void {
    if (deadlineAt >= this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = deadlineAt;
    const delayMs = Math.max(deadlineAt - this.now(), 0);
    this.#timer = this.#options.clock.setTimer(this.#sweep, delayMs, { unref: true });
  }

  /** One timer for all: it looks which deadlines have passed, and waits for the next one. */
  readonly #sweep = (): void => {
    this.#timer = undefined;
    this.#timerAt = Infinity;
    const now = this.now();
    let next = Infinity;
    for (const connection of [...this.#connections]) {
      if (connection.deadlineAt <= now) connection.expire();
      else next = Math.min(next, connection.deadlineAt);
    }
    const late = this.#waiting.filter(({ waitsUntil }) => waitsUntil <= now);
    this.#waiting = this.#waiting.filter(({ over, waitsUntil }) => !over && waitsUntil > now);
    for (const { waitsUntil } of this.#waiting) next = Math.min(next, waitsUntil);
    for (const exchange of late) exchange.fail(this.#noConnection());
    if (next < Infinity) this.watch(next);
  };

  #dispatch(exchange: Exchange): void {
    if (this.#destroyed !== undefined) {
      exchange.fail(this.#destroyed);
      return;
    }
    // What failed once on a connection from rest gets a new one.
    const connection = exchange.retried ? undefined : (this.#idle.at(-1) ?? this.#borrowed());
    if (connection !== undefined) {
      if (!exchange.mayBeSent()) return;
      this.#idle.pop();
      connection.send(exchange, this.#options.headersTimeoutMs);
      return;
    }
    this.#waiting.push(exchange);
    exchange.waitsUntil = this.now() + (exchange.request.headersTimeout ?? this.#options.headersTimeoutMs);
    this.watch(exchange.waitsUntil);
    this.#openForWaiting();
  }

  #noConnection(): Error {
    const { maxConnections } = this.#options;
    return timedOut(
      this.#connections.size < maxConnections
        ? 'no connection was opened in time'
        : `all ${maxConnections} connections were busy until the time was up`,
    );
  }

  #borrowed(): Connection | undefined {
    const connection = this.#options.borrow?.();
    if (connection === undefined) return undefined;
    connection.moveTo(this);
    this.#connections.add(connection);
    this.#idle.push(connection);
    this.watch(connection.deadlineAt);
    return connection;
  }

  #openForWaiting(): void {
    while (this.#waiting.length > this.#opening && this.size < this.#options.maxConnections) this.#open();
  }

  #open(): void {
    this.#opening += 1;
    const { connect, host, headersTimeoutMs } = this.#options;
    connect().then(
      (socket) => {
        if (socket.destroyed) {
          // It was lost before anybody listened, and will not say so again.
          this.#openFailed(socket.errored ?? connectionLost());
          return;
        }
        this.#opening -= 1;
        const connection = new Connection(socket, host, this);
        this.#connections.add(connection);
        if (this.#destroyed !== undefined) {
          connection.destroy();
          return;
        }
        const next = this.#nextWaiting();
        if (next === undefined) this.idle(connection);
        else connection.send(next, headersTimeoutMs);
      },
      (error: unknown) => this.#openFailed(error as Error),
    );
  }

  #openFailed(error: Error): void {
    this.#opening -= 1;
    this.#nextWaiting()?.fail(error);
    this.#openForWaiting();
  }

  #nextWaiting(): Exchange | undefined {
    for (;;) {
      const exchange = this.#waiting.shift();
      if (exchange === undefined || (!exchange.over && exchange.mayBeSent())) return exchange;
    }
  }
}
