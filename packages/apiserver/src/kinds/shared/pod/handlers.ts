import type { Lifecycle, LifecycleHandler, Probe } from '@kubewright/api/core/v1';
import { child, forbidden, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { nonNegativeFields, portNumber, portNumberOrName } from '../numbers.js';
import { headerName } from '../rules.js';

type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & Pick<LifecycleHandler, 'sleep'>;

export interface Probes {
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly lifecycle?: Lifecycle;
}

/** Lifecycle hooks and probes of a container that may have them (core validation, validateLifecycle and validateProbe). */
export function hooksAndProbes(
  errors: FieldError[],
  path: string,
  container: Probes,
  gracePeriodSeconds: number | undefined,
): void {
  const { lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  if (lifecycle !== undefined) {
    const at = child(path, 'lifecycle');
    if (lifecycle.postStart !== undefined)
      handler(errors, child(at, 'postStart'), lifecycle.postStart, gracePeriodSeconds);
    if (lifecycle.preStop !== undefined)
      handler(errors, child(at, 'preStop'), lifecycle.preStop, gracePeriodSeconds);
  }
  if (livenessProbe !== undefined) probeThatRestarts(errors, child(path, 'livenessProbe'), livenessProbe);
  if (readinessProbe !== undefined) {
    const at = child(path, 'readinessProbe');
    probe(errors, at, readinessProbe);
    if (readinessProbe.terminationGracePeriodSeconds !== undefined) {
      const seconds = readinessProbe.terminationGracePeriodSeconds;
      errors.push(
        invalid(child(at, 'terminationGracePeriodSeconds'), seconds, 'must not be set for readinessProbes'),
      );
    }
  }
  if (startupProbe !== undefined) probeThatRestarts(errors, child(path, 'startupProbe'), startupProbe);
}

function probeThatRestarts(errors: FieldError[], path: string, value: Probe): void {
  probe(errors, path, value);
  if (value.successThreshold !== 1) {
    errors.push(invalid(child(path, 'successThreshold'), value.successThreshold ?? 0, 'must be 1'));
  }
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

function probe(errors: FieldError[], path: string, value: Probe): void {
  handler(errors, path, value, undefined);
  nonNegativeFields(errors, path, value, COUNTS);
  const grace = value.terminationGracePeriodSeconds;
  if (grace !== undefined && grace <= 0) {
    errors.push(invalid(child(path, 'terminationGracePeriodSeconds'), grace, 'must be greater than 0'));
  }
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

function handler(
  errors: FieldError[],
  path: string,
  value: Handler,
  gracePeriodSeconds: number | undefined,
): void {
  const given = HANDLERS.filter((name) => value[name] !== undefined);
  const [first, ...more] = given;
  if (first === undefined) errors.push(required(path, 'must specify a handler type'));
  else HANDLER_RULES[first](errors, child(path, first), value, gracePeriodSeconds);
  for (const name of more)
    errors.push(forbidden(child(path, name), 'may not specify more than 1 handler type'));
}

type HandlerRule = (
  errors: FieldError[],
  path: string,
  value: Handler,
  gracePeriodSeconds: number | undefined,
) => void;

const HANDLER_RULES: Readonly<Record<(typeof HANDLERS)[number], HandlerRule>> = {
  exec: (errors, path, { exec }) => {
    if ((exec?.command?.length ?? 0) === 0) errors.push(required(child(path, 'command')));
  },
  httpGet: (errors, path, { httpGet }) => {
    if (httpGet === undefined) return;
    if (!httpGet.path) errors.push(required(child(path, 'path')));
    portNumberOrName(errors, child(path, 'port'), httpGet.port);
    const scheme = httpGet.scheme ?? '';
    if (scheme !== 'HTTP' && scheme !== 'HTTPS') {
      errors.push(notSupported(child(path, 'scheme'), scheme, ['HTTP', 'HTTPS']));
    }
    for (const header of httpGet.httpHeaders ?? [])
      headerName(errors, child(path, 'httpHeaders'), header.name);
  },
  tcpSocket: (errors, path, { tcpSocket }) => {
    if (tcpSocket !== undefined) portNumberOrName(errors, child(path, 'port'), tcpSocket.port);
  },
  grpc: (errors, path, { grpc }) => {
    if (grpc !== undefined) portNumber(errors, child(path, 'port'), grpc.port);
  },
  sleep: (errors, path, { sleep }, grace) => {
    if (sleep === undefined || grace === undefined || (sleep.seconds >= 0 && sleep.seconds <= grace)) return;
    const message = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    errors.push(invalid(path, sleep.seconds, message));
  },
};
