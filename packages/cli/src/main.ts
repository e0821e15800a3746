import { systemClock } from '@kubewright/api';
import { createProgram } from './program.js';
import { describeError } from './io/describe-error.js';
import { writeLine } from './io/terminal.js';

/**
 * Runs the command line and returns the exit code. Errors end in one sentence on stderr and code 1. SIGINT and SIGTERM stop what runs
 * cleanly; a second one ends the process at once.
 */
export async function run(args: readonly string[]): Promise<number> {
  const abort = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (abort.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
    abort.abort(new Error(signal));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const io = {
    stdout: process.stdout,
    stderr: process.stderr,
    // Opened only by commands that read it.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: abort.signal,
  };
  let exitCode = 0;
  try {
    const program = createProgram(io, (code) => (exitCode = code));
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    const description = describeError(error);
    if (description !== undefined) writeLine(process.stderr, `kubewright: ${description}`);
    return (error as { exitCode?: number }).exitCode ?? 1;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
