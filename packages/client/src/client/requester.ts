import { sleep } from '@kubewright/api';
import type { Clock, Transport, TransportRequest, TransportResponse } from '@kubewright/api';

import type { ApiError } from '../errors.js';
import { TransportError } from '../transport/errors.js';
import type { RequestLimiter } from './rate-limit.js';
import { DEFAULT_MAX_RETRIES, retryDelayAfter, retryDelayOf } from './retry.js';
import type { Retry } from './retry.js';
import { describe, toApiError } from './status-of-response.js';
import { callWithin } from './timeout.js';
import type { CallLimit } from './timeout.js';
import type { WarningHandler } from './warnings.js';
import { parseWarnings } from './warnings.js';

type TransportHeaders = NonNullable<TransportRequest['headers']>;

export interface RequesterOptions {
  transport: Transport;
  userAgent: string;
  /** Sent with every request. */
  headers?: TransportHeaders | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  limiter?: RequestLimiter | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
  onWarning?: WarningHandler | undefined;
  /** Told of each refusal before the caller is. */
  onRefusal?: ((error: ApiError, request: JsonRequest) => void) | undefined;
  clock: Clock;
}

export interface JsonRequest {
  method: TransportRequest['method'];
  path: string;
  /** Defaults to `application/json`. */
  accept?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Defaults to `application/json`. */
  contentType?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Defaults to that of the requester. */
  timeoutMs?: number | undefined;
  /** How long the body of the answer may be silent. */
  idleTimeoutMs?: number | undefined;
}

export const DEFAULT_USER_AGENT = 'kubewright';
const JSON_TYPE = 'application/json';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Sends requests with JSON bodies, again where the server asks for it, and turns answers that are not successes into
 * ApiErrors.
 */
export class Requester {
  readonly #options: RequesterOptions;
  readonly #transport: Transport;
  readonly #timeoutMs: number | undefined;
  readonly #maxRetries: number;
  readonly #limiter: RequestLimiter | undefined;
  readonly #headers: TransportHeaders;
  readonly #headerSets = new Map<string, TransportHeaders>();

  constructor(options: RequesterOptions) {
    this.#options = options;
    this.#transport = options.transport;
    this.#timeoutMs = options.timeoutMs;
    this.#maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
    this.#limiter = options.limiter;
    this.#headers = { accept: JSON_TYPE, 'user-agent': options.userAgent, ...options.headers };
  }

  /** The JSON of a successful answer. */
  async json<T>(request: JsonRequest): Promise<T> {
    return parseAnswer<T>(await this.bytes(request), request);
  }

  /** The body of a successful answer. */
  bytes(request: JsonRequest): Promise<Uint8Array> {
    // The time spent waiting for a turn does not count: a timeout shall not come before the first request.
    const turn = this.#limiter?.wait(request.signal);
    return turn === undefined ? this.#bytesInTime(request) : turn.then(() => this.#bytesInTime(request));
  }

