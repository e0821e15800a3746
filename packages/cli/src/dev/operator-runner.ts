import type { Clock } from '@kubewright/api';
import { programFinding } from './finding.js';
import type { Finding } from './finding.js';
import type { OperatorExit, OperatorProcess } from './operator-process.js';

/*
 * What the runner promises:
 *  1. At most one operator works at a time. Programs of `runOperator` are loaded and made while the one before still
 *     works, and start when it has ended; others, which work as soon as they are loaded, are loaded when they take over.
 *  2. A program that fails before it could start changes nothing: the one before goes on.
 *  3. What the one before had in its queues goes to the next, however often that fails to start.
 *  4. A process with the operator's packages waits ready, so that the next program need not load them.
 *  5. After `stop` no process is left.
 */

/** What to run. */
export interface OperatorProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether it is known to wait, when it has been loaded, until it is started. */
  readonly waits: boolean;
}

export type RunnerProcess = Pick<
  OperatorProcess,
  'pid' | 'exited' | 'prepared' | 'started' | 'hasExited' | 'queues' | 'load' | 'begin' | 'stop'
>;

export interface OperatorRunnerOptions {
  readonly clock: Clock;
  /** The operator's, for messages. */
  readonly name: string;
  /** The project, for the places in its sources. */
  readonly folder: string;
  /** Starts a process that waits. */
  readonly spawn: (options: { readonly onLine: (line: string) => void }) => RunnerProcess;
  /** A line of the output of the operator that works. */
  readonly onLine: (line: string) => void;
  /** Its state changed. */
  readonly onChange: (change: OperatorChange) => void;
}

export type OperatorChange =
  | { readonly status: 'starting' | 'running'; readonly pid: number | undefined; readonly debugUrl?: string }
  /** It ended by itself. */
  | { readonly status: 'failed'; readonly finding: Finding }
  | { readonly status: 'stopped' };

/** A program that is ready to take over. */
export interface PreparedProgram {
  /** Stops the one before and starts this one; resolves when it works. Throws a ProgramError when it ends instead. */
  readonly takeOver: () => Promise<void>;
  /** Ends it; the one before goes on. */
  readonly discard: () => Promise<void>;
}

/** A program that ended where it should have started. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  readonly code = 'OperatorStopped';
  readonly finding: Finding;
  /** What it printed. */
  readonly lines: readonly string[];

  constructor(finding: Finding, lines: readonly string[]) {
    super(finding.message);
    this.finding = finding;
    this.lines = lines;
  }
}

/** How long a program may take to be made before it is taken for one that does not wait, and works already. */
const PREPARE_TIMEOUT_MS = 10_000;
/** How long a new operator is waited for; it may take longer, as its caches fill, and one of another kind says nothing. */
const START_TIMEOUT_MS = 3000;
/** Lines of output that are kept to say why a process ended. */
const KEPT_LINES = 20;

interface Waiting {
  readonly process: RunnerProcess;
  readonly lines: string[];
  /** Whose output is shown as it comes. */
  isShown: boolean;
}

export class OperatorRunner {
  readonly #options: OperatorRunnerOptions;
  #spare: Waiting | undefined;
  #current: Waiting | undefined;
  /** What the last one left that nobody has taken over. */
  #left: unknown;
  /** Whether the program waits before it starts. */
  #waits = false;
  #isStopped = false;
  /** Settles when the last change of the operator that works is made. */
  #changing: Promise<void> = Promise.resolve();
  readonly #all = new Set<RunnerProcess>();

