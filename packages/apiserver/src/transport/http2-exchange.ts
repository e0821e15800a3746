import { constants } from 'node:http2';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { isByteStream } from '../pipeline/server-request.js';
import { HttpRequest } from './http-request.js';
import { sendResponse } from './send-response.js';
import type { OutgoingHeaders } from './send-response.js';
import type { ExchangeParts } from './exchange-parts.js';

/** Answers one stream of HTTP/2. Never rejects: what breaks is the stream, and the connection goes on. */
export async function answerHttp2(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { handle, logger, clock, connection }: ExchangeParts,
): Promise<void> {
  connection.begin();
  // Without a listener a reset stream would end the process.
  stream.on('error', ignore);
  const method = headers[':method'] as string;
  headers.host ??= headers[':authority'] as string;
  const request = new HttpRequest({
    method,
    path: headers[':path'] as string,
    headers: headers as Readonly<Record<string, string | undefined>>,
    hasBody: !stream.endAfterHeaders && headers['content-length'] !== '0',
    source: stream,
    connection,
    clock,
  });
  stream.once('close', () => {
    connection.end();
    request.gone();
  });
  const head = method === 'HEAD';
  const sink = {
    out: stream,
    writeHead(status: number, outgoing: OutgoingHeaders) {
      outgoing[':status'] = status;
      stream.respond(outgoing, { endStream: head });
    },
  };
  try {
    const response = await handle(request);
    if (stream.destroyed) {
      if (isByteStream(response.body)) response.body.cancel();
      return;
    }
    await sendResponse(sink, response, { head, acceptEncoding: headers['accept-encoding'] as string });
    // What is left of a body that nobody wanted.
    if (!stream.readableEnded) stream.resume();
  } catch (error) {
    logger.debug('response was not sent', { path: headers[':path'], error });
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

const ignore = (): void => undefined;
