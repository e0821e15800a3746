import { abortReason } from '@kubewright/api';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeRequest,
  UpgradeResponse,
} from '@kubewright/api';

import type { ClusterConfig } from '../kubeconfig/types.js';
import { unlessAborted } from '../unless-aborted.js';
import { AbortFanOut } from './abort-fan-out.js';
import { createConnections } from './connections.js';
import type { Connections } from './connections.js';
import { createCredentials } from './credentials.js';
import type { Credentials, Identity, TlsMaterial } from './credentials.js';
import { closedError, toTransportError } from './errors.js';
import { HttpExchange } from './exchange.js';
import type { ExchangeOwner } from './exchange.js';
import { resolveHttpOptions } from './http-options.js';
import type { HttpTransportOptions, HttpTransportSettings } from './http-options.js';

/**
 * A transport over HTTP/1.1 with TLS, on a pool of connections that are kept alive. Nothing is loaded or opened before
 * the first request; a connection is occupied until the body of its response was read or cancelled. Certificates and
 * tokens that come from files or plugins are renewed as time passes, for new connections and requests. The caller closes
 * it: that ends requests under way with a TransportError 'Closed'.
 */
export function createHttpTransport(config: ClusterConfig, options: HttpTransportOptions = {}): Transport {
  return new HttpTransport(config, resolveHttpOptions(options));
}

class HttpTransport implements Transport, ExchangeOwner {
  readonly origin: string;
  readonly host: string;
  readonly aborts = new AbortFanOut();
  readonly #config: ClusterConfig;
  readonly #settings: HttpTransportSettings;
  readonly #credentials: Credentials;
  /** The path of the server's URL, which precedes that of every request. */
  readonly #prefix: string;
  #connections: Connections | undefined;
  /** What the connections are made with. */
  #tls: TlsMaterial | undefined;
  #opening: Promise<Connections> | undefined;
  /** Of earlier certificates, until the last of their responses was read. */
  #retired: Connections[] = [];
  #closed = false;

  constructor(config: ClusterConfig, settings: HttpTransportSettings) {
    const url = new URL(config.server);
    this.origin = url.origin;
    this.host = url.host;
    this.#config = config;
    this.#settings = settings;
    this.#credentials = createCredentials(config, settings);
    this.#prefix = url.pathname.replace(/\/+$/, '');
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    const ready = this.#ready();
    // The usual case: nothing to wait for but the answer.
    if (ready !== undefined) return this.#send(request, ready, this.#connections as Connections);
    return this.#prepare(request.method, request).then(({ identity, connections }) =>
      this.#send(request, identity, connections),
    );
  }

  async upgrade(request: UpgradeRequest): Promise<UpgradeResponse> {
    const { identity, connections } = await this.#prepare('GET', request);
    return new Promise((resolve, reject) => {
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      const exchange = new HttpExchange(
        this,
        identity,
        { method: 'GET', path: request.path, ...(request.signal && { signal: request.signal }) },
        { resolve: (answer) => resolve(answer as UpgradeResponse), reject },
        true,
      );
      connections.streams.dispatch(
        {
          path: this.#prefix + request.path,
          method: 'GET',
          headers: flatHeaders(request.headers, identity),
          upgrade: request.protocol,
        },
        exchange,
      );
    });
  }

  refused(identity: Identity): void {
    this.#credentials.refused(identity);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connections = await (this.#opening ?? Promise.resolve(this.#connections)).catch(() => undefined);
    for (const one of [...this.#retired.splice(0), connections]) one?.destroy(closedError(this.origin));
  }

  /** The identity, when neither it nor connections for it must be made first. */
  #ready(): Identity | undefined {
    if (this.#closed || this.#connections === undefined) return undefined;
    const identity = this.#credentials.current();
    return !(identity instanceof Promise) && identity.tls === this.#tls ? identity : undefined;
  }

  async #prepare(
    method: string,
    { path, signal }: Pick<TransportRequest, 'path' | 'signal'>,
  ): Promise<{ identity: Identity; connections: Connections }> {
    try {
      if (signal?.aborted === true) throw abortReason(signal);
      if (this.#closed) throw closedError(this.origin);
      const current = this.#credentials.current();
      const identity = current instanceof Promise ? await unlessAborted(current, signal) : current;
      const connections = await this.#connect(identity.tls);
      if (this.#closed) throw closedError(this.origin);
      return { identity, connections };
    } catch (error) {
      if (signal?.aborted === true) throw abortReason(signal);
      throw toTransportError(error, { host: this.origin, method, path: path.split('?', 1)[0] ?? path });
    }
  }

  #connect(tls: TlsMaterial): Promise<Connections> {
    if (this.#tls === tls && this.#opening !== undefined) return this.#opening;
    this.#tls = tls;
    const before = this.#connections;
    this.#opening = createConnections(this.#config, tls, this.#settings).then(
      (connections) => {
        this.#retired = this.#retired.filter(({ requests, streams }) => requests.size + streams.size > 0);
        if (before !== undefined) {
          before.retire();
          this.#retired.push(before);
        }
        this.#connections = connections;
        return connections;
      },
      (error: unknown) => {
        // Another attempt begins anew.
        this.#tls = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  #send(
    request: TransportRequest,
    identity: Identity,
    { requests, streams }: Connections,
  ): Promise<TransportResponse> {
    const { path, method, body = null, signal, idleTimeoutMs, beforeSend } = request;
    return new Promise<TransportResponse>((resolve, reject) => {
      if (signal?.aborted === true) throw abortReason(signal);
      const exchange = new HttpExchange(this, identity, request, {
        resolve: resolve as (answer: TransportResponse | UpgradeResponse) => void,
        reject,
      });
      (isLongRunning(method, path) ? streams : requests).dispatch(
        {
          path: this.#prefix === '' ? path : this.#prefix + path,
          method,
          headers: flatHeaders(request.headers, identity),
          body,
          ...(idleTimeoutMs === undefined
            ? undefined
            : {
                bodyTimeout: idleTimeoutMs,
                headersTimeout: Math.min(idleTimeoutMs, this.#settings.headersTimeoutMs),
              }),
          ...(beforeSend === undefined ? undefined : { beforeSend: () => exchange.check(beforeSend) }),
        },
        exchange,
      );
    });
  }
}

/** What a request says itself counts more than what its transport would say: who asks, and whom it impersonates. */
function flatHeaders(headers: TransportRequest['headers'], identity: Identity): string[] {
  const { authorization, impersonation } = identity;
  const flat: string[] = headers?.['impersonate-user'] === undefined ? impersonation.slice() : [];
  for (const name in headers) {
    const value = headers[name] as string | readonly string[];
    if (typeof value === 'string') flat.push(name, value);
    else for (const one of value) flat.push(name, one);
  }
  if (authorization !== undefined && headers?.['authorization'] === undefined) {
    flat.push('authorization', authorization);
  }
  return flat;
}

/** Whether the answer may stay open, as API servers tell (apiserver's `BasicLongRunningRequestCheck`). */
function isLongRunning(method: string, path: string): boolean {
  return method === 'GET' && /[?&](?:watch|follow)=(?:true|1)|\/log(?:\?|$)/.test(path);
}
