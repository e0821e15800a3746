import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '@kubewright/api';
import { TestEnvironmentError } from '../errors.js';

/** How much of a program's last output is kept for the message when it fails. */
const KEPT_OUTPUT_CHARACTERS = 4000;
const STOP_TIMEOUT_MS = 10_000;

/** One program of the real control plane. Owned by whoever started it; `stop` resolves when it is gone. */
export class ControlPlaneProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #exited: Promise<void>;
  #running = true;
  #output = '';

  constructor(options: {
    name: string;
    binary: string;
    args: readonly string[];
    clock: Clock;
    env?: Record<string, string | undefined>;
  }) {
    this.name = options.name;
    this.#clock = options.clock;
    this.#child = spawn(options.binary, [...options.args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
    });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString('utf8')).slice(-KEPT_OUTPUT_CHARACTERS);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#exited = new Promise((resolve) => {
      const finish = (): void => {
        this.#running = false;
        resolve();
      };
      this.#child.once('close', finish);
      this.#child.once('error', (error) => {
        this.#output += error.message;
        finish();
      });
    });
  }

  get running(): boolean {
    return this.#running;
  }

  /** The last lines it printed, for error messages. */
  lastOutput(): string {
    return this.#output.trim().split('\n').slice(-5).join('\n');
  }

  /** @throws TestEnvironmentError 'StartFailed' with the last output when the program has ended. */
  assertRunning(): void {
    if (!this.#running)
      throw new TestEnvironmentError('StartFailed', `${this.name} ended during start: ${this.lastOutput()}`);
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!this.#running) return;
    this.#child.kill(signal);
    const timer = this.#clock.setTimer(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#exited;
    timer.cancel();
  }
}