  constructor(options: OperatorRunnerOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  /** Has a process ready, so that the next program is loaded sooner. */
  warmUp(): void {
    if (this.#isStopped) return;
    if (this.#spare?.process.hasExited !== false) this.#spare = this.#spawn();
  }

  /** Ends the process that waits: the packages have changed. */
  async coolDown(): Promise<void> {
    const spare = this.#spare;
    this.#spare = undefined;
    await spare?.process.stop();
  }

  /** Loads a program. Throws a ProgramError when it ends before it could start. */
  async prepare(program: OperatorProgram): Promise<PreparedProgram> {
    this.warmUp();
    const candidate = this.#spare;
    if (candidate === undefined) throw new Error('the runner was stopped');
    this.#spare = undefined;
    // One of another kind would work before what it needs has been applied.
    const isLoaded = this.#waits || (this.#current === undefined && program.waits);
    if (isLoaded) await this.#load(candidate, program);
    return {
      takeOver: async () => {
        // Who takes over while the one before is still stopping waits for that, too.
        const changing = this.#changing.then(async () => {
          await this.#stopCurrent();
          if (!isLoaded) await this.#load(candidate, program);
          this.#current = candidate;
        });
        this.#changing = changing.catch(() => undefined);
        await changing;
        await this.#start(candidate);
      },
      discard: () => candidate.process.stop(),
    };
  }

  /** Ends every process, and resolves when they are gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#current = undefined;
    await Promise.all([...this.#all].map((one) => one.stop()));
  }

  #spawn(): Waiting {
    const lines: string[] = [];
    const waiting: Waiting = {
      lines,
      isShown: false,
      process: this.#options.spawn({
        onLine: (line) => {
          lines.push(line);
          if (waiting.isShown) {
            this.#options.onLine(line);
            if (lines.length > KEPT_LINES) lines.shift();
          }
        },
      }),
    };
    this.#all.add(waiting.process);
    void waiting.process.exited.then(() => this.#all.delete(waiting.process));
    return waiting;
  }

  async #load(candidate: Waiting, { file, args }: OperatorProgram): Promise<void> {
    const { process } = candidate;
    // With nobody to wait for, a program of any kind may begin, and what it says is shown.
    if (this.#current === undefined) this.#show(candidate);
    process.load(file, args);
    const isFirst = !this.#waits && this.#current === undefined;
    if (isFirst) {
      void process.prepared.then(() => (this.#waits = true));
      return;
    }
    const exit = await this.#within<OperatorExit | undefined>(PREPARE_TIMEOUT_MS, [
      process.prepared.then(() => undefined),
      process.exited,
    ]);
    if (exit !== undefined) throw this.#failure(candidate, exit);
  }

  async #start(candidate: Waiting): Promise<void> {
    const { process } = candidate;
    const { onChange } = this.#options;
    onChange({ status: 'starting', pid: process.pid });
    let isStarted = false;
    void process.prepared.then(() => process.begin(this.#left));
    void process.started.then(({ debugUrl }) => {
      if (this.#current !== candidate) return;
      isStarted = true;
      this.#left = undefined;
      onChange({ status: 'running', pid: process.pid, ...(debugUrl === undefined ? {} : { debugUrl }) });
    });
    this.#show(candidate);
    const ended = process.exited.then((exit) => {
      if (this.#current !== candidate) return undefined;
      this.#current = undefined;
      if (process.queues !== undefined) this.#left = process.queues;
      const failure = this.#failure(candidate, exit);
      onChange({ status: 'failed', finding: failure.finding });
      return failure;
    });
    const failure = await this.#within(START_TIMEOUT_MS, [process.started.then(() => undefined), ended]);
    if (failure !== undefined) throw failure;
    if (!isStarted && this.#current === candidate) onChange({ status: 'running', pid: process.pid });
  }

  async #stopCurrent(): Promise<void> {
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    await current.process.stop();
    if (current.process.queues !== undefined) this.#left = current.process.queues;
    this.#options.onChange({ status: 'stopped' });
  }

  #show(waiting: Waiting): void {
    if (waiting.isShown) return;
    waiting.isShown = true;
    for (const line of waiting.lines) this.#options.onLine(line);
  }

  #failure({ lines }: Waiting, { code, signal, crash }: OperatorExit): ProgramError {
    const { folder, name } = this.#options;
    const last = lines.filter((line) => line.trim() !== '').at(-1);
    const how = signal === null ? `code ${code ?? 0}` : `signal ${signal}`;
    const ended = `the operator of ${name} ended with ${how}`;
    const finding: Finding =
      crash === undefined
        ? { severity: 'error', message: last === undefined ? ended : `${ended}: ${last}` }
        : programFinding(crash, folder);
    return new ProgramError(finding, lines);
  }

  /** The first of the promises, or undefined when none comes in time. */
  async #within<T>(timeoutMs: number, promises: ReadonlyArray<Promise<T>>): Promise<T | undefined> {
    let cancel = (): void => undefined;
    const timeout = new Promise<undefined>((resolve) => {
      const timer = this.#options.clock.setTimer(() => resolve(undefined), timeoutMs);
      cancel = () => timer.cancel();
    });
    try {
      return await Promise.race([...promises, timeout]);
    } finally {
      cancel();
    }
  }
}
