import { Agent, request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Transport, TransportResponse } from '@kubewright/api';

/**
 * HTTPS that adds nothing of its own: no user agent, no compression, no retries, so that both servers see the same
 * bytes.
 */
export function createBareTransport(options: {
  url: string;
  caCertificatePem: string;
  token?: string;
}): Transport {
  const agent = new Agent({
    keepAlive: true,
    ca: options.caCertificatePem,
    checkServerIdentity: () => undefined,
  });
  const { hostname, port } = new URL(options.url);
  return {
    request: ({ method, path, headers = {}, body, signal }) =>
      new Promise<TransportResponse>((resolve, reject) => {
        const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
        const length = body === undefined ? {} : { 'content-length': String(body.length) };
        const outgoing = httpsRequest(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: { ...headers, ...authorization, ...length },
            signal,
          },
          (incoming) => resolve(answerOf(incoming)),
        );
        outgoing.once('error', reject);
        outgoing.end(body);
      }),
    close() {
      agent.destroy();
      return Promise.resolve();
    },
  };
}

function answerOf(incoming: IncomingMessage): TransportResponse {
  const headers: Record<string, string | string[]> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (values !== undefined) headers[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return {
    status: incoming.statusCode ?? 0,
    headers,
    body: {
      [Symbol.asyncIterator]: () => incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
      async bytes() {
        const pieces: Buffer[] = [];
        for await (const piece of incoming) pieces.push(piece as Buffer);
        return Buffer.concat(pieces);
      },
      cancel: () => incoming.destroy(),
    },
  };
}
