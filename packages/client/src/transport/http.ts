import { abortReason } from '@kubewright/api';
import type { Transport, TransportRequest, TransportResponse } from '@kubewright/api';
import type { Dispatcher } from 'undici';

import type { ClusterConfig } from '../kubeconfig/types.js';
import { AbortFanOut } from './abort-fan-out.js';
import { HttpBody } from './body.js';
import { createCredentials } from './credentials.js';
import type { Credentials } from './credentials.js';
import { createDispatcher } from './dispatcher.js';
import { closedError, toTransportError } from './errors.js';
import { resolveHttpOptions } from './http-options.js';
import type { HttpTransportOptions, HttpTransportSettings } from './http-options.js';

/**
 * A transport over HTTP/1.1 with TLS, on a pool of connections that are kept alive. Nothing is loaded or opened before
 * the first request; a connection is occupied until the body of its response was read or cancelled. The caller closes
 * it: that ends requests under way with a TransportError 'Closed'.
 */
export function createHttpTransport(config: ClusterConfig, options: HttpTransportOptions = {}): Transport {
  return new HttpTransport(config, resolveHttpOptions(options));
}

class HttpTransport implements Transport {
  readonly #config: ClusterConfig;
  readonly #settings: HttpTransportSettings;
  readonly #credentials: Credentials;
  readonly #origin: string;
  /** The path of the server's URL, which precedes that of every request. */
  readonly #prefix: string;
  readonly #aborts = new AbortFanOut();
  #dispatcher: Promise<Dispatcher> | undefined;
  #closed = false;

  constructor(config: ClusterConfig, settings: HttpTransportSettings) {
    const url = new URL(config.server);
    this.#config = config;
    this.#settings = settings;
    this.#credentials = createCredentials(config, settings.clock);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { method, path, headers, body, signal } = request;
    const toError = (error: unknown): Error => {
      if (signal?.aborted === true) return abortReason(signal);
      return toTransportError(error, { host: this.#origin, method, path: path.split('?', 1)[0] ?? path });
    };
    const abort = new AbortController();
    let release = (): void => undefined;
    try {
      signal?.throwIfAborted();
      if (signal !== undefined) release = this.#aborts.listen(signal, () => abort.abort(signal.reason));
      const credentials = await this.#credentials.headers();
      const dispatcher = await this.#open();
      const response = await dispatcher.request({
        origin: this.#origin,
        path: `${this.#prefix}${path}`,
        method,
        headers: { ...headers, ...credentials } as Record<string, string | string[]>,
        body: body ?? null,
        signal: abort.signal,
      });
      response.body.once('close', release);
      if (response.statusCode === 401) this.#credentials.refused();
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string | string[]>,
        body: new HttpBody(response.body, toError),
      };
    } catch (error) {
      release();
      throw toError(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy(closedError(this.#origin));
  }

  #open(): Promise<Dispatcher> {
    if (this.#closed) throw closedError(this.#origin);
    this.#dispatcher ??= createDispatcher(this.#config, this.#settings);
    return this.#dispatcher;
  }
}
