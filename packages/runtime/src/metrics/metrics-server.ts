import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { CertificateSource } from '../certificates/certificate-source.js';
import { parseBindAddress } from '../server/bind-address.js';
import type { ServerHandler } from '../server/handler.js';
import { createServer } from '../server/server.js';
import type { Server, TlsOptions } from '../server/server.js';
import type { Exposition, PrometheusMetrics } from './prometheus-metrics.js';
import type { RestClientMetricsOptions } from './rest-client-metrics.js';
import type { RuntimeMetrics } from './runtime-metrics.js';

/** The metrics of a manager, and the server that shows them (controller-runtime's pkg/metrics/server). */
export interface MetricsOptions {
  /** `:8443`, `127.0.0.1:8080`; `0` is no server, which is the default. */
  bindAddress?: string | undefined;
  /** Whether to speak TLS. Defaults to true. */
  secure?: boolean | undefined;
  /** Defaults to a certificate made in memory, which clients cannot verify. */
  certificates?: CertificateSource | undefined;
  /** How TLS is spoken; by default from TLSv1.2 on. */
  tlsOptions?: TlsOptions | undefined;
  /**
   * Whether only those may read whom the API server knows and allows it: TokenReview, and SubjectAccessReview of `get`
   * on the nonResourceURL. Defaults to true with TLS; without it tokens would be sent in the open.
   */
  authorize?: boolean | undefined;
  /** Other things to serve beside `/metrics`, behind the same authorization. */
  extraHandlers?: Readonly<Record<string, ServerHandler>> | undefined;
  /** Made by `createPrometheusMetrics`, when there are metrics of one's own in its registry. */
  instruments?: PrometheusMetrics | undefined;
  /** Metrics of requests beyond `rest_client_requests_total`. */
  restClient?: RestClientMetricsOptions | undefined;
}

export interface MetricsServerParts {
  metrics: RuntimeMetrics | PrometheusMetrics;
  /** Asks the API server who may read. */
  client: Client;
  clock: Clock;
  logger: Logger;
}

const PATH = '/metrics';

/** The server of `/metrics`; undefined when it is off. Loads what it needs when it is first asked. Throws a TypeError for a bad address or path. */
export function createMetricsServer(options: MetricsOptions, parts: MetricsServerParts): Server | undefined {
  const address = parseBindAddress(options.bindAddress ?? '0', 'metrics.bindAddress');
  if (address === undefined) return undefined;
  const { secure = true, authorize = secure, certificates, extraHandlers = {} } = options;
  if (PATH in extraHandlers) throw new TypeError(`metrics.extraHandlers: overriding ${PATH} is not allowed`);
  const { clock, logger } = parts;
  const handlers: Record<string, ServerHandler> = { ...extraHandlers, [PATH]: exposing(parts.metrics) };
  if (authorize) {
    const protect = authorized(parts);
    for (const [path, handler] of Object.entries(handlers)) handlers[path] = protect(handler);
  }
  return createServer({
    name: 'the metrics server',
    ...address,
    ...(secure && { tls: certificates ?? inMemory(clock), tlsOptions: options.tlsOptions }),
    handlers,
    clock,
    logger,
  });
}

function exposing(metrics: RuntimeMetrics | PrometheusMetrics): ServerHandler {
  let exposition: Promise<Exposition> | undefined;
  return async () => {
    exposition ??=
      'expose' in metrics
        ? Promise.resolve(metrics)
        : import('./prometheus-metrics.js').then(({ expositionOf }) => expositionOf(metrics));
    const shown = await exposition;
    return { headers: { 'content-type': shown.contentType }, body: await shown.expose() };
  };
}

function authorized(parts: MetricsServerParts): (handler: ServerHandler) => ServerHandler {
  let filter: Promise<import('./access-filter.js').AccessFilter> | undefined;
  return (handler) => async (request) => {
    filter ??= import('./access-filter.js').then(({ AccessFilter }) => new AccessFilter(parts));
    return (await filter).protect(handler)(request);
  };
}

/** The library that signs is loaded when the server starts. */
function inMemory(clock: Clock): CertificateSource {
  return {
    follow: async (onPair, signal) => {
      const { selfSignedCertificates } = await import('../certificates/self-signed.js');
      await selfSignedCertificates({ clock }).follow(onPair, signal);
    },
  };
}
