import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { CertificateSource } from '../certificates/certificate-source.js';
import { certificatesFromFiles } from '../certificates/certificate-files.js';
import type { CertificateProvider } from '../certificates/managed-certificates.js';
import { noMetrics } from '../metrics/metrics.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerHandler } from '../server/handler.js';
import { createServer } from '../server/server.js';
import type { Server, TlsOptions } from '../server/server.js';
import { admissionEndpoint } from './admission-endpoint.js';
import { instrumented } from './call-context.js';
import { conversionEndpoint } from './conversion/conversion-endpoint.js';
import type { Converter } from './conversion/converter.js';
import type { WebhookDefinition, WebhookEndpoint } from './definition.js';
import { dialTls } from './dial.js';
import { CONVERT_PATH } from './paths.js';
import { tokenReviewEndpoint } from './token-review.js';

/** Which webhooks a manager serves, and where. */
export interface WebhookOptions {
  handlers: readonly WebhookDefinition[];
  /** The address to listen on. Defaults to all of them: the API server calls from elsewhere. */
  host?: string;
  /** Defaults to 9443, as in controller-runtime; 0 takes any free port. */
  port?: number;
  /**
   * Where the certificate comes from. Defaults to the files `tls.crt` and `tls.key` in
   * `<temporary folder>/k8s-webhook-server/serving-certs`, as in controller-runtime, where cert-manager's secret is
   * mounted; `managedCertificates` needs nothing mounted.
   */
  certificates?: CertificateSource | CertificateProvider;
  /** How TLS is spoken; by default from TLSv1.2 on. */
  tlsOptions?: TlsOptions;
}

export interface WebhookServerOptions extends WebhookOptions {
  client: Client;
  /** Defaults to `client`. */
  apiReader?: Client;
  clock?: Clock;
  random?: Random;
  logger?: Logger;
  metrics?: Metrics;
}

/** A server of webhooks; it needs no leader, and starts before the caches, which may need its conversions. */
export interface WebhookServer extends Server {
  readonly definitions: readonly WebhookDefinition[];
  /** A health check: throws unless the server accepts TLS connections (controller-runtime's `StartedChecker`). */
  readonly startedChecker: (signal?: AbortSignal) => Promise<void>;
}

const DEFAULT_PORT = 9443;
/** Controller-runtime's pkg/webhook/admission/http.go: twice what etcd takes, for an object and the one before, and some. */
const MAX_BODY_BYTES = 7 * 1024 * 1024;

/** Where controller-runtime looks for certificates. */
function defaultCertificateFolder(): string {
  return path.join(tmpdir(), 'k8s-webhook-server', 'serving-certs');
}

/** Makes a server of webhooks. Throws a TypeError when two of them want the same path. */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const {
    handlers: definitions,
    client,
    apiReader = client,
    clock = systemClock,
    random = systemRandom,
    logger = silentLogger,
    metrics = noMetrics,
    host = '',
    port = DEFAULT_PORT,
  } = options;
  const {
    certificates = certificatesFromFiles({
      folder: defaultCertificateFolder(),
      clock,
      logger,
      metrics: metrics.certificates,
    }),
  } = options;
  // A cache may need conversions to fill, and those a certificate.
  const certificateParts = {
    client: apiReader,
    clock,
    random,
    logger,
    definitions,
    metrics: metrics.certificates,
  };
  const tls = typeof certificates === 'function' ? certificates(certificateParts) : certificates;
  const server = createServer({
    name: 'webhook server',
    group: 'webhooks',
    host,
    port,
    tls,
    tlsOptions: options.tlsOptions,
    maxBodyBytes: MAX_BODY_BYTES,
    clock,
    logger,
  });
  const parts = { client, apiReader, clock, logger };
  const converters: Converter[] = [];
  for (const endpoint of definitions.flatMap(({ endpoints }) => endpoints)) {
    if (endpoint.type === 'conversion') addConverter(converters, endpoint.converter);
    else serve(endpoint.path, handlerOf(endpoint));
  }
  if (converters.length > 0) {
    const onPanic = () => metrics.webhookPanicked('conversion');
    serve(CONVERT_PATH, conversionEndpoint({ ...parts, converters, onPanic }));
  }
  return Object.assign(server, { definitions, startedChecker });

  function serve(at: string, handler: ServerHandler): void {
    server.handle(at, instrumented(handler, metrics.webhook(at), clock));
  }

  function handlerOf(endpoint: Exclude<WebhookEndpoint, { type: 'conversion' }>): ServerHandler {
    if (endpoint.type === 'http') return endpoint.handle;
    const { path: at } = endpoint;
    const onPanic = () => metrics.webhookPanicked('admission');
    if (endpoint.type === 'authentication')
      return tokenReviewEndpoint({ ...parts, path: at, authenticate: endpoint.authenticate, onPanic });
    const { handle } = endpoint;
    return admissionEndpoint({ ...parts, path: at, handle, onPanic });
  }

  async function startedChecker(signal?: AbortSignal): Promise<void> {
    const { address } = server;
    if (address === undefined) throw new Error('webhook server has not been started yet');
    try {
      await dialTls(address, { clock, signal });
    } catch (cause) {
      throw new Error(`webhook server is not reachable: ${(cause as Error).message}`, { cause });
    }
  }
}

function addConverter(converters: Converter[], converter: Converter): void {
  const { kind, group } = converter;
  if (converters.some((other) => other.kind === kind && other.group === group))
    throw new TypeError(`two conversions for ${kind} of ${group}: each kind has one`);
  converters.push(converter);
}
