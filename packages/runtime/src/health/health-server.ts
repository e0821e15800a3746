import type { Clock, Logger } from '@kubewright/api';

import { parseBindAddress } from '../server/bind-address.js';
import { createServer } from '../server/server.js';
import type { Server } from '../server/server.js';
import { healthHandler } from './health-checks.js';
import type { HealthCheck } from './health-checks.js';

/** Probes of a manager (controller-runtime's HealthProbeBindAddress). */
export interface HealthOptions {
  /** `:8081`; `0` is no server, which is the default. */
  bindAddress?: string | undefined;
  /** Checks of `/healthz`, by name. */
  healthz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Checks of `/readyz`, by name, beside the manager's own. */
  readyz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Defaults to `/healthz`. */
  livenessPath?: string | undefined;
  /** Defaults to `/readyz`. */
  readinessPath?: string | undefined;
}

/** Checks by name that can be added to while they are served. */
export interface HealthChecks {
  readonly healthz: Map<string, HealthCheck>;
  readonly readyz: Map<string, HealthCheck>;
}

/** The server of `/healthz` and `/readyz`; undefined when it is off. Throws a TypeError for a bad address. */
export function createHealthServer(
  options: HealthOptions,
  parts: { checks: HealthChecks; clock: Clock; logger: Logger },
): Server | undefined {
  const address = parseBindAddress(options.bindAddress ?? '0', 'health.bindAddress');
  if (address === undefined) return undefined;
  const { livenessPath = '/healthz', readinessPath = '/readyz' } = options;
  const { checks, clock, logger } = parts;
  const server = createServer({ name: 'the health server', ...address, clock, logger });
  for (const [path, list] of [
    [livenessPath, checks.healthz],
    [readinessPath, checks.readyz],
  ] as const) {
    const handler = healthHandler({ path, checks: list, logger });
    server.handle(path, handler);
    server.handle(`${path}/`, handler);
  }
  return server;
}
