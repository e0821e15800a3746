import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface ProgramOptions {
  /** The project, built. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface LogLine {
  readonly msg?: string;
  readonly server?: string;
  readonly url?: string;
}

/** The program of an operator, in a process of its own, as a container runs it. */
export class OperatorProgram {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #lines: LogLine[] = [];
  #stderr = '';
  #heard: () => void = () => undefined;

  private constructor({ folder, args, env }: ProgramOptions) {
    this.#child = spawn(process.execPath, ['dist/main.js', ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let rest = '';
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.#lines.push(...lines.map((line) => JSON.parse(line) as LogLine));
      this.#heard();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#ended = new Promise((resolve) =>
      this.#child.once('close', (code) => {
        this.#heard();
        resolve(code);
      }),
    );
  }

  /** Resolves when it leads and works; fails with what it said when it ends before. */
  static async start(options: ProgramOptions): Promise<OperatorProgram> {
    const program = new OperatorProgram(options);
    while (!program.#lines.some(({ msg }) => msg === 'manager started')) {
      if (program.#child.exitCode !== null) throw new Error(`the operator ended: ${program.#stderr}`);
      await new Promise<void>((resolve) => (program.#heard = resolve));
    }
    return program;
  }

  /** Where one of its servers listens. */
  urlOf(server: string): string {
    return this.#lines.find((line) => line.server === server)?.url ?? '';
  }

  /** Asks it to end, and resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.#ended;
  }
}
