import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@kubewright/api';

export interface OperatorProcessOptions {
  /** A module with what the operator imports, to be loaded before it is known what to run. */
  readonly preload?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** One line of its output, without the line end. */
  readonly onLine: (line: string) => void;
}

/** How a process ended. */
export interface OperatorExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The error that nobody caught. */
  readonly crash?: { readonly message: string; readonly stack?: string };
}

/** How long an operator may take to stop after SIGTERM before it is killed. */
const STOP_TIMEOUT_MS = 10_000;

const LAUNCHER = fileURLToPath(new URL('./operator-launcher.js', import.meta.url));

/**
 * The operator as a process of its own, as on a cluster. It may be started before it is known what to run: then that
 * begins at once. Programs that use `runOperator` stop before they start anything, and hand their queues over: see the
 * runtime's operator/handover-channel.ts. Others run as soon as they are loaded.
 */
export class OperatorProcess {
  /** Resolves when it is gone. */
  readonly exited: Promise<OperatorExit>;
  /** Resolves when it could start; never for a program that does not say so. */
  readonly prepared: Promise<void>;
  /** Resolves when it works, with the address of its debug server; never for a program that does not say so. */
  readonly started: Promise<{ readonly debugUrl?: string }>;
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  #exit: OperatorExit | undefined;
  #crash: OperatorExit['crash'];
  #queues: unknown;

  constructor({ preload, cwd, env, clock, onLine }: OperatorProcessOptions) {
    this.#clock = clock;
    this.#child = spawn(
      process.execPath,
      ['--enable-source-maps', LAUNCHER, ...(preload === undefined ? [] : [preload])],
      {
        cwd,
        env: { ...env, KUBEWRIGHT_HANDOVER: '1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // A Ctrl-C of the terminal would reach it beside what we send, and the second of two signals ends it at once.
        detached: true,
      },
    );
    // It stops when the channel to this process breaks; whoever ends this one twice does not want to wait.
    const kill = (): void => void this.#child.kill('SIGKILL');
    process.once('exit', kill);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', onLine);
    this.prepared = this.#told('kubewright/prepared').then(() => undefined);
    this.started = this.#told('kubewright/started');
    this.#child.on('message', (message: Record<string, unknown>) => {
      if (message['type'] === 'kubewright/stopped') this.#queues = message['queues'];
      if (message['type'] === 'kubewright/crashed') this.#crash = message as unknown as OperatorExit['crash'];
    });
    this.exited = new Promise((resolve) => {
      const finish = (code: number | null, signal: string | null): void => {
        process.off('exit', kill);
        this.#exit = { code, signal, ...(this.#crash === undefined ? {} : { crash: this.#crash }) };
        resolve(this.#exit);
      };
      this.#child.once('close', finish);
      this.#child.once('error', (error) => {
        onLine(error.message);
        finish(1, null);
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  /** What it left to do when it ended; undefined when it did not say. */
  get queues(): unknown {
    return this.#queues;
  }

  /** Runs a program in it. Called once. */
  load(file: string, args: readonly string[]): void {
    this.#tell({ type: 'kubewright/load', file, args });
  }

  /** Lets a prepared program start, with what another one left. */
  begin(queues: unknown): void {
    this.#tell({ type: 'kubewright/start', queues });
  }

  /** SIGTERM, then SIGKILL when it does not end; resolves when it is gone. */
  async stop(): Promise<void> {
    if (this.hasExited) return;
    this.#child.kill('SIGTERM');
    const timer = this.#clock.setTimer(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.exited;
    timer.cancel();
  }

  #tell(message: object): void {
    // One that has just ended hears nothing.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #told(type: string): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      const onMessage = (message: Record<string, unknown>): void => {
        if (message['type'] !== type) return;
        this.#child.off('message', onMessage);
        resolve(message);
      };
      this.#child.on('message', onMessage);
    });
  }
}
