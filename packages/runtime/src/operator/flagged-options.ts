import type { Clock, Logger } from '@kubewright/api';

import { certificatesFromFiles } from '../certificates/certificate-files.js';
import type { CertificateFilesOptions } from '../certificates/certificate-files.js';
import type { LeaderElectionOptions } from '../leader-election/options.js';
import type { ManagerOptions } from '../manager/manager.js';
import type { Metrics } from '../metrics/metrics.js';
import type { MetricsOptions } from '../metrics/metrics-server.js';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.js';
import { parseBindAddress } from '../server/bind-address.js';
import type { WebhookOptions } from '../webhook/webhook-server.js';
import type { OperatorArguments } from './operator-arguments.js';

/** What flags say something about. */
type Flagged = Pick<ManagerOptions, 'leaderElection' | 'metrics' | 'health' | 'debug' | 'webhooks'>;

interface Parts {
  /** Of the operator; the Lease has it when it is named nowhere. */
  name: string;
  clock: Clock;
  logger: Logger;
}

/** What the command line says goes before what the program says. */
export function flaggedOptions(args: OperatorArguments, options: Flagged, parts: Parts): Flagged {
  const { healthProbeBindAddress, debugBindAddress } = args;
  const { health, debug } = options;
  const debugs = debugBindAddress !== undefined && (debug !== undefined || debugBindAddress !== '0');
  return {
    leaderElection: leaderElectionOf(args, options.leaderElection, parts.name),
    metrics: metricsOf(args, options.metrics, parts),
    health:
      healthProbeBindAddress === undefined ? health : { ...health, bindAddress: healthProbeBindAddress },
    debug: debugs ? { ...debug, bindAddress: debugBindAddress } : debug,
    webhooks: webhooksOf(args, options.webhooks),
  };
}

function leaderElectionOf(
  args: OperatorArguments,
  given: LeaderElectionOptions | undefined,
  name: string,
): LeaderElectionOptions | undefined {
  if (!(args.leaderElect ?? given !== undefined)) return undefined;
  return {
    ...given,
    id: args.leaderElectionId ?? given?.id ?? name,
    ...(args.leaderElectionNamespace !== undefined && { namespace: args.leaderElectionNamespace }),
  };
}

function metricsOf(
  args: OperatorArguments,
  given: Metrics | MetricsOptions | undefined,
  parts: Parts,
): Metrics | MetricsOptions | undefined {
  const { metricsBindAddress: bindAddress, metricsSecure: secure, metricsCertPath: folder } = args;
  if (bindAddress === undefined && secure === undefined && folder === undefined) return given;
  const isInstruments = given !== undefined && 'controller' in given;
  if (isInstruments && !('expose' in given)) {
    if (bindAddress === undefined || bindAddress === '0') return given;
    throw new TypeError(
      '--metrics-bind-address: the metrics of this operator go elsewhere, and cannot be served',
    );
  }
  return {
    ...(isInstruments ? { instruments: given as PrometheusMetrics } : given),
    ...(bindAddress !== undefined && { bindAddress }),
    ...(secure !== undefined && { secure }),
    ...(folder !== undefined && {
      certificates: certificatesFromFiles({
        ...files(folder, args.metricsCertName, args.metricsCertKey),
        clock: parts.clock,
        logger: parts.logger,
      }),
    }),
  };
}

/** Without webhooks their flags mean nothing, as with kubebuilder: a Deployment may give them all the same. */
function webhooksOf(args: OperatorArguments, given: WebhookOptions | undefined): WebhookOptions | undefined {
  const { webhookBindAddress, webhookPort, webhookCertPath: folder } = args;
  if (given === undefined || webhookBindAddress === '0') return undefined;
  return {
    ...given,
    ...(webhookBindAddress !== undefined && parseBindAddress(webhookBindAddress, '--webhook-bind-address')),
    ...(webhookPort !== undefined && { host: '', port: webhookPort }),
    ...(folder !== undefined && {
      certificates: ({ clock, logger, metrics }) =>
        certificatesFromFiles({
          ...files(folder, args.webhookCertName, args.webhookCertKey),
          clock,
          logger,
          ...(metrics !== undefined && { metrics }),
        }),
    }),
  };
}

function files(
  folder: string,
  certificateName: string | undefined,
  keyName: string | undefined,
): CertificateFilesOptions {
  return {
    folder,
    ...(certificateName !== undefined && { certificateName }),
    ...(keyName !== undefined && { keyName }),
  };
}
