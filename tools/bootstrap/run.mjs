import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** A failure whose message is all there is to say: no stack trace is printed. `exitCode` is the process's. */
export class BootstrapError extends Error {
  name = 'BootstrapError';

  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** One line on stderr: stdout belongs to the command that runs next. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Runs a program in the foreground with our terminal, hands signals on, and resolves with its exit code.
 * A program ended by a signal counts as 128 plus the signal's number, as shells have it.
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child as well; a second SIGINT would mean "at once" to many programs.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new BootstrapError(`cannot run ${command}: ${cause.message}`)));
    child.once('close', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward);
  });
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Runs an entry point: the process's exit code is what it returns, and a BootstrapError becomes one sentence. */
export async function main(entry) {
  try {
    const exitCode = await entry(process.argv.slice(2));
    if (exitCode !== undefined) process.exitCode = exitCode;
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    if (error.message !== '') say(error.message);
    process.exitCode = error.exitCode;
  }
}
