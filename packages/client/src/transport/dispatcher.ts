import type { Dispatcher } from 'undici';

import type { ClusterConfig } from '../kubeconfig/types.js';
import type { HttpTransportSettings } from './http-options.js';

/** The pool of connections to one server, straight or through a proxy. Loads undici. */
export async function createDispatcher(
  config: ClusterConfig,
  settings: HttpTransportSettings,
): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici');
  const tls = tlsOptions(config);
  const pool = {
    headersTimeout: settings.headersTimeoutMs,
    bodyTimeout: 0,
    keepAliveTimeout: settings.keepAliveMs,
    // One request per connection at a time: a watch would hold up all behind it.
    pipelining: 1,
  };
  const connect = { timeout: settings.connectTimeoutMs, keepAlive: true, keepAliveInitialDelay: 30_000 };
  if (config.proxyUrl === undefined) {
    return new Pool(new URL(config.server).origin, { ...pool, connect: { ...connect, ...tls } });
  }
  return new ProxyAgent({
    ...pool,
    uri: config.proxyUrl,
    proxyTunnel: true,
    requestTls: { ...connect, ...tls },
    connect,
  });
}

function tlsOptions(config: ClusterConfig): TlsOptions {
  const { caCertificatePem, clientCertificatePem, clientKeyPem, tlsServerName, insecureSkipTlsVerify } =
    config;
  return {
    ...(caCertificatePem === undefined ? {} : { ca: caCertificatePem }),
    ...(clientCertificatePem === undefined ? {} : { cert: clientCertificatePem }),
    ...(clientKeyPem === undefined ? {} : { key: clientKeyPem }),
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    rejectUnauthorized: insecureSkipTlsVerify !== true,
  };
}

interface TlsOptions {
  ca?: string;
  cert?: string;
  key?: string;
  servername?: string;
  rejectUnauthorized: boolean;
}
