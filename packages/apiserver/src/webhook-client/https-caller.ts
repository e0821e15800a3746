import type { Agent } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { concatBytes } from '../bytes/json.js';
import type { WebhookCaller, WebhookRequest, WebhookResponse } from './webhook-caller.js';

/** More than any webhook has to say; what an API server itself would accept is a fifth of it. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
// As Go's net/http.
const MAX_REDIRECTS = 10;

/** Calls webhooks over HTTPS (HTTP/1.1) on connections that are kept open. */
export function createHttpsCaller(): WebhookCaller {
  const agents = new Map<string, Agent>();
  let closed = false;
  const agentFor = async ({ caPem }: WebhookRequest): Promise<Agent> => {
    const key = caPem ?? '';
    const known = agents.get(key);
    if (known !== undefined) return known;
    // Sockets are for those who have webhooks.
    const { Agent: HttpsAgent } = await import('node:https');
    const agent = new HttpsAgent({ keepAlive: true, ...(caPem === undefined ? {} : { ca: caPem }) });
    if (closed) agent.destroy();
    agents.set(key, agent);
    return agent;
  };
  return {
    async call(request) {
      let current = request;
      for (let redirects = 0; ; redirects++) {
        const response = await send(current, await agentFor(request));
        const next = redirected(current, response);
        if (next === undefined) return response;
        if (redirects === MAX_REDIRECTS) throw new Error(`stopped after ${MAX_REDIRECTS} redirects`);
        current = next;
      }
    },
    close() {
      closed = true;
      for (const agent of agents.values()) agent.destroy();
      return Promise.resolve();
    },
  };
}

/** The request that a redirect asks for, as Go follows it: 307 and 308 again with the body, others without. */
function redirected(request: WebhookRequest, response: WebhookResponse): WebhookRequest | undefined {
  const { status, headers } = response;
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const url = new URL(location, request.url);
  if (url.protocol !== 'https:')
    throw new Error(`unsupported protocol scheme ${JSON.stringify(url.protocol.slice(0, -1))}`);
  const connectTo = url.host === new URL(request.url).host ? request.connectTo : undefined;
  if (status >= 307) return { ...request, url: url.href, connectTo };
  return { ...request, method: 'GET', url: url.href, connectTo, body: new Uint8Array() };
}

async function send(request: WebhookRequest, agent: Agent): Promise<WebhookResponse> {
  const { request: open } = await import('node:https');
  const url = new URL(request.url);
  const port = url.port === '' ? 443 : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { connectTo = { host, port } } = request;
  const isName = !/^[\d.]+$|:/.test(host);
  return new Promise<WebhookResponse>((resolve, reject) => {
    const outgoing = open(
      {
        agent,
        method: request.method,
        host: connectTo.host,
        port: connectTo.port,
        path: url.pathname + url.search,
        ...(isName ? { servername: host } : {}),
        headers: {
          host: url.host,
          accept: 'application/json, */*',
          ...(request.method === 'POST'
            ? { 'content-type': 'application/json', 'content-length': request.body.length }
            : {}),
        },
        signal: request.signal,
      },
      (incoming) => {
        readAll(incoming).then(resolve, reject);
      },
    );
    outgoing.on('error', (error) => {
      reject(new Error(goText(error, { host, port, connectTo: request.connectTo }), { cause: error }));
    });
    outgoing.end(request.body);
  });
}

async function readAll(incoming: IncomingMessage): Promise<WebhookResponse> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MAX_RESPONSE_BYTES) {
      incoming.destroy();
      throw new Error(`the response is longer than ${MAX_RESPONSE_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return { status: incoming.statusCode ?? 0, headers, body: concatBytes(pieces) };
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly connectTo: WebhookRequest['connectTo'];
}

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What went wrong on the way to a webhook, in the words of Go's net, net/http and crypto/tls. */
function goText(error: NodeJS.ErrnoException, { host, port, connectTo }: Target): string {
  const { code = '', message } = error;
  const address = connectTo ?? { host, port };
  const dial = `dial tcp ${joinHostPort((error as { address?: string }).address ?? address.host, address.port)}`;
  if (UNKNOWN_AUTHORITY.has(code))
    return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  switch (code) {
    case 'ECONNREFUSED':
      return `${dial}: connect: connection refused`;
    case 'EHOSTUNREACH':
      return `${dial}: connect: no route to host`;
    case 'ENETUNREACH':
      return `${dial}: connect: network is unreachable`;
    case 'ETIMEDOUT':
      return `${dial}: i/o timeout`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${address.host}: no such host`;
    case 'ECONNRESET':
    case 'HPE_INVALID_EOF_STATE':
      return 'EOF';
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `tls: failed to verify certificate: ${wrongName(error, host)}`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return 'http: server gave HTTP response to HTTPS client';
    default:
      return message;
  }
}

function wrongName(error: Error, host: string): string {
  const { cert } = error as { cert?: { subjectaltname?: string } };
  const names = (cert?.subjectaltname ?? '')
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''));
  if (names.length === 0) return 'x509: certificate relies on legacy Common Name field, use SANs instead';
  return `x509: certificate is valid for ${names.join(', ')}, not ${host}`;
}

const joinHostPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
