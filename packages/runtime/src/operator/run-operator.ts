import { systemClock, systemRandom } from '@kubewright/api';
import type { Kind, Logger, Transport } from '@kubewright/api';
import { createClient } from '@kubewright/client';

import { isManagerError } from '../errors.js';
import { messageOf, toError } from '../internal/errors.js';
import { createPinoLogger } from '../logging/pino-logger.js';
import { createManager } from '../manager/manager.js';
import type { Manager, ManagerOptions } from '../manager/manager.js';
import { connect } from './connect.js';
import { assertReachable, watchReachability } from './reachability.js';
import { parseOperatorArguments } from './operator-process.js';
import type { OperatorProcess } from './operator-process.js';

export interface OperatorOptions extends Omit<ManagerOptions, 'client'> {
  /** Names the operator in logs, in requests (user agent) and in error messages. */
  name: string;
  /** Called before the manager starts, to add runnables, indexes and whatever else it needs. */
  setup?: (manager: Manager) => void | Promise<void>;
  /** Where the API server is; by default --kubeconfig, KUBECONFIG, the pod's service account, ~/.kube/config, in this order. Closed at the end. */
  transport?: Transport;
  /**
   * How long the API server may leave requests without any answer before the operator gives up, so that whoever runs
   * it can start it anew. Defaults to 60000. A server that does not answer at the start is given up at once.
   */
  serverGoneTimeoutMs?: number;
  /** Ends the operator like SIGTERM does. */
  signal?: AbortSignal;
  /** Defaults to the process itself. */
  process?: OperatorProcess;
}

const DEFAULT_SERVER_GONE_TIMEOUT_MS = 60_000;

/**
 * The whole of a main.ts: connects, runs the controllers until SIGTERM or SIGINT, and stops them in good order. A
 * second signal ends the process at once. Logs are JSON lines on standard output. What goes wrong (a bad kubeconfig, a
 * server out of reach, a CustomResourceDefinition that is not installed) is one sentence on standard error and exit
 * code 1; it never throws. Command line: `--kubeconfig`, `--context`, `--log-level`.
 */
export async function runOperator(options: OperatorOptions): Promise<void> {
  const operatorProcess = options.process ?? (process as OperatorProcess);
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) operatorProcess.exit(1);
    stop.abort(new Error('the operator was asked to stop'));
  };
  options.signal?.addEventListener('abort', onSignal, { once: true });
  if (options.signal?.aborted === true) onSignal();
  operatorProcess.on('SIGTERM', onSignal);
  operatorProcess.on('SIGINT', onSignal);
  try {
    await operate(options, operatorProcess, stop.signal);
  } catch (error) {
    operatorProcess.stderr.write(`${options.name}: ${sentenceOf(error)}\n`);
    operatorProcess.exitCode = 1;
    // What did not stop would keep the process alive.
    if (isManagerError(error, 'GracefulShutdownTimeout')) operatorProcess.exit(1);
  } finally {
    operatorProcess.off('SIGTERM', onSignal);
    operatorProcess.off('SIGINT', onSignal);
    options.signal?.removeEventListener('abort', onSignal);
  }
}

async function operate(
  options: OperatorOptions,
  operatorProcess: OperatorProcess,
  signal: AbortSignal,
): Promise<void> {
  const { name, setup, transport: given, ...rest } = options;
  const { clock = systemClock, random = systemRandom } = options;
  const args = parseOperatorArguments(operatorProcess.argv);
  const logger: Logger =
    options.logger ?? (await createPinoLogger({ name, clock, level: args.logLevel ?? 'info' }));
  const { transport: connected, defaultNamespace } =
    given === undefined
      ? await connect({ args, env: operatorProcess.env })
      : { transport: given, defaultNamespace: undefined };
  const gone = new AbortController();
  const { transport, stop: stopWatching } = watchReachability({
    transport: connected,
    clock,
    timeoutMs: options.serverGoneTimeoutMs ?? DEFAULT_SERVER_GONE_TIMEOUT_MS,
    onGone: (error) => {
      gone.abort(error);
    },
  });
  try {
    await assertReachable(transport, signal);
    const kinds = (options.controllers ?? []).map((controller) => controller.kind as Kind);
    const client = createClient({ transport, userAgent: name, defaultNamespace, kinds });
    const manager = createManager({ ...managerOptions(rest), client, clock, random, logger });
    await setup?.(manager);
    await manager.start(AbortSignal.any([signal, gone.signal]));
    gone.signal.throwIfAborted();
  } catch (error) {
    logger.debug('operator failed', { error: toError(error) });
    throw error;
  } finally {
    stopWatching();
    await transport.close();
  }
}

function managerOptions(
  options: Omit<OperatorOptions, 'name' | 'setup' | 'transport'>,
): Omit<ManagerOptions, 'client'> {
  const { signal: _signal, process: _process, serverGoneTimeoutMs: _timeout, ...rest } = options;
  return rest;
}

/** One line, whatever the message of the error looks like. */
function sentenceOf(error: unknown): string {
  return messageOf(error)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
