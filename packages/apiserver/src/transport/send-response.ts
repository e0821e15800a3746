import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { concatBytes } from '../bytes/json.js';
import { isByteStream } from '../pipeline/server-request.js';
import type { ByteStream, ServerResponse } from '../pipeline/server-request.js';

export type OutgoingHeaders = Record<string, string | string[] | number>;

/** Where a response goes: a message of HTTP/1.1, or a stream of HTTP/2. */
export interface ResponseSink {
  readonly out: Writable;
  /** Called once, before anything is written to `out`. */
  writeHead(status: number, headers: OutgoingHeaders): void;
}

export interface AskedFor {
  /** Only the headers. */
  readonly head: boolean;
  readonly acceptEncoding: string | undefined;
}

// Smaller bodies are not worth compressing (apiserver `endpoints/handlers/responsewriters/writers.go`).
const GZIP_THRESHOLD_BYTES = 128 * 1024;
// Large answers go out in pieces of about this size: the first while the last are still being made.
const PIECE_BYTES = 64 * 1024;

/** Sends a response. Resolves when the last of it is handed to the connection, or the client is gone. */
export function sendResponse(
  sink: ResponseSink,
  response: ServerResponse,
  asked: AskedFor,
): Promise<void> | void {
  const { body } = response;
  if (isByteStream(body)) return sendStream(sink, response, body, asked.head);
  const length = lengthOf(body);
  const headers = commonHeaders(response);
  const acceptsGzip = asked.acceptEncoding !== undefined && /\bgzip\b/.test(asked.acceptEncoding);
  if (length > GZIP_THRESHOLD_BYTES && acceptsGzip && !asked.head) {
    return sendZipped(sink, response.status, headers, body);
  }
  headers['content-length'] = length;
  sink.writeHead(response.status, headers);
  if (asked.head || length === 0) sink.out.end();
  else if (length <= PIECE_BYTES) sink.out.end(concatBytes(body));
  else return writePieces(sink.out, body);
}

async function sendZipped(
  sink: ResponseSink,
  status: number,
  headers: OutgoingHeaders,
  body: readonly Uint8Array[],
): Promise<void> {
  headers['content-encoding'] = 'gzip';
  headers['vary'] =
    headers['vary'] === undefined ? 'Accept-Encoding' : [String(headers['vary']), 'Accept-Encoding'];
  sink.writeHead(status, headers);
  const zip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  const { out } = sink;
  const onClose = (): void => void zip.destroy();
  out.once('close', onClose);
  zip.on('error', onClose);
  zip.pipe(out);
  await writePieces(zip, body);
}

/** Pieces are joined, because each one written costs a record of TLS. */
async function writePieces(out: Writable, pieces: readonly Uint8Array[]): Promise<void> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    batch.push(piece);
    size += piece.length;
    if (size < PIECE_BYTES) continue;
    const taken = out.write(concatBytes(batch));
    batch = [];
    size = 0;
    if (!taken) await drained(out);
    if (out.destroyed) return;
  }
  if (size > 0) out.end(concatBytes(batch));
  else out.end();
}

async function sendStream(
  sink: ResponseSink,
  response: ServerResponse,
  stream: ByteStream,
  head: boolean,
): Promise<void> {
  if (head) stream.cancel();
  const { out } = sink;
  sink.writeHead(response.status, commonHeaders(response));
  try {
    for await (const piece of stream) {
      if (out.destroyed) return;
      if (!out.write(piece)) await drained(out);
    }
  } finally {
    out.end();
  }
}

/** Until more is taken, or the client is gone. */
async function drained(out: Writable): Promise<void> {
  if (out.destroyed || !out.writableNeedDrain) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(() => undefined);
  settled.abort();
}

function commonHeaders({ headers }: ServerResponse): OutgoingHeaders {
  const copy: OutgoingHeaders = { 'cache-control': 'no-cache, private' };
  for (const name in headers) copy[name] = headers[name] as string | string[];
  return copy;
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let total = 0;
  for (const piece of pieces) total += piece.length;
  return total;
}