  /** The successful answer to a watch, which goes on. The timeout ends when the answer begins. */
  stream(request: JsonRequest): Promise<TransportResponse> {
    const timeoutMs = request.timeoutMs ?? this.#timeoutMs;
    if (timeoutMs === undefined) return this.#open(request, request.signal, true);
    const limit = { ...this.#limit(request, timeoutMs), livesOn: true };
    return callWithin(limit, (signal) => this.#open(request, signal, true, limit));
  }

  #bytesInTime(request: JsonRequest): Promise<Uint8Array> {
    const timeoutMs = request.timeoutMs ?? this.#timeoutMs;
    if (timeoutMs === undefined) return this.#read(request, request.signal);
    const limit = this.#limit(request, timeoutMs);
    return callWithin(limit, (signal) => this.#read(request, signal, limit));
  }

  #limit(request: JsonRequest, timeoutMs: number): CallLimit {
    return { clock: this.#options.clock, timeoutMs, signal: request.signal, what: describe(request) };
  }

  async #read(request: JsonRequest, signal: AbortSignal | undefined, limit?: CallLimit): Promise<Uint8Array> {
    const response = await this.#open(request, signal, false, limit);
    return response.body.bytes();
  }

  async #open(
    request: JsonRequest,
    signal: AbortSignal | undefined,
    stream: boolean,
    limit?: CallLimit,
  ): Promise<TransportResponse> {
    const encoded = this.#encode(request, signal);
    for (let attempt = 1; ; attempt += 1) {
      let response: TransportResponse | undefined;
      let failure: unknown;
      let delayMs: number | undefined;
      try {
        response = await this.#transport.request(encoded);
      } catch (error) {
        failure = error;
        // Who watches has a back-off of its own.
        delayMs = stream ? undefined : retryDelayAfter(error, request.method);
      }
      if (response !== undefined) {
        this.#limiter?.saw(response);
        if (response.status >= 200 && response.status < 300) return this.#warned(request, response);
        delayMs = retryDelayOf(response);
      }
      if (delayMs === undefined || attempt > this.#maxRetries || signal?.aborted === true) {
        if (response === undefined) throw failure;
        this.#warned(request, response);
        const error = toApiError(response, await response.body.bytes(), request);
        this.#options.onRefusal?.(error, request);
        throw error;
      }
      await this.#pause({ request, attempt, delayMs, response, failure, signal, limit });
    }
  }

  /** Waits until the request may be sent again. */
  async #pause(again: Again): Promise<void> {
    const { request, attempt, delayMs, response, failure, signal, limit } = again;
    const what = describe(request);
    this.#options.onRetry?.({ request: what, attempt, delayMs, status: response?.status, error: failure });
    // A short body that is read leaves the connection to others.
    const body = await response?.body.bytes();
    if (limit !== undefined)
      limit.previous =
        response === undefined ? failure : toApiError(response, body ?? new Uint8Array(), request);
    await sleep(this.#options.clock, delayMs, signal);
    await this.#limiter?.wait(signal);
  }

  #warned(request: JsonRequest, response: TransportResponse): TransportResponse {
    const { onWarning } = this.#options;
    const header = response.headers['warning'];
    if (header !== undefined && onWarning !== undefined) {
      for (const text of parseWarnings(header)) onWarning({ text, request: describe(request) });
    }
    return response;
  }

  #encode(request: JsonRequest, signal: AbortSignal | undefined): TransportRequest {
    const { method, path, accept, body, contentType = JSON_TYPE } = request;
    const headers = this.#headersFor(accept, body === undefined ? undefined : contentType);
    const encoded: TransportRequest = { method, path, headers };
    if (body !== undefined) encoded.body = encoder.encode(JSON.stringify(body));
    if (signal !== undefined) encoded.signal = signal;
    if (request.idleTimeoutMs !== undefined) encoded.idleTimeoutMs = request.idleTimeoutMs;
    return encoded;
  }

  /** Made once for each combination, of which there are few. */
  #headersFor(accept: string | undefined, contentType: string | undefined): TransportHeaders {
    if (accept === undefined && contentType === undefined) return this.#headers;
    const id = `${accept ?? ''} ${contentType ?? ''}`;
    let headers = this.#headerSets.get(id);
    if (headers === undefined) {
      headers = {
        ...this.#headers,
        ...(accept === undefined ? {} : { accept }),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      };
      this.#headerSets.set(id, headers);
    }
    return headers;
  }
}

interface Again {
  request: JsonRequest;
  attempt: number;
  delayMs: number;
  response: TransportResponse | undefined;
  failure: unknown;
  signal: AbortSignal | undefined;
  limit: CallLimit | undefined;
}

/** The JSON of a successful answer to that request. */
export function parseAnswer<T>(bytes: Uint8Array, request: { method: string; path: string }): T {
  try {
    return JSON.parse(decoder.decode(bytes)) as T;
  } catch (cause) {
    const what = `${describe(request)}: the server answered with ${bytes.length} bytes that are not JSON`;
    throw new TransportError('InvalidResponse', what, { cause });
  }
}
