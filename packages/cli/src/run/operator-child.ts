import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { CommandIo } from '../io/terminal.js';

export interface OperatorChildOptions {
  /** The file that runs the operator. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Told of each line of its output, without the line end. */
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}

/** How long an operator may take to stop before it is killed. */
const STOP_TIMEOUT_MS = 30_000;

/** Loaded before the operator: it stops as by SIGTERM when this process is gone, killed or with its terminal. */
const LIFELINE = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel?.unref();",
)}`;

/**
 * Runs an operator until it ends, and returns its exit code, 128 and the number of the signal when one ended it. When the
 * signal of `io` aborts it is asked to stop. It is in a process group of its own: a Ctrl-C of the terminal would reach it
 * beside what we send, and the second of two signals ends it at once. When this process is killed it is asked to stop, too.
 */
export function runOperatorChild(options: OperatorChildOptions, io: CommandIo): Promise<number> {
  const { file, args, cwd, onLine } = options;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', LIFELINE, file, ...args], {
    cwd,
    env: io.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  for (const name of ['stdout', 'stderr'] as const) {
    const input = child[name];
    if (input !== null) createInterface({ input }).on('line', (line) => onLine(line, name));
  }
  let timer: { cancel(): void } | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    timer = io.clock.setTimer(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  };
  // A second Ctrl-C ends this process at once: the operator must not stay behind.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  if (io.signal.aborted) stop();
  else io.signal.addEventListener('abort', stop, { once: true });
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  }).finally(() => {
    timer?.cancel();
    io.signal.removeEventListener('abort', stop);
    process.off('exit', kill);
  });
}
