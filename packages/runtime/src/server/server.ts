import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger, systemClock } from '@kubewright/api';
import type { Clock, Logger } from '@kubewright/api';

import type { CertificatePair, CertificateSource } from '../certificates/certificate-source.js';
import { deferred } from '../internal/deferred.js';
import { toError } from '../internal/errors.js';
import { abortable, childSignal, within } from '../internal/signals.js';
import type { Runnable } from '../manager/runnable.js';
import { Connections } from './connections.js';
import { answer } from './exchange.js';
import { Routes } from './handler.js';
import type { ServerHandler } from './handler.js';
import { listenError } from './server-error.js';

/*
 * What a server promises:
 *  1. It is reachable from this machine only, unless `host` says otherwise; with TLS it speaks version 1.2 or newer.
 *  2. `whenReady` resolves when it accepts connections, with a certificate if it serves TLS; `address` is known then.
 *  3. A new certificate is served to connections made from then on. Nothing is restarted, no connection is cut; a pair
 *     that cannot be served with is logged, and the last one stays.
 *  4. At the end it takes no new connections, answers what was asked, and closes connections that ask nothing. What is
 *     not answered within `closeTimeoutMs` is cut.
 *  5. When `start` has ended nothing is left: no port, no connection, no timer, no file watched.
 */

export interface ServerOptions {
  /** For logs and error messages: `metrics server`. */
  name: string;
  /** When it starts with a manager. Defaults to `servers`, the first. */
  group?: 'servers' | 'webhooks';
  /** The address to listen on; `''` is all of them. Defaults to 127.0.0.1. */
  host?: string;
  /** 0 takes any free one. */
  port: number;
  /** Where the certificate comes from. Without it the server speaks plain HTTP. */
  tls?: CertificateSource;
  /** How TLS is spoken. */
  tlsOptions?: TlsOptions | undefined;
  /** By path; see `handle`. */
  handlers?: Readonly<Record<string, ServerHandler>>;
  /** How much a request may carry. Defaults to 1 MiB. */
  maxBodyBytes?: number;
  /** How long a request may take to arrive. Defaults to 32000, as in controller-runtime (pkg/internal/httpserver). */
  readTimeoutMs?: number;
  /** How long a connection may ask nothing. Defaults to 90000, as in controller-runtime. */
  idleTimeoutMs?: number;
  /** How long the end waits for answers. Defaults to 10000, the time-out that webhook calls have by default. */
  closeTimeoutMs?: number;
  clock?: Clock;
  /** Defaults to silence. */
  logger?: Logger;
}

/** What a server takes of TLS, in the words of `node:tls` (controller-runtime's `TLSOpts`). */
export interface TlsOptions {
  /** Defaults to TLSv1.2. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** Names of OpenSSL, separated by colons: `TLS_AES_256_GCM_SHA384:ECDHE-RSA-AES128-GCM-SHA256`. */
  readonly ciphers?: string;
}

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** `https://127.0.0.1:9443` */
  readonly url: string;
}

/** An HTTP or HTTPS server that lives and dies with a manager. */
export interface Server extends Runnable {
  readonly group: 'servers' | 'webhooks';
  /** Where it listens; undefined before it is ready. */
  readonly address: ServerAddress | undefined;
  /** Adds a handler, also while it runs. A path that ends with `/` is for everything below it. Throws a TypeError when the path is taken. */
  handle(path: string, handler: ServerHandler): void;
  whenReady(signal?: AbortSignal): Promise<void>;
}

const defaults = {
  host: '127.0.0.1',
  handlers: {},
  maxBodyBytes: 1024 * 1024,
  readTimeoutMs: 32_000,
  idleTimeoutMs: 90_000,
  closeTimeoutMs: 10_000,
  clock: systemClock,
  logger: silentLogger,
};

/** Makes a server; nothing is loaded or opened until `start`. `start` rejects with ServerError when it cannot listen. */
export function createServer(options: ServerOptions): Server {
  return new HttpServer(options);
}

class HttpServer implements Server {
  readonly name: string;
  readonly group: 'servers' | 'webhooks';
  readonly #options: ServerOptions & Required<Pick<ServerOptions, keyof typeof defaults>>;
  readonly #routes = new Routes();
  readonly #ready = deferred<void>();
  #address: ServerAddress | undefined;

