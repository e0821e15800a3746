import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { ControllerFigures } from '../controller/figures.js';
import type { ReconcileObserver } from '../controller/reconcile-observer.js';
import { createDebugServer } from '../debug/debug-server.js';
import type { DebugOptions } from '../debug/debug-server.js';
import { createHealthServer } from '../health/health-server.js';
import type { HealthChecks, HealthOptions } from '../health/health-server.js';
import { meterRequests } from '../metrics/metered-transport.js';
import { noMetrics } from '../metrics/metrics.js';
import type { Metrics } from '../metrics/metrics.js';
import { createMetricsServer } from '../metrics/metrics-server.js';
import type { MetricsOptions } from '../metrics/metrics-server.js';
import { createRuntimeMetrics } from '../metrics/runtime-metrics.js';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.js';
import type { Runnable } from '../manager/runnable.js';
import type { Server, ServerAddress } from '../server/server.js';
import type { ObjectName } from '../why/record.js';
import { LazyRecorder } from '../why/lazy-recorder.js';
import type { ReconcileSpans, TracingOptions } from '../why/reconcile-spans.js';
import type { Why, WhyOptions } from '../why/why.js';

/** What a manager shows of itself. All of it is off by default, and costs nothing then. */
export interface ObservabilityOptions {
  /** Counts, and serves `/metrics` where there is an address. Instruments of one's own may be given alone. */
  metrics?: Metrics | MetricsOptions | undefined;
  /** Serves `/healthz` and `/readyz`. */
  health?: HealthOptions | undefined;
  /** Serves what reconciles did, and why, to this machine. Turns `why` on. */
  debug?: DebugOptions | undefined;
  /** Whether to keep why reconciles ran and what they did, and to warn of hot loops. */
  why?: WhyOptions | boolean | undefined;
  /** Whether to write reconciles as OpenTelemetry spans. Turns `why` on. */
  tracing?: TracingOptions | boolean | undefined;
}

/** Where a manager's servers listen; undefined while they do not. */
export interface ManagerAddresses {
  readonly metrics?: ServerAddress | undefined;
  readonly health?: ServerAddress | undefined;
  readonly debug?: ServerAddress | undefined;
}

export interface ObservabilityParts {
  client: Client;
  clock: Clock;
  logger: Logger;
  /** The state of an object in the cache, as JSON. */
  cached?: ((object: ObjectName) => Uint8Array | undefined) | undefined;
  /** The controllers as they are now. */
  controllers: () => ControllerFigures[];
}

/** The parts of a manager that look at the others. */
export class Observability {
  readonly metrics: Metrics;
  /** The client, counting its requests where anybody counts. */
  readonly client: Client;
  readonly observers: readonly ReconcileObserver[];
  readonly why: Why | undefined;
  readonly checks: HealthChecks;
  /** To be run with the manager. */
  readonly runnables: readonly Runnable[];
  readonly #byName: Record<keyof ManagerAddresses, Server | undefined>;

  constructor(options: ObservabilityOptions, parts: ObservabilityParts) {
    const { clock, logger } = parts;
    const { health = {}, debug } = options;
    const metrics = metricsOf(options.metrics, clock);
    this.metrics = metrics.instruments;
    this.client = metered(parts.client, this.metrics, clock);
    this.checks = {
      healthz: new Map(Object.entries(health.healthz ?? {})),
      readyz: new Map(Object.entries(health.readyz ?? {})),
    };
    const recorder = recorderOf(options, this.metrics, parts);
    this.why = recorder;
    this.observers = recorder === undefined ? [] : [recorder];
    this.#byName = {
      metrics:
        metrics.served &&
        createMetricsServer(metrics.served.options, {
          ...parts,
          client: this.client,
          metrics: metrics.served.metrics,
        }),
      health: createHealthServer(health, { checks: this.checks, clock, logger }),
      debug: debug && recorder && createDebugServer(debug, { ...parts, why: recorder }),
    };
    this.runnables = [recorder, ...Object.values(this.#byName)].filter((part) => part !== undefined);
  }

  get addresses(): ManagerAddresses {
    const { metrics, health, debug } = this.#byName;
    return { metrics: metrics?.address, health: health?.address, debug: debug?.address };
  }
}

interface ChosenMetrics {
  instruments: Metrics;
  served?: { options: MetricsOptions; metrics: RuntimeMetrics };
}

function metricsOf(given: ObservabilityOptions['metrics'], clock: Clock): ChosenMetrics {
  if (given === undefined) return { instruments: noMetrics };
  if ('controller' in given) return { instruments: given };
  const { bindAddress = '0', instruments, restClient } = given;
  if (instruments === undefined && bindAddress === '0') return { instruments: noMetrics };
  const metrics = instruments ?? createRuntimeMetrics({ clock, restClient });
  return { instruments: metrics, served: { options: given, metrics: metrics as RuntimeMetrics } };
}

function metered(client: Client, metrics: Metrics, clock: Clock): Client {
  if (metrics === noMetrics) return client;
  const host = client.transport.host ?? 'in-process';
  const { restClient } = metrics;
  return client.with({
    interceptors: [meterRequests({ metrics: restClient, host, clock })],
    onRetry: ({ request, status }) => {
      restClient.retried?.(String(status ?? '<error>'), request.slice(0, request.indexOf(' ')), host);
    },
  });
}

function recorderOf(
  { why, debug, tracing }: ObservabilityOptions,
  metrics: Metrics,
  { clock, logger, cached }: ObservabilityParts,
): LazyRecorder | undefined {
  const traced = tracing !== undefined && tracing !== false;
  const asked = why !== undefined && why !== false;
  if (!asked && debug === undefined && !traced) return undefined;
  return new LazyRecorder(async () => {
    const { ReconcileRecorder } = await import('../why/why.js');
    const spans = traced ? await spansOf(tracing === true ? {} : tracing, logger) : undefined;
    return new ReconcileRecorder({
      clock,
      logger,
      cached,
      ...(typeof why === 'object' && { options: why }),
      ...(spans !== undefined && { onRecord: (record) => spans.finished(record) }),
      onHotLoop: ({ controller }) => {
        metrics.hotLoop(controller);
      },
    });
  });
}

async function spansOf(options: TracingOptions, logger: Logger): Promise<ReconcileSpans> {
  const spans = await import('../why/reconcile-spans.js');
  return new spans.ReconcileSpans(options, logger);
}
