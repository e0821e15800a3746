import { CommanderError } from 'commander';
import { systemClock } from '@kubewright/api';
import { createProgram } from './program.js';
import { commandProcess } from './io/command-process.js';
import { describeError } from './io/describe-error.js';
import { terminalPrompts } from './io/prompts.js';
import { writeLine } from './io/terminal.js';
import { USAGE_ERROR } from './usage/exit-codes.js';

/**
 * Runs the command line and returns the exit code. Errors end in one sentence on stderr and code 1, those of the line
 * itself in `USAGE_ERROR`. SIGINT, SIGTERM and the end of the terminal stop what runs cleanly, with code 130, 143 or 129 where it could not be finished; a
 * second one ends the process at once.
 */
export async function run(args: readonly string[]): Promise<number> {
  const abort = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (abort.signal.aborted) process.exit(codeOf(signal));
    abort.abort(new Error(signal));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // Of a terminal that is closed; of a command that was started with nohup it is nobody's.
  if (process.stdout.isTTY) process.on('SIGHUP', onSignal);
  const io = {
    stdout: process.stdout,
    stderr: process.stderr,
    // Opened only by commands that read it.
    get stdin() {
      return process.stdin;
    },
    ...(process.stdin.isTTY && process.stdout.isTTY && { prompts: terminalPrompts() }),
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: abort.signal,
    process: commandProcess(() => onSignal('SIGINT')),
  };
  let exitCode = 0;
  try {
    const program = createProgram(io, (code) => (exitCode = code));
    // Called bare it shows what there is; only a command that needs another word is an error without it.
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    if (abort.signal.aborted && isAbort(error, abort.signal.reason)) {
      writeLine(process.stderr, 'kubewright: interrupted');
      return codeOf((abort.signal.reason as Error).message);
    }
    writeLine(process.stderr, `kubewright: ${describeError(error)}`);
    return 1;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    process.off('SIGHUP', onSignal);
  }
}

/** As shells tell that a signal ended a program. */
const codeOf = (signal: string): number => ({ SIGINT: 130, SIGHUP: 129 })[signal] ?? 143;

/** Whether the error is that somebody wanted it to end, however deep. */
function isAbort(error: unknown, reason: unknown): boolean {
  if (error === reason) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || (error.cause !== undefined && isAbort(error.cause, reason));
}