  constructor(options: ServerOptions) {
    this.#options = { ...defaults, ...options };
    this.name = options.name;
    this.group = options.group ?? 'servers';
    for (const [path, handler] of Object.entries(this.#options.handlers)) this.handle(path, handler);
  }

  get address(): ServerAddress | undefined {
    return this.#address;
  }

  handle(path: string, handler: ServerHandler): void {
    this.#routes.add(path, handler);
  }

  whenReady(signal?: AbortSignal): Promise<void> {
    return abortable(this.#ready.promise, signal);
  }

  async start(signal: AbortSignal): Promise<void> {
    // The certificate is followed until the last answer is sent.
    const end = childSignal(undefined);
    const { tls } = this.#options;
    const certificate = tls === undefined ? undefined : this.#follow(tls, end.signal);
    try {
      const pair = certificate && (await abortable(certificate.first, signal));
      const { server, connections, setPair } = await this.#make(pair);
      if (setPair !== undefined) certificate?.serveWith(setPair);
      await this.#listen(server);
      this.#ready.resolve();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await this.#close(server, connections);
    } catch (error) {
      if (signal.aborted) return;
      this.#ready.reject(error);
      throw error;
    } finally {
      end.abort(new Error(`${this.name} has ended`));
      await certificate?.ended;
      this.#address = undefined;
    }
  }

  #follow(tls: CertificateSource, signal: AbortSignal) {
    const logger = this.#options.logger.with({ server: this.name });
    const first = deferred<CertificatePair>();
    let latest: CertificatePair | undefined;
    let serve: ((pair: CertificatePair) => void) | undefined;
    const use = (pair: CertificatePair): void => {
      latest = pair;
      try {
        serve?.(pair);
        if (serve !== undefined) logger.info('certificate changed');
        else first.resolve(pair);
      } catch (error) {
        logger.error('certificate cannot be used', { error: toError(error) });
      }
    };
    const ended = tls.follow(use, signal).catch((error: unknown) => {
      first.reject(error);
      if (serve !== undefined && !signal.aborted)
        logger.error('certificate is no longer followed', { error: toError(error) });
    });
    return {
      first: first.promise,
      ended,
      serveWith(setPair: (pair: CertificatePair) => void): void {
        serve = setPair;
        if (latest !== undefined) setPair(latest);
      },
    };
  }

  async #make(pair: CertificatePair | undefined): Promise<{
    server: NodeServer;
    connections: Connections;
    setPair?: (pair: CertificatePair) => void;
  }> {
    const { readTimeoutMs, idleTimeoutMs, maxBodyBytes, tlsOptions } = this.#options;
    const logger = this.#options.logger.with({ server: this.name });
    const timeouts = {
      headersTimeout: readTimeoutMs,
      requestTimeout: readTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(readTimeoutMs, 30_000),
    };
    const parts = { routes: this.#routes, maxBodyBytes, logger };
    const connections = new Connections();
    const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      connections.began(incoming, outgoing);
      void answer(incoming, outgoing, parts);
    };
    if (pair === undefined) {
      const server = (await import('node:http')).createServer(timeouts, onRequest);
      connections.follow(server, 'connection');
      return { server, connections };
    }
    const server = (await import('node:https')).createServer(
      {
        ...timeouts,
        ...contextOf(pair, tlsOptions),
        handshakeTimeout: 10_000,
        ALPNProtocols: ['http/1.1'],
        ...(pair.clientCa !== undefined && { requestCert: true, rejectUnauthorized: true }),
      },
      onRequest,
    );
    server.on('tlsClientError', (error: Error) => {
      logger.debug('TLS handshake failed', { error });
    });
    connections.follow(server, 'secureConnection');
    const setPair = (next: CertificatePair): void => server.setSecureContext(contextOf(next, tlsOptions));
    return { server, connections, setPair };
  }

  #listen(server: NodeServer): Promise<void> {
    const { name, host, port, tls, logger } = this.#options;
    return new Promise((resolve, reject) => {
      const onError = (error: Error): void => reject(listenError({ name, host, port }, error));
      server.once('error', onError);
      server.listen({ port, ...(host !== '' && { host }) }, () => {
        server.off('error', onError);
        // Too many open files, for example: those that are open go on, and others may come later.
        server.on('error', (error) => {
          logger.error('a connection could not be accepted', { server: name, error });
        });
        const bound = server.address() as AddressInfo;
        const named = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
        const url = `${tls === undefined ? 'http' : 'https'}://${named}:${bound.port}`;
        this.#address = { host: bound.address, port: bound.port, url };
        logger.info('server listens', { server: name, url });
        resolve();
      });
    });
  }

  async #close(server: NodeServer, connections: Connections): Promise<void> {
    const { name, clock, closeTimeoutMs, logger } = this.#options;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    connections.close();
    if (await within(closed, { clock, timeoutMs: closeTimeoutMs })) return;
    logger.warn('server cuts connections that were not answered in time', { server: name, closeTimeoutMs });
    connections.cut();
    await closed;
  }
}

function contextOf({ certificate, key, clientCa }: CertificatePair, tlsOptions: TlsOptions = {}) {
  return {
    minVersion: 'TLSv1.2' as const,
    ...tlsOptions,
    cert: certificate,
    key,
    ...(clientCa !== undefined && { ca: clientCa }),
  };
}
