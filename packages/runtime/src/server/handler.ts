import type { IncomingHttpHeaders } from 'node:http';

/** A request as handlers see it. */
export interface ServerRequest {
  readonly method: string;
  /** Without the query, percent signs as they came. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
  /** Aborts when the client has gone, or when the server gives up waiting at its end. */
  readonly signal: AbortSignal;
  /**
   * The whole body; empty when there is none.
   *
   * @throws ServerError 'BodyTooLarge' beyond `maxBodyBytes`; the signal's reason when the client goes.
   */
  body(): Promise<Buffer>;
}

export interface ServerResponse {
  /** Defaults to 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent as they come, as fast as the client reads. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** Answers requests. What it throws is logged and answered with status 500, without the message. */
export type ServerHandler = (request: ServerRequest) => ServerResponse | Promise<ServerResponse>;

/**
 * Handlers by path. A path that ends with `/` is for everything below it too; the longest that fits is taken (Go's
 * http.ServeMux).
 */
export class Routes {
  readonly #exact = new Map<string, ServerHandler>();
  /** Longest first. */
  readonly #prefixes: Array<readonly [prefix: string, handler: ServerHandler]> = [];

  /** Throws a TypeError for a path without a leading slash, and for one that is taken. */
  add(path: string, handler: ServerHandler): void {
    if (!path.startsWith('/')) throw new TypeError(`the path ${JSON.stringify(path)} must begin with "/"`);
    if (this.#exact.has(path)) throw new TypeError(`two handlers for the path ${path}: each needs its own`);
    this.#exact.set(path, handler);
    if (!path.endsWith('/')) return;
    this.#prefixes.push([path, handler]);
    this.#prefixes.sort(([a], [b]) => b.length - a.length);
  }

  find(path: string): ServerHandler | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const [prefix, handler] of this.#prefixes) if (path.startsWith(prefix)) return handler;
    return undefined;
  }
}
