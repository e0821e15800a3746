import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import { urlAddress } from '@kubewright/client';
import type { ClusterConfig } from '@kubewright/client';

import { FaultyDirection } from './faulty-direction.js';

export interface FaultProxyOptions {
  /** The server behind the proxy, as `https://127.0.0.1:6443`: `config.server` of a kubeconfig. */
  target: string;
  /** For `delay`. Defaults to the machine's. */
  clock?: Clock | undefined;
}

/**
 * A TCP proxy on a free port of 127.0.0.1 that breaks connections on command. It passes TLS through unread, so client
 * and server authenticate each other as if it were not there. The caller stops it.
 */
export interface FaultProxy {
  /** Where it listens; the scheme and path are those of the target. */
  readonly url: string;
  readonly port: number;
  /** The connections open now. */
  readonly connections: number;
  /** The connections accepted since the start. */
  readonly accepted: number;
  /** The same cluster, reached through the proxy; its certificate is still checked for the name it had. */
  through(config: ClusterConfig): ClusterConfig;
  /** Ends all open connections: with a RST as when a process is killed, or with a FIN as when it exits. New ones pass. */
  cut(how?: 'reset' | 'end'): void;
  /**
   * Half-open, as after a pulled cable: connections stay open and are accepted, but what either side sends is swallowed.
   * Those that were open stay dead after `pass`, for bytes of theirs are gone.
   */
  stall(): void;
  /** Everything takes so much longer, each way; bytes under way keep their order. */
  delay(delayMs: number): void;
  /** Ends each connection, open or new, after so many more bytes from the server: in the middle of a frame. */
  truncate(afterBytes: number, how?: 'reset' | 'end'): void;
  /** Refuses new connections, as when nobody listens; cuts the open ones. */
  refuse(): Promise<void>;
  /** No more faults for new connections, nor for open ones that have lost nothing. */
  pass(): Promise<void>;
  /** Cuts all connections and frees the port. Calling it again does nothing. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a proxy between a client and a server that cuts, stalls, delays and truncates when told; until then it passes. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const proxy = new TcpFaultProxy(new URL(options.target), options.clock ?? systemClock);
  await proxy.listen(0);
  return proxy;
}

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  readonly toServer: FaultyDirection;
  readonly toClient: FaultyDirection;
}

class TcpFaultProxy implements FaultProxy {
  readonly #target: URL;
  readonly #clock: Clock;
  readonly #open = new Set<Connection>();
  #server: Server | undefined;
  #stalled = false;
  #delayMs = 0;
  #truncation: { afterBytes: number; how: 'reset' | 'end' } | undefined;
  #stopped: Promise<void> | undefined;
  port = 0;
  accepted = 0;

  constructor(target: URL, clock: Clock) {
    this.#target = target;
    this.#clock = clock;
  }

  get url(): string {
    return `${this.#target.protocol}//127.0.0.1:${this.port}${this.#target.pathname.replace(/\/+$/, '')}`;
  }

  get connections(): number {
    return this.#open.size;
  }

  through(config: ClusterConfig): ClusterConfig {
    const { host: name } = urlAddress(new URL(config.server));
    // TLS has no names that are addresses.
    const tlsServerName = config.tlsServerName ?? (name === '127.0.0.1' ? undefined : name);
    return { ...config, server: this.url, ...(tlsServerName === undefined ? {} : { tlsServerName }) };
  }

  cut(how: 'reset' | 'end' = 'reset'): void {
    for (const connection of [...this.#open]) this.#end(connection, how);
  }

  stall(): void {
    this.#stalled = true;
    for (const { toServer, toClient } of this.#open) {
      toServer.swallow();
      toClient.swallow();
    }
  }

  delay(delayMs: number): void {
    this.#delayMs = delayMs;
    for (const { toServer, toClient } of this.#open) {
      toServer.delayMs = delayMs;
      toClient.delayMs = delayMs;
    }
  }

  truncate(afterBytes: number, how: 'reset' | 'end' = 'end'): void {
    this.#truncation = { afterBytes, how };
    for (const connection of this.#open) this.#truncateAt(connection, afterBytes, how);
  }

  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server === undefined ? undefined : once(server, 'close');
    server?.close();
    this.cut();
    await closed;
  }

  async pass(): Promise<void> {
    this.#stalled = false;
    this.#truncation = undefined;
    this.delay(0);
    for (const { toClient } of this.#open) toClient.limit = undefined;
    if (this.#server === undefined && this.#stopped === undefined) await this.listen(this.port);
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.refuse());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async listen(port: number): Promise<void> {
    // Half-open on purpose: each direction ends when its sender ends it.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#accept(near));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  #accept(near: Socket): void {
    this.accepted += 1;
    const far = connect({ ...urlAddress(this.#target), allowHalfOpen: true, noDelay: true });
    const connection: Connection = {
      near,
      far,
      toServer: new FaultyDirection(near, far, this.#clock),
      toClient: new FaultyDirection(far, near, this.#clock),
    };
    this.#open.add(connection);
    for (const socket of [near, far]) {
      socket.on('error', () => this.#end(connection, 'reset'));
      socket.on('close', () => {
        // A stalled connection whose one side gave up must not be noticed on the other.
        if (connection.toServer.swallowing && !near.destroyed) return;
        if (near.destroyed && far.destroyed) this.#open.delete(connection);
        else if (near.destroyed) this.#end(connection, 'reset');
      });
    }
    connection.toServer.delayMs = this.#delayMs;
    connection.toClient.delayMs = this.#delayMs;
    if (this.#truncation !== undefined)
      this.#truncateAt(connection, this.#truncation.afterBytes, this.#truncation.how);
    if (this.#stalled) {
      connection.toServer.swallow();
      connection.toClient.swallow();
    }
  }

  #truncateAt(connection: Connection, bytes: number, how: 'reset' | 'end'): void {
    connection.toClient.limit = { bytes, reached: () => this.#end(connection, how) };
  }

  #end(connection: Connection, how: 'reset' | 'end'): void {
    const { near, far, toServer, toClient } = connection;
    this.#open.delete(connection);
    toServer.stop();
    toClient.stop();
    for (const socket of [near, far]) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroySoon();
    }
  }
}
