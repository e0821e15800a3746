import { constants, performServerHandshake } from 'node:http2';
import type { ServerHttp2Session } from 'node:http2';
import type { Connection } from './connections.js';
import type { ExchangeParts } from './exchange-parts.js';
import { answerHttp2 } from './http2-exchange.js';

const MAX_STREAMS = 100;
const STREAM_WINDOW_BYTES = 256 * 1024;
/** What the real server offers (apiserver `server/secure_serving.go`). */
const SETTINGS = {
  initialWindowSize: STREAM_WINDOW_BYTES,
  maxFrameSize: STREAM_WINDOW_BYTES,
  maxConcurrentStreams: MAX_STREAMS,
  maxHeaderListSize: 1024 * 1024,
} as const;
// In megabytes; enough for the windows of all streams, and a bound for who fills them and never reads.
const MAX_SESSION_MEMORY = 64;

/**
 * Serves HTTP/2 on a connection. Too many streams are refused, and a client that keeps resetting them (CVE-2023-44487)
 * or sends what is no HTTP/2 loses its connection: nghttp2 sees to both.
 */
export function serveHttp2(connection: Connection, parts: Omit<ExchangeParts, 'connection'>): void {
  const session: ServerHttp2Session = performServerHandshake(connection.socket, {
    settings: SETTINGS,
    maxSessionMemory: MAX_SESSION_MEMORY,
  });
  connection.session = session;
  session.on('error', (error: unknown) => parts.logger.debug('HTTP/2 connection failed', { error }));
  // A body that waits must not keep those of other streams from coming.
  session.on('connect', () => session.setLocalWindowSize(MAX_STREAMS * STREAM_WINDOW_BYTES));
  const exchange = { ...parts, connection };
  session.on('stream', (stream, headers) => {
    const path = headers[':path'];
    if (path === undefined) stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    else void answerHttp2(stream, headers, exchange);
  });
}
