import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse as HttpResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Connection } from './connections.js';
import type { ExchangeParts } from './exchange-parts.js';
import { answerHttp1 } from './http1-exchange.js';

export interface Http1Server {
  /** Serves what a client asks on this connection. */
  serve(connection: Connection): void;
}

// Go's `net/http` allows a little more than MaxHeaderBytes (apiserver `server/secure_serving.go`).
const MAX_HEADER_BYTES = 1024 * 1024 + 4096;

/** HTTP/1.1 on connections that are handed in. */
export function http1Server(parts: Omit<ExchangeParts, 'connection'>): Http1Server {
  const connections = new WeakMap<object, Connection>();
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    // Connections are looked after by the clock of the server, see Connections.
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
  });
  server.timeout = 0;
  // What follows a refusal is read and forgotten: a connection that is closed with bytes unread is reset, which takes
  // the refusal back. The client closes, or Connections does.
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, status: string): void => {
    refused.add(socket);
    socket.end(refusalText(status));
  };
  server.on('request', (incoming: IncomingMessage, outgoing: HttpResponse) => {
    if (refused.has(incoming.socket)) return;
    const refusal = faultOf(incoming);
    if (refusal !== undefined) {
      refuse(incoming.socket, refusal);
      return;
    }
    if (incoming.url === '*') {
      outgoing.writeHead(200, { 'content-length': 0 }).end();
      return;
    }
    incoming.url = originForm(incoming.url ?? '/');
    const connection = connections.get(incoming.socket) as Connection;
    void answerHttp1(incoming, outgoing, { ...parts, connection });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    const isAnswering = (connections.get(socket)?.active ?? 0) > 0;
    // Text in the middle of an answer would be taken for a part of it.
    if (!socket.writable || isAnswering) socket.destroy();
    else refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? HEADERS_TOO_LARGE : BAD_REQUEST);
  });
  return {
    serve(connection) {
      connections.set(connection.socket, connection);
      server.emit('connection', connection.socket);
    },
  };
}

const BAD_REQUEST = '400 Bad Request';
const HEADERS_TOO_LARGE = '431 Request Header Fields Too Large';

/** What Go refuses before any handler sees the request, in the words of `net/http` (server.go, conn.serve). */
function faultOf({ url = '/', headers, httpVersionMinor }: IncomingMessage): string | undefined {
  if (headers.host === undefined && httpVersionMinor > 0)
    return `${BAD_REQUEST}: missing required Host header`;
  if (url.includes('%') && /%(?![0-9a-f]{2})/i.test(url.split('?', 1)[0] as string)) return BAD_REQUEST;
  return undefined;
}

const refusalText = (status: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`;

/** Proxies name the whole address; what counts is the path. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  return /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1] || '/';
}
