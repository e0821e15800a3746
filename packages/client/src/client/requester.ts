import type { Transport, TransportRequest, TransportResponse } from '@kubewright/api';

import { TransportError } from '../transport/errors.js';
import { toApiError } from './status-of-response.js';
import type { WarningHandler } from './warnings.js';
import { parseWarnings } from './warnings.js';

export interface RequesterOptions {
  transport: Transport;
  userAgent: string;
  onWarning: WarningHandler;
}

export interface JsonRequest {
  method: TransportRequest['method'];
  path: string;
  /** Defaults to `application/json`. */
  accept?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Defaults to `application/json`. */
  contentType?: string;
  signal?: AbortSignal | undefined;
}

export const DEFAULT_USER_AGENT = 'kubewright';
const JSON_TYPE = 'application/json';

/** Sends requests with JSON bodies, and turns answers that are not successes into ApiErrors. */
export class Requester {
  readonly #options: RequesterOptions;

  constructor(options: RequesterOptions) {
    this.#options = options;
  }

  /** The JSON of a successful answer. */
  async json<T>(request: JsonRequest): Promise<T> {
    const response = await this.open(request);
    const bytes = await response.body.bytes();
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as T;
    } catch (error) {
      const what = `${describe(request)}: the server answered ${response.status} with ${bytes.length} bytes that are not JSON`;
      throw new TransportError('InvalidResponse', what, { cause: error });
    }
  }

  /** The body of a successful answer. */
  async bytes(request: JsonRequest): Promise<Uint8Array> {
    const response = await this.open(request);
    return response.body.bytes();
  }

  /** A successful answer, its body still to be read. */
  async open(request: JsonRequest): Promise<TransportResponse> {
    const { transport, onWarning } = this.#options;
    const response = await transport.request(this.#encode(request));
    for (const text of parseWarnings(response.headers['warning']))
      onWarning({ text, request: describe(request) });
    if (response.status >= 200 && response.status < 300) return response;
    throw toApiError(response, await response.body.bytes(), describe(request));
  }

  #encode(request: JsonRequest): TransportRequest {
    const { method, path, accept = JSON_TYPE, body, contentType = JSON_TYPE, signal } = request;
    const headers: Record<string, string> = { accept, 'user-agent': this.#options.userAgent };
    const encoded: TransportRequest = { method, path, headers };
    if (body !== undefined) {
      headers['content-type'] = contentType;
      encoded.body = new TextEncoder().encode(JSON.stringify(body));
    }
    if (signal !== undefined) encoded.signal = signal;
    return encoded;
  }
}

/** `GET /api/v1/pods`, without the query. */
export function describe(request: { method: string; path: string }): string {
  const query = request.path.indexOf('?');
  return `${request.method} ${query < 0 ? request.path : request.path.slice(0, query)}`;
}
