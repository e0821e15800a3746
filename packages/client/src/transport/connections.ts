import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';

import type { ClusterConfig } from '../kubeconfig/types.js';
import { urlAddress } from '../url-address.js';
import type { TlsMaterial } from './credentials.js';
import type { HttpTransportSettings } from './http-options.js';
import { connectTcp, tlsConnector } from './http1/connect.js';
import { Pool } from './http1/pool.js';

/** Opens a connection to the server, through whatever is in between. */
type Connect = () => Promise<Socket>;

/**
 * The connections to one server as one identity: a limited number for requests, and as many as needed for streams,
 * which would keep the others occupied for ever. A stream may begin on a connection that requests leave at rest, and keeps
 * it then.
 */
export interface Connections {
  readonly requests: Pool;
  readonly streams: Pool;
  /** Lets go of each connection when its response was read. */
  retire(): void;
  /** Ends all requests with the error. */
  destroy(error: Error): void;
}

/** Opens nothing. */
export async function createConnections(
  config: ClusterConfig,
  tls: TlsMaterial,
  settings: HttpTransportSettings,
): Promise<Connections> {
  const { clock, headersTimeoutMs, keepAliveMs, maxConnections } = settings;
  const { host } = new URL(config.server);
  const connect = await createConnect(config, tls, settings);
  const options = { host, connect, clock, headersTimeoutMs, keepAliveMs };
  const requests = new Pool({ ...options, maxConnections });
  // A watch follows the list that begins it: what that has opened saves it a handshake.
  const streams = new Pool({ ...options, maxConnections: Infinity, borrow: () => requests.lend() });
  return {
    requests,
    streams,
    retire: () => {
      for (const pool of [requests, streams]) pool.retire();
    },
    destroy: (error) => {
      for (const pool of [requests, streams]) pool.destroy(error);
    },
  };
}

async function createConnect(
  config: ClusterConfig,
  tls: TlsMaterial,
  settings: HttpTransportSettings,
): Promise<Connect> {
  const server = new URL(config.server);
  const secure = server.protocol === 'https:';
  const address = urlAddress(server);
  const overTls =
    secure &&
    tlsConnector(
      {
        secureContext: await createContext(tls),
        servername: config.tlsServerName,
        host: address.host,
        rejectUnauthorized: config.insecureSkipTlsVerify !== true,
      },
      settings,
    );
  if (config.proxyUrl === undefined)
    return () => (overTls ? overTls(address) : connectTcp(address, settings));
  const { tunnelConnector } = await import('./tunnel.js');
  const openTunnel = tunnelConnector(config.proxyUrl, settings);
  return async () => {
    const tunnel = await openTunnel(address);
    return overTls ? overTls(tunnel) : tunnel;
  };
}

/** Parsed once, not for every connection. */
async function createContext({ ca, certificate, key }: TlsMaterial): Promise<SecureContext> {
  const { createSecureContext } = await import('node:tls');
  return createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  });
}
