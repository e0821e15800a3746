import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http';
import type { Logger } from '@kubewright/api';

import { toError } from '../internal/errors.js';
import type { Routes, ServerRequest, ServerResponse } from './handler.js';
import { isServerError, ServerError } from './server-error.js';

export interface ExchangeOptions {
  readonly routes: Routes;
  readonly maxBodyBytes: number;
  readonly logger: Logger;
}

const TEXT = 'text/plain; charset=utf-8';

/** Answers one request of Node's by the handler of its path. Never rejects. */
export async function answer(
  incoming: IncomingMessage,
  outgoing: NodeResponse,
  { routes, maxBodyBytes, logger }: ExchangeOptions,
): Promise<void> {
  const request = new NodeRequest(incoming, outgoing, maxBodyBytes);
  const handler = routes.find(request.path);
  // The words are those of Go's http.NotFound.
  if (handler === undefined) return send(outgoing, { status: 404, body: '404 page not found\n' });
  try {
    const response = await handler(request);
    if (outgoing.destroyed) return;
    const { body } = response;
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array)
      return send(outgoing, response);
    writeHead(outgoing, response);
    for await (const piece of body) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(piece)) await drained(outgoing);
    }
    outgoing.end();
  } catch (error) {
    if (outgoing.destroyed) return;
    if (isServerError(error, 'BodyTooLarge') && !outgoing.headersSent)
      return send(outgoing, { status: 413, body: `${error.message}\n` });
    logger.error('HTTP handler failed', { path: request.path, error: toError(error) });
    // Half an answer must not pass for a whole one.
    if (outgoing.headersSent) outgoing.destroy();
    else send(outgoing, { status: 500, body: 'Internal Server Error\n' });
  } finally {
    request.finish();
  }
}

function writeHead(outgoing: NodeResponse, { status = 200, headers = {}, body }: ServerResponse): void {
  outgoing.statusCode = status;
  for (const name in headers) outgoing.setHeader(name, headers[name] as string);
  if (typeof body === 'string' && !outgoing.hasHeader('content-type'))
    outgoing.setHeader('content-type', TEXT);
}

function send(outgoing: NodeResponse, response: ServerResponse): void {
  const { body } = response as { body?: string | Uint8Array };
  writeHead(outgoing, response);
  outgoing.setHeader('content-length', body === undefined ? 0 : Buffer.byteLength(body));
  outgoing.end(body);
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}

/** What nobody asks for is not made: the query, the signal, the body. */
class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly #incoming: IncomingMessage;
  readonly #outgoing: NodeResponse;
  readonly #maxBodyBytes: number;
  readonly #queryText: string;
  #query: URLSearchParams | undefined;
  #abort: AbortController | undefined;
  #onClose: (() => void) | undefined;

  constructor(incoming: IncomingMessage, outgoing: NodeResponse, maxBodyBytes: number) {
    const { url = '/' } = incoming;
    const mark = url.indexOf('?');
    this.method = incoming.method ?? 'GET';
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.headers = incoming.headers;
    this.#queryText = mark < 0 ? '' : url.slice(mark + 1);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#maxBodyBytes = maxBodyBytes;
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.#queryText));
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = (this.#abort = new AbortController());
      this.#onClose = () => {
        if (!this.#outgoing.writableFinished) abort.abort(new Error('the client has gone'));
      };
      this.#outgoing.once('close', this.#onClose);
      if (this.#outgoing.destroyed) this.#onClose();
    }
    return this.#abort.signal;
  }

  body(): Promise<Buffer> {
    const incoming = this.#incoming;
    const limit = this.#maxBodyBytes;
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('the client has gone'));
      if (incoming.destroyed) {
        gone();
        return;
      }
      const tooLarge = () => {
        // What still comes is not read: the connection ends with the answer.
        this.#outgoing.setHeader('connection', 'close');
        reject(new ServerError('BodyTooLarge', `request entity is too large; limit is ${limit} bytes`));
      };
      const pieces: Buffer[] = [];
      let length = 0;
      incoming.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length <= limit) pieces.push(piece);
        // Somewhat too much is read to its end: a client that is still sending would not see the answer.
        else if (length > 4 * limit) tooLarge();
      });
      incoming.once('end', () => {
        if (length > limit) tooLarge();
        else resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces));
      });
      incoming.once('error', gone);
      incoming.once('close', gone);
    });
  }

  finish(): void {
    if (this.#onClose !== undefined) this.#outgoing.off('close', this.#onClose);
  }
}
