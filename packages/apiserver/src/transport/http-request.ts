import type { Readable } from 'node:stream';
import type { Clock } from '@kubewright/api';
import type { ServerRequest, UserInfo } from '../pipeline/server-request.js';
import type { Connection } from './connections.js';
import { collectBody } from './request-body.js';

/** How long a request may take (apiserver `server/config.go`, RequestTimeout). */
const REQUEST_TIMEOUT_MS = 60_000;

export interface HttpRequestParts {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly hasBody: boolean;
  /** Where the body comes from. */
  readonly source: Readable;
  readonly connection: Connection;
  readonly clock: Clock;
}

/** A request that came over the network. What few handlers ask for is made when they ask. */
export class HttpRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly hasBody: boolean;
  private readonly parts: HttpRequestParts;
  private abort: AbortController | undefined;
  private isGone = false;

  constructor(parts: HttpRequestParts) {
    this.method = parts.method;
    this.path = parts.path;
    this.headers = parts.headers;
    this.hasBody = parts.hasBody;
    this.parts = parts;
  }

  get peer(): UserInfo | undefined {
    return this.parts.connection.peer;
  }

  get signal(): AbortSignal {
    this.abort ??= new AbortController();
    if (this.isGone) this.abort.abort(goneError());
    return this.abort.signal;
  }

  /** The client went away, or everything is answered. */
  gone(): void {
    this.isGone = true;
    this.abort?.abort(goneError());
  }

  readBody(maxBytes: number): Promise<Uint8Array> {
    const { source, clock, hasBody } = this.parts;
    if (!hasBody) return Promise.resolve(new Uint8Array());
    return collectBody(source, { clock, maxBytes, timeoutMs: REQUEST_TIMEOUT_MS });
  }
}

const goneError = (): Error => new Error('the client closed the connection');
