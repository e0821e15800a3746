import type { IncomingMessage, ServerResponse as HttpResponse } from 'node:http';
import { HttpRequest } from './http-request.js';
import { sendResponse } from './send-response.js';
import type { ExchangeParts } from './exchange-parts.js';

/** Answers one request of HTTP/1.1. Never rejects: what breaks is the connection, and the server goes on. */
export async function answerHttp1(
  incoming: IncomingMessage,
  outgoing: HttpResponse,
  { handle, logger, clock, connection }: ExchangeParts,
): Promise<void> {
  connection.begin();
  // Without a listener a broken connection would end the process.
  incoming.on('error', ignore);
  outgoing.on('error', ignore);
  const { headers } = incoming;
  const length = headers['content-length'];
  const request = new HttpRequest({
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    // Only set-cookie is ever a list, which nobody sends to a server.
    headers: headers as Readonly<Record<string, string | undefined>>,
    hasBody: headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0'),
    source: incoming,
    connection,
    clock,
  });
  outgoing.once('close', () => {
    connection.end();
    request.gone();
  });
  const sink = {
    out: outgoing,
    writeHead(status: number, outgoingHeaders: Parameters<HttpResponse['writeHead']>[1]) {
      outgoing.writeHead(status, outgoingHeaders);
    },
  };
  try {
    const response = await handle(request);
    const asked = { head: incoming.method === 'HEAD', acceptEncoding: headers['accept-encoding'] as string };
    const sending = sendResponse(sink, response, asked);
    // A client believes that it watches when it has the headers.
    if (sending !== undefined) outgoing.flushHeaders();
    await sending;
  } catch (error) {
    logger.debug('response was not sent', { path: incoming.url, error });
    outgoing.destroy();
  }
}

const ignore = (): void => undefined;
