import { abortReason } from '@kubewright/api';
import type {
  DuplexConnection,
  TransportBody,
  TransportRequest,
  TransportResponse,
  UpgradeResponse,
} from '@kubewright/api';
import type { AbortFanOut, Abortable } from './abort-fan-out.js';
import type { Identity } from './credentials.js';
import { toTransportError } from './errors.js';
import type { ExchangeController, ResponseHandler } from './http1/messages.js';
import type { ResponseHeaders } from './http1/response-parser.js';

/** A reader that falls so far behind stops the sender, by TCP's means. Reading the whole body has no limit. */
const BUFFERED_BYTES_MAX = 1024 * 1024;

type Chunk = IteratorResult<Uint8Array, undefined>;

/** What an exchange needs of the transport it belongs to. */
export interface ExchangeOwner {
  readonly origin: string;
  readonly aborts: AbortFanOut;
  /** The server did not accept who asked. */
  refused(identity: Identity): void;
}

/**
 * One request on its way, then its response, then its body: what the connection calls back and what the caller reads are the
 * same object, without a stream between them. A request costs one promise until its response, and one for its body.
 */
export class HttpExchange implements ResponseHandler, TransportResponse, TransportBody, Abortable {
  status = 0;
  headers: TransportResponse['headers'] = {};
  /** A field, not a getter: interceptors copy responses. */
  readonly body: TransportBody = this;
  readonly #owner: ExchangeOwner;
  readonly #identity: Identity;
  readonly #method: string;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  #controller: ExchangeController | undefined;
  /** Settles the request; undefined once it is settled. */
  #answer:
    { resolve(answer: TransportResponse | UpgradeResponse): void; reject(error: Error): void } | undefined;
  readonly #upgrading: boolean;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  /** Nothing more will come: it ended, failed, or was given up. */
  #over = false;
  #failure: Error | undefined;
  /** Why it was not sent. */
  #refusal: Error | undefined;
  /** Who waits for the next chunk. */
  #next: { resolve(chunk: Chunk): void; reject(error: Error): void } | undefined;
  /** Who waits for all of them. */
  #whole: { resolve(bytes: Uint8Array): void; reject(error: Error): void } | undefined;

  constructor(
    owner: ExchangeOwner,
    identity: Identity,
    request: Pick<TransportRequest, 'path' | 'signal'> & { method: string },
    answer: { resolve(answer: TransportResponse | UpgradeResponse): void; reject(error: Error): void },
    upgrading = false,
  ) {
    this.#owner = owner;
    this.#identity = identity;
    this.#method = request.method;
    this.#path = request.path;
    this.#signal = request.signal;
    this.#answer = answer;
    this.#upgrading = upgrading;
    if (request.signal !== undefined) owner.aborts.listen(request.signal, this);
  }

  /** Asks once more whether the request may go out: what is thrown is what it fails with. */
  check(beforeSend: () => void): void {
    try {
      beforeSend();
    } catch (error) {
      this.#refusal = error as Error;
      throw error;
    }
  }

  // What the connection calls.

  onRequestStart(controller: ExchangeController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(this.#failure ?? new Error('cancelled'));
  }

  onResponseStart(_controller: ExchangeController, statusCode: number, headers: ResponseHeaders): void {
    this.status = statusCode;
    this.headers = headers;
    if (statusCode === 401) this.#owner.refused(this.#identity);
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.resolve(this.#upgrading ? { upgraded: false, response: this } : this);
  }

  onRequestUpgrade(
    _controller: ExchangeController,
    _statusCode: number,
    headers: ResponseHeaders,
    connection: DuplexConnection,
  ): void {
    if (this.#over) {
      connection.on('error', () => undefined);
      connection.destroy();
      return;
    }
    this.#finish(undefined);
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.resolve({ upgraded: true, headers: headers, connection });
  }

  onResponseData(controller: ExchangeController, chunk: Uint8Array): void {
    if (this.#over) return;
    if (this.#next !== undefined) {
      const next = this.#next;
      this.#next = undefined;
      next.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > BUFFERED_BYTES_MAX && this.#whole === undefined) controller.pause();
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_controller: ExchangeController, error: Error): void {
    this.#finish(this.#toError(error));
  }

  // What the owner of the signal calls.

  aborted(): void {
    this.#giveUp(abortReason(this.#signal as AbortSignal));
  }

  // What the reader of the body calls.

  async bytes(): Promise<Uint8Array> {
    if (!this.#over) {
      this.#controller?.resume();
      return new Promise((resolve, reject) => {
        this.#whole = { resolve, reject };
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
    return this.#takeAll();
  }

  cancel(): void {
    if (!this.#over) this.#giveUp(undefined);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: async () => this.#take(),
      return: async () => {
        this.cancel();
        return { done: true, value: undefined };
      },
    };
  }

  #take(): Chunk | Promise<Chunk> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bufferedBytes -= chunk.length;
      if (this.#chunks.length === 0 && !this.#over) this.#controller?.resume();
      return { done: false, value: chunk };
    }
    if (!this.#over) {
      return new Promise((resolve, reject) => {
        this.#next = { resolve, reject };
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
    return { done: true, value: undefined };
  }

  #takeAll(): Uint8Array {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bufferedBytes = 0;
    return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  }

  /** Ends it from this side: what has come already is dropped. */
  #giveUp(failure: Error | undefined): void {
    this.#chunks = [];
    this.#finish(failure);
    // The connection is in the middle of a message: it cannot be used again.
    this.#controller?.abort(failure ?? new Error('cancelled'));
  }

  #finish(failure: Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#failure = failure;
    if (this.#signal !== undefined) this.#owner.aborts.forget(this.#signal, this);
    const answer = this.#answer;
    const next = this.#next;
    const whole = this.#whole;
    this.#next = this.#whole = undefined;
    if (failure === undefined) {
      next?.resolve({ done: true, value: undefined });
      whole?.resolve(this.#takeAll());
      return;
    }
    this.#answer = undefined;
    answer?.reject(failure);
    next?.reject(failure);
    whole?.reject(failure);
  }

  #toError(error: unknown): Error {
    if (this.#refusal !== undefined) return this.#refusal;
    if (this.#signal?.aborted === true) return abortReason(this.#signal);
    const path = this.#path.split('?', 1)[0] ?? this.#path;
    return toTransportError(error, { host: this.#owner.origin, method: this.#method, path });
  }
}
