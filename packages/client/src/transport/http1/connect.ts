import type { Socket } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';

import type { Clock } from '@kubewright/api';

import { connectionLost, timedOut } from './errors.js';

export interface ConnectOptions {
  clock: Clock;
  /** TCP and TLS together. */
  connectTimeoutMs: number;
  /** How long a connection is silent before TCP asks whether the other side is still there. */
  tcpKeepAliveMs: number;
}

export interface TlsOptions {
  /** Certificates and keys, parsed once for all connections. */
  secureContext: SecureContext;
  /** Which name the certificate must have; not an address. */
  servername: string | undefined;
  /** The host of the URL, which the certificate must name where `servername` is absent. */
  host: string;
  rejectUnauthorized: boolean;
}

/** Opens a TCP connection. */
export async function connectTcp(
  address: { host: string; port: number },
  options: ConnectOptions,
): Promise<Socket> {
  const { connect } = await import('node:net');
  return whenOpen(connect({ ...address, ...tcpOptions(options) }), 'connect', options);
}

/**
 * Opens TLS connections, over TCP or over a socket that is there already. The session of the last one is resumed by the
 * next, which saves both sides the certificates.
 */
export function tlsConnector(
  { secureContext, servername, host, rejectUnauthorized }: TlsOptions,
  options: ConnectOptions,
): (over: Socket | { host: string; port: number }) => Promise<Socket> {
  let session: Buffer | undefined;
  return async (over) => {
    const [{ checkServerIdentity, connect }, { isIP }] = await Promise.all([
      import('node:tls'),
      import('node:net'),
    ]);
    const name = servername ?? host;
    const settings: ConnectionOptions = {
      secureContext,
      rejectUnauthorized,
      ALPNProtocols: ['http/1.1'],
      // Addresses are not sent as names (RFC 6066), but are what the certificate must hold.
      ...(isIP(name) === 0 && { servername: name }),
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
      ...(session !== undefined && { session }),
    };
    const socket =
      'port' in over && !('write' in over)
        ? connect({ ...settings, ...over, ...tcpOptions(options) })
        : connect({ ...settings, socket: over as Socket });
    socket.on('session', (ticket: Buffer) => {
      session = ticket;
    });
    try {
      return await whenOpen(socket, 'secureConnect', options);
    } catch (error) {
      session = undefined;
      throw error;
    }
  };
}

function tcpOptions({ tcpKeepAliveMs }: ConnectOptions) {
  return { noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs };
}

function whenOpen<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  { clock, connectTimeoutMs }: ConnectOptions,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      timer.cancel();
      socket.off(event, onOpen);
      socket.off('error', settle);
      socket.off('close', onClose);
      // Until its new owner listens an error is nobody's, but without a listener it would end the process.
      socket.on('error', () => undefined);
      if (error === undefined) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(error);
    };
    const onOpen = (): void => settle();
    const onClose = (): void => settle(connectionLost());
    const timer = clock.setTimer(
      () => settle(timedOut(`no connection within ${connectTimeoutMs} ms`)),
      connectTimeoutMs,
      { unref: true },
    );
    socket.once(event, onOpen);
    socket.once('error', settle);
    socket.once('close', onClose);
  });
}
