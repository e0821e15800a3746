import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

export interface ShellResult {
  readonly code: number | null;
  /** Standard output and standard error, as they came. */
  readonly output: string;
  readonly durationMs: number;
}

/** A folder in which commands are run, with nothing of this test's own environment that could help them. */
export class Shell {
  readonly cwd: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(cwd: string, env: Readonly<Record<string, string>> = {}) {
    this.cwd = cwd;
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|KUBE|NODE_|npm_|TEST$|INIT_CWD)/.test(name),
    );
    this.#env = {
      ...Object.fromEntries(inherited),
      // The Node under test is the one that npm, npx and make find.
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
      NO_COLOR: '1',
      // What is not on this machine is not to be had.
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...env,
    };
  }

  /** Starts a command line of words without quotes. */
  start(line: string, env: Readonly<Record<string, string>> = {}): RunningProgram {
    const [program = '', ...args] = line.split(' ');
    return new RunningProgram(line, spawn(program, args, { ...this.#options(env) }));
  }

  /** Runs it to its end. */
  run(line: string, env: Readonly<Record<string, string>> = {}): Promise<ShellResult> {
    return this.start(line, env).result;
  }

  /** The same, and its output; throws with the output when it fails. */
  async succeed(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, output } = await this.run(line, env);
    if (code !== 0) throw new Error(`"${line}" ended with code ${code ?? 'none'}:\n${output}`);
    return output;
  }

  #options(env: Readonly<Record<string, string>>) {
    return {
      cwd: this.cwd,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
      // npx and make have children: all of them get a signal, as from a terminal.
      detached: true,
    };
  }
}

export class RunningProgram {
  readonly result: Promise<ShellResult>;
  readonly #line: string;
  readonly #child: ChildProcess;
  readonly #listeners = new Set<() => void>();
  #output = '';
  #ended = false;

  constructor(line: string, child: ChildProcess) {
    this.#line = line;
    this.#child = child;
    const startMs = performance.now();
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#tell();
      });
    this.result = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        this.#ended = true;
        this.#tell();
        resolve({ code, output: this.#output, durationMs: performance.now() - startMs });
      });
    });
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves with the match once the output after `from` has it; throws when the program ends without. */
  async seen(pattern: RegExp, from = 0): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.#output.slice(from).match(pattern);
      if (match !== null) return match;
      if (this.#ended) throw new Error(`"${this.#line}" ended without ${String(pattern)}:\n${this.#output}`);
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  /** Ends it and its children as Ctrl-C does. */
  async stop(): Promise<ShellResult> {
    if (!this.#ended && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGINT');
    return this.result;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
