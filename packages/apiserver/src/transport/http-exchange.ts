import type { IncomingMessage, ServerResponse as HttpResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Logger } from '@kubewright/api';
import { concatBytes } from '../bytes/json.js';
import { badRequestError } from '../errors/status-error.js';
import { bodyTooLargeError } from '../pipeline/limits.js';
import { isByteStream } from '../pipeline/server-request.js';
import type { ByteStream, ServerRequest, ServerResponse, UserInfo } from '../pipeline/server-request.js';

export interface ExchangeParts {
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
  readonly logger: Logger;
}

// Smaller bodies are not worth compressing (apiserver `endpoints/handlers/responsewriters/writers.go`).
const GZIP_THRESHOLD_BYTES = 128 * 1024;
const compress = promisify(gzip);

/** Answers one HTTP request. Never rejects: what breaks is the connection, and the server goes on. */
export async function answerHttp(
  incoming: IncomingMessage,
  outgoing: HttpResponse,
  { handle, logger }: ExchangeParts,
): Promise<void> {
  const gone = new AbortController();
  const onClose = (): void => gone.abort(new Error('the client closed the connection'));
  outgoing.once('close', onClose);
  // Without a listener a reset connection would end the process.
  incoming.on('error', onClose);
  outgoing.on('error', onClose);
  try {
    const response = await handle(serverRequest(incoming, gone.signal));
    if (isByteStream(response.body)) await sendStream(outgoing, response, response.body);
    else await sendWhole(incoming, outgoing, response, concatBytes([...response.body]));
  } catch (error) {
    logger.debug('response was not sent', { path: incoming.url, error });
    outgoing.destroy();
  } finally {
    outgoing.removeListener('close', onClose);
  }
}

function serverRequest(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const length = headers['content-length'];
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers,
    peer: certificateUser(incoming.socket as TLSSocket),
    signal,
    hasBody: headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0'),
    readBody: (limitBytes) => readBody(incoming, limitBytes),
  };
}

async function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Uint8Array>) {
      total += piece.length;
      if (total > limitBytes) throw bodyTooLargeError(limitBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (total > limitBytes) throw error;
    throw badRequestError('the body of the request ended early');
  }
  return concatBytes(pieces);
}

/** The user of a client certificate that our authority signed: its common name, in the groups of its organizations. */
function certificateUser(socket: TLSSocket): UserInfo | undefined {
  if (!socket.authorized) return undefined;
  const { subject } = socket.getPeerCertificate();
  if ((subject as { CN?: string } | undefined)?.CN === undefined) return undefined;
  const organizations = subject.O as string | string[] | undefined;
  const groups = organizations === undefined ? [] : [organizations].flat();
  return { name: subject.CN as string, groups };
}

async function sendWhole(
  incoming: IncomingMessage,
  outgoing: HttpResponse,
  { status, headers }: ServerResponse,
  body: Uint8Array,
): Promise<void> {
  const zip =
    body.length > GZIP_THRESHOLD_BYTES && /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''));
  const bytes = zip ? await compress(body, { level: 1 }) : body;
  outgoing.writeHead(status, {
    ...commonHeaders(headers),
    ...(zip ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {}),
    'content-length': bytes.length,
    // What is left of a body that was too large, or not wanted, must not be taken for the next request.
    ...(incoming.complete ? {} : { connection: 'close' }),
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes);
}

async function sendStream(
  outgoing: HttpResponse,
  { status, headers }: ServerResponse,
  stream: ByteStream,
): Promise<void> {
  outgoing.writeHead(status, commonHeaders(headers));
  // The client waits for the headers before it believes that it watches.
  outgoing.flushHeaders();
  for await (const piece of stream) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  outgoing.end();
}

/** Until the socket takes more, or is closed. */
function drained(outgoing: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.removeListener('drain', done);
      outgoing.removeListener('close', done);
      resolve();
    };
    outgoing.once('drain', done);
    outgoing.once('close', done);
    if (outgoing.destroyed) done();
  });
}

function commonHeaders(headers: ServerResponse['headers']): Record<string, string | string[]> {
  const copy: Record<string, string | string[]> = { 'cache-control': 'no-cache, private' };
  for (const [name, value] of Object.entries(headers))
    copy[name] = typeof value === 'string' ? value : [...value];
  return copy;
}
