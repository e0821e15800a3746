import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `kubewright`, as a user starts it. `result` resolves when it has ended. */
export class RunningCommand {
  readonly child: ChildProcess;
  readonly result: Promise<CommandResult>;
  #stdout = '';
  #stderr = '';
  #listeners = new Set<() => void>();

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = root) {
    this.child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      for (const listener of this.#listeners) listener();
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.result = new Promise((resolve) => {
      this.child.once('close', (code) => {
        for (const listener of this.#listeners) listener();
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  /** Resolves with the match when the output has it; fails when the command ends before. */
  async seen(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.#stdout.match(pattern);
      if (match !== null) return match;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the command ended without ${String(pattern)}: ${this.#stdout}${this.#stderr}`);
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  stop(signal: NodeJS.Signals): Promise<CommandResult> {
    this.child.kill(signal);
    return this.result;
  }
}

/** Runs `kubewright` to its end. */
export function kubewright(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = root,
): Promise<CommandResult> {
  return new RunningCommand(args, env, cwd).result;
}
