import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Clock } from '@kubewright/api';

export interface OperatorProcessOptions {
  readonly entryPoint: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly kubeconfig: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** One line of its output, without the line end. */
  onLine(line: string): void;
  /** Called once; `stop` does not count as unexpected. */
  onExit(exit: { code: number | null; signal: string | null; unexpected: boolean }): void;
}

/** How long an operator may take to stop after SIGTERM before it is killed. */
const STOP_TIMEOUT_MS = 10_000;

/** The operator as a process of its own, as on a cluster: the same main, with KUBECONFIG set. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #exited: Promise<void>;
  #stopping = false;

  constructor(options: OperatorProcessOptions) {
    this.#clock = options.clock;
    this.#child = spawn(
      process.execPath,
      ['--enable-source-maps', options.entryPoint, ...(options.args ?? [])],
      {
        cwd: options.cwd,
        env: { ...options.env, KUBECONFIG: options.kubeconfig },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => options.onLine(line));
    }
    this.#exited = new Promise((resolve) => {
      const finish = (code: number | null, signal: string | null): void => {
        options.onExit({ code, signal, unexpected: !this.#stopping });
        resolve();
      };
      this.#child.once('close', finish);
      this.#child.once('error', (error) => {
        options.onLine(error.message);
        finish(1, null);
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** SIGTERM, then SIGKILL when it does not end; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGTERM');
    const timer = this.#clock.setTimer(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#exited;
    timer.cancel();
  }
}
