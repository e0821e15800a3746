import { abortReason } from '@kubewright/api';
import type { Logger } from '@kubewright/api';

import type { ControllerQueue } from '../handover/queue-handover.js';
import { readQueues } from '../handover/read-queues.js';
import { messageOf } from '../internal/errors.js';
import type { OperatorProcess, ParentProcess } from './operator-process.js';

/** Says that the parent process takes part in the hand-over; `kubewright dev` sets it to `1`. */
const VARIABLE = 'KUBEWRIGHT_HANDOVER';

/*
 * The messages between an operator and the process that started it, over the channel of Node's child processes, which
 * nobody else can read. Each is an object with `type`; what is not known is ignored.
 *  - `kubewright/prepared`, from the operator: its program is loaded and its manager made; nothing has been started, no
 *    port is open. It waits.
 *  - `kubewright/start`, to it, with `queues`: what another one left. It starts.
 *  - `kubewright/started`, from it, with `debugUrl`, where it shows its reconciles: caches are full, workers run or wait for leadership.
 *  - `kubewright/stopped`, from it, with `queues`: what it leaves. It ends.
 */

/** The operator's end of the hand-over to the next process. */
export interface HandoverChannel {
  /** Says that the program is ready to start, and resolves with what it has to take over. Rejects with the signal's reason. */
  start(signal: AbortSignal, logger: Logger): Promise<readonly ControllerQueue[]>;
  started(urls: { readonly debugUrl?: string | undefined }): void;
  /** Resolves when the message is on its way. */
  stopped(queues: readonly ControllerQueue[]): Promise<void>;
}

/** Undefined in a process whose parent does not ask for it. */
export function handoverChannel(operatorProcess: OperatorProcess): HandoverChannel | undefined {
  const parent = operatorProcess === process ? nodeParent() : operatorProcess.parent;
  if (operatorProcess.env[VARIABLE] !== '1' || parent === undefined) return undefined;
  const send = (message: object): Promise<void> =>
    new Promise((resolve) => {
      // A parent that is gone has nobody to hand over to.
      try {
        parent.send(message, () => resolve());
      } catch {
        resolve();
      }
    });
  return {
    start: (signal, logger) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          parent.off('message', onMessage);
          parent.channel?.unref();
          signal.removeEventListener('abort', onAbort);
        };
        const onMessage = (message: unknown): void => {
          const { type, queues } = (message ?? {}) as { type?: unknown; queues?: unknown };
          if (type !== 'kubewright/start') return;
          end();
          resolve(queuesOf(queues, logger));
        };
        const onAbort = (): void => {
          end();
          reject(abortReason(signal));
        };
        if (signal.aborted) {
          onAbort();
          return;
        }
        parent.on('message', onMessage);
        parent.channel?.ref();
        signal.addEventListener('abort', onAbort, { once: true });
        void send({ type: 'kubewright/prepared' });
      }),
    started: ({ debugUrl }) => {
      void send({ type: 'kubewright/started', ...(debugUrl !== undefined && { debugUrl }) });
    },
    stopped: (queues) => send({ type: 'kubewright/stopped', queues }),
  };
}

function nodeParent(): ParentProcess | undefined {
  return typeof process.send === 'function' ? (process as unknown as ParentProcess) : undefined;
}

function queuesOf(queues: unknown, logger: Logger): readonly ControllerQueue[] {
  if (queues === undefined) return [];
  try {
    return readQueues(queues);
  } catch (error) {
    logger.warn('the queues of the process before cannot be read, and were ignored', {
      reason: messageOf(error),
    });
    return [];
  }
}
