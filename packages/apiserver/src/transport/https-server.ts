import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { ServerRequest, ServerResponse, UserInfo } from '../pipeline/server-request.js';
import { makeCertificates } from './certificates.js';
import { Connections } from './connections.js';
import { http1Server } from './http1-server.js';
import { serveHttp2 } from './http2-session.js';
import { ListenError } from './listening.js';
import type { Listening, ListenOptions } from './listening.js';

export interface HttpsServerOptions extends ListenOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** The token of the administrator is added, and removed on close. */
  readonly tokens: Map<string, UserInfo>;
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
}

export interface HttpsServer {
  readonly listening: Listening;
  /** Closes the port and every connection, also those in use. */
  close(): Promise<void>;
}

const LOOPBACK_NAMES = [
  'localhost',
  '127.0.0.1',
  '::1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
];
// As long as the headers of a request may take.
const HANDSHAKE_TIMEOUT_MS = 32_000;
const ADMIN_NAME = 'kubernetes-admin';
const ADMIN_GROUP = 'system:masters';

/** Serves HTTPS on a port, HTTP/2 or HTTP/1.1 as the client chooses (ALPN). Throws ListenError. The caller closes it. */
export async function startHttpsServer(options: HttpsServerOptions): Promise<HttpsServer> {
  const { host = '127.0.0.1', port = 0, serverNames = [], clock, random, logger, tokens, handle } = options;
  const names = [...new Set([...LOOPBACK_NAMES, ...(isWildcard(host) ? [] : [host]), ...serverNames])];
  const certificates = await makeCertificates({
    clock,
    random,
    serverNames: names,
    client: { commonName: ADMIN_NAME, organization: ADMIN_GROUP },
  });
  const connections = new Connections(clock);
  const http1 = http1Server({ handle, clock, logger });
  const server = createServer(
    {
      key: certificates.serverKeyPem,
      cert: certificates.serverPem,
      ca: certificates.caPem,
      // A client may show a certificate, or a token instead.
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      noDelay: true,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    },
    (socket) => {
      const connection = connections.add(socket);
      if (socket.alpnProtocol === 'h2') serveHttp2(connection, { handle, clock, logger });
      else http1.serve(connection);
    },
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Broken handshakes end their own connection only.
  server.on('tlsClientError', (error) => logger.debug('TLS handshake failed', { error }));
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  const token = random.uuid().replaceAll('-', '') + random.uuid().replaceAll('-', '');
  tokens.set(token, { name: ADMIN_NAME, groups: [ADMIN_GROUP] });
  return {
    listening: {
      url: `https://${urlHost(host)}:${address.port}`,
      host,
      port: address.port,
      caCertificatePem: certificates.caPem,
      clientCertificatePem: certificates.clientPem,
      clientKeyPem: certificates.clientKeyPem,
      token,
    },
    async close() {
      tokens.delete(token);
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await connections.finish();
      // Those too that have not begun a request, or not even finished their handshake.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void => {
      server.removeListener('listening', onListening);
      reject(listenError(cause, host, port));
    };
    const onListening = (): void => {
      server.removeListener('error', onError);
      resolve();
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen({ host, port });
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): ListenError {
  if (cause.code === 'EADDRINUSE') {
    const hint = 'stop the program that listens there, or choose another port (0 takes any free one)';
    return new ListenError('PortInUse', `port ${port} of ${host} is already in use: ${hint}`, { cause });
  }
  return new ListenError('ListenFailed', `cannot listen on ${host}:${port}: ${cause.message}`, { cause });
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

// A wildcard address is no address to connect to.
function urlHost(host: string): string {
  if (isWildcard(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
