import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Kind, Logger, Transport } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import type { FileRecording } from '@kubewright/client/recording';

import { isManagerError } from '../errors.js';
import { QueueHandover } from '../handover/queue-handover.js';
import { messageOf, toError } from '../internal/errors.js';
import { abortable } from '../internal/signals.js';
import { createPinoLogger } from '../logging/pino-logger.js';
import { createManager } from '../manager/manager.js';
import type { Manager, ManagerOptions } from '../manager/manager.js';
import { connect } from './connect.js';
import { flaggedOptions } from './flagged-options.js';
import type { HandoverChannel } from './handover-channel.js';
import { handoverChannel } from './handover-channel.js';
import { assertReachable, watchReachability } from './reachability.js';
import { operatorHelp, parseOperatorArguments } from './operator-arguments.js';
import type { OperatorProcess } from './operator-process.js';

export interface OperatorOptions extends Omit<ManagerOptions, 'client' | 'handover'> {
  /** Names the operator in logs, in requests (user agent) and in error messages. */
  name: string;
  /** Called before the manager starts, to add runnables, indexes and whatever else it needs. The signal aborts when the operator has to end. */
  setup?: (manager: Manager, context: { signal: AbortSignal }) => void | Promise<void>;
  /** Where the API server is; by default --kubeconfig, KUBECONFIG, the pod's service account, ~/.kube/config, in this order. Closed at the end. */
  transport?: Transport;
  /**
   * How long the API server may leave requests without any answer before the operator gives up, so that whoever runs
   * it can start it anew. Defaults to 60000. A server that does not answer at the start is given up at once.
   */
  serverGoneTimeoutMs?: number;
  /**
   * A file, or a folder, in which the calls of the operator's client are recorded, for `kubewright rbac check`. Defaults to
   * KUBEWRIGHT_RECORD_CALLS; without either nothing is recorded.
   */
  recordCalls?: string;
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
 * code 1; it never throws. A replica that loses the leader's lease ends the process at once, with exit code 1.
 * Under `kubewright dev` it takes over the queues of the process before it: see handover-channel.ts.
 *
 * Command line: `--kubeconfig`, `--context`, `--log-level`, `--help`, and those of kubebuilder's main.go, which go before
 * the options of the program: `--leader-elect`, `--leader-election-id`, `--leader-election-namespace`,
 * `--metrics-bind-address`, `--metrics-secure`, `--metrics-cert-path`, `-name` and `-key`,
 * `--health-probe-bind-address`, `--debug-bind-address`, `--webhook-bind-address`, `--webhook-port`,
 * `--webhook-cert-path`, `-name` and `-key`. Without an id anywhere the Lease has the operator's name.
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
    // Asked to stop while it was still being set up.
    if (error === stop.signal.reason) return;
    operatorProcess.stderr.write(`${options.name}: ${sentenceOf(error)}\n`);
    operatorProcess.exitCode = 1;
    // What did not stop would keep the process alive, and what lost its lease must not go on.
    if (mustEnd(error)) operatorProcess.exit(1);
  } finally {
    operatorProcess.off('SIGTERM', onSignal);
    operatorProcess.off('SIGINT', onSignal);
    options.signal?.removeEventListener('abort', onSignal);
  }
}

async function operate(
  options: OperatorOptions,
  operatorProcess: OperatorProcess,
  stopSignal: AbortSignal,
): Promise<void> {
  const { name, setup, transport: given, recordCalls, ...rest } = options;
  const { clock = systemClock, random = systemRandom } = options;
  const args = parseOperatorArguments(operatorProcess.argv);
  if (args.help === true) {
    (operatorProcess.stdout ?? operatorProcess.stderr).write(operatorHelp(name));
    return;
  }
  // Loaded while the server is being reached.
  const loading =
    options.logger === undefined
      ? createPinoLogger({ name, clock, level: args.logLevel ?? 'info' })
      : Promise.resolve(options.logger);
  loading.catch(() => undefined);
  let logger: Logger = silentLogger;
  const { transport: connected, defaultNamespace } =
    given === undefined
      ? await abortable(connect({ args, env: operatorProcess.env }), stopSignal)
      : { transport: given, defaultNamespace: undefined };
  const gone = new AbortController();
  const { transport: watched, stop: stopWatching } = watchReachability({
    transport: connected,
    clock,
    timeoutMs: options.serverGoneTimeoutMs ?? DEFAULT_SERVER_GONE_TIMEOUT_MS,
    onGone: (error) => {
      gone.abort(error);
    },
  });
  const signal = AbortSignal.any([stopSignal, gone.signal]);
  let recording: Recording | undefined;
  const channel = handoverChannel(operatorProcess);
  const handover = channel === undefined ? undefined : new QueueHandover();
  try {
    recording = await recordingOf(watched, recordCalls ?? operatorProcess.env['KUBEWRIGHT_RECORD_CALLS']);
    const { transport } = recording;
    [logger] = await Promise.all([loading, assertReachable(transport, signal)]);
    const kinds = (options.controllers ?? []).map((controller) => controller.kind as Kind);
    const client = createClient({ transport, userAgent: name, defaultNamespace, kinds });
    const flagged = flaggedOptions(args, options, { name, clock, logger });
    const manager = createManager({
      ...managerOptions(rest),
      ...flagged,
      client,
      clock,
      random,
      logger,
      handover,
    });
    if (setup !== undefined) await abortable(Promise.resolve(setup(manager, { signal })), signal);
    if (channel !== undefined && handover !== undefined) {
      handover.restore(await channel.start(signal, logger));
      noteStart(manager, channel, handover, logger);
    }
    await manager.start(signal);
    gone.signal.throwIfAborted();
  } catch (error) {
    logger.debug('operator failed', { error: toError(error) });
    throw error;
  } finally {
    stopWatching();
    try {
      if (handover !== undefined) await channel?.stopped(handover.collect());
      await recording?.stop();
    } finally {
      await watched.close();
    }
  }
}

/** Tells the parent when the manager runs, and the log what no controller took over. */
function noteStart(
  manager: Manager,
  channel: HandoverChannel,
  handover: QueueHandover,
  logger: Logger,
): void {
  const failed = (): void => undefined;
  manager.whenReady().then(() => {
    channel.started({ debugUrl: manager.addresses.debug?.url });
  }, failed);
  manager.elected.then(() => {
    for (const { controller, items } of handover.dropUnclaimed())
      logger.warn('a controller is gone, and what was in its queue was dropped', {
        controller,
        requests: items.length,
      });
  }, failed);
}

type Recording = Pick<FileRecording, 'transport' | 'stop'>;

/** The transport to use, and what ends the recording. */
async function recordingOf(transport: Transport, target: string | undefined): Promise<Recording> {
  if (target === undefined || target === '') return { transport, stop: () => Promise.resolve() };
  const { recordToFile } = await import('@kubewright/client/recording');
  return recordToFile(transport, target);
}

function mustEnd(error: unknown): boolean {
  return (
    isManagerError(error, 'GracefulShutdownTimeout') ||
    isManagerError(error, 'LeaderElectionLost') ||
    isManagerError(error, 'ShardLost')
  );
}

function managerOptions(
  options: Omit<OperatorOptions, 'name' | 'setup' | 'transport' | 'recordCalls'>,
): Omit<ManagerOptions, 'client' | 'handover'> {
  const { signal: _signal, process: _process, serverGoneTimeoutMs: _timeout, ...rest } = options;
  return rest;
}

/** One line, whatever the message of the error looks like. */
function sentenceOf(error: unknown): string {
  return messageOf(error)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
