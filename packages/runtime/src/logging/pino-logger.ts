import { systemClock } from '@kubewright/api';
import type { Clock, KubernetesObject, LogFields, Logger } from '@kubewright/api';
import type { DestinationStream, Logger as Pino } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface PinoLoggerOptions {
  /** Defaults to `info`. */
  level?: LogLevel;
  /** Stands in every line as `logger`. */
  name?: string;
  /** Where the lines go; defaults to standard output. */
  destination?: DestinationStream;
  clock?: Clock;
}

/**
 * A logger that writes one JSON object per line with pino, which is loaded only here: `level`, `time` (RFC 3339),
 * `msg`, the fields; errors with their type, code and message. Those without a code of
 * their own are unforeseen: they come with stack and causes. Of a Kubernetes object it writes kind, namespace and name.
 */
export async function createPinoLogger(options: PinoLoggerOptions = {}): Promise<Logger> {
  const { level = 'info', name, destination, clock = systemClock } = options;
  const { pino } = await import('pino');
  const settings = {
    level,
    base: name === undefined ? null : { logger: name },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    serializers: {
      error: (error: Error) => serializeError(error) ?? pino.stdSerializers.errWithCause(error),
    },
  };
  return wrap(destination === undefined ? pino(settings) : pino(settings, destination));
}

/** An error with a code tells all in its message; a stack would only bury it. */
function serializeError(error: unknown): object | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return { type: error.name, code: error.code, message: error.message };
}

const noFields: LogFields = {};

function wrap(pino: Pino): Logger {
  return {
    debug: (message: string, fields = noFields) => {
      if (pino.isLevelEnabled('debug')) pino.debug(shortened(fields), message);
    },
    info: (message: string, fields = noFields) => {
      pino.info(shortened(fields), message);
    },
    warn: (message: string, fields = noFields) => {
      pino.warn(shortened(fields), message);
    },
    error: (message: string, fields = noFields) => {
      pino.error(shortened(fields), message);
    },
    with: (fields) => wrap(pino.child(shortened(fields))),
  };
}

/** Whole objects would bury the message, and Secrets do not belong into a log (controller-runtime's pkg/log/zap/kube_helpers.go). */
function shortened(fields: LogFields): LogFields {
  if (!Object.values(fields).some(isKubernetesObject)) return fields;
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isKubernetesObject(value) ? identityOf(value) : value]),
  );
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata;
}

function identityOf({ apiVersion, kind, metadata }: KubernetesObject): LogFields {
  return {
    ...(kind !== undefined && { apiVersion, kind }),
    ...(metadata?.namespace !== undefined && { namespace: metadata.namespace }),
    name: metadata?.name,
  };
}
