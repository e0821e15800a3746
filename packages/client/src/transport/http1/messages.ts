import type { ResponseHeaders } from './response-parser.js';

/** A request as it goes out. Ownership of `body` passes over: it must not change until the response has begun. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names and values in turn, without `host`, `content-length` and `connection`. */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | null;
  /** How long the response may take to begin; that of the pool unless given. */
  readonly headersTimeout?: number;
  /** How long its body may be silent; without limit unless given. */
  readonly bodyTimeout?: number;
  /** The protocol to change to, for example `websocket`. */
  readonly upgrade?: string;
  /** Called right before it is written to a connection; when it throws, it fails with that instead. */
  readonly beforeSend?: () => void;
}

/** What the one who reads may do meanwhile. */
export interface ExchangeController {
  /** Stops reading from the socket, so that the sender has to wait. */
  pause(): void;
  resume(): void;
  /** Gives the exchange up; the handler is told with `onResponseError` unless it was over. */
  abort(reason: Error): void;
}

/** Told of each step, in this order; after `onResponseEnd`, `onRequestUpgrade` or `onResponseError` of nothing more. */
export interface ResponseHandler {
  onRequestStart(controller: ExchangeController): void;
  onResponseStart(controller: ExchangeController, status: number, headers: ResponseHeaders): void;
  onResponseData(controller: ExchangeController, chunk: Uint8Array): void;
  onResponseEnd(controller: ExchangeController): void;
  onResponseError(controller: ExchangeController, error: Error): void;
  /** The connection, which belongs to the handler from now on. */
  onRequestUpgrade?(
    controller: ExchangeController,
    status: number,
    headers: ResponseHeaders,
    socket: import('node:net').Socket,
  ): void;
}
