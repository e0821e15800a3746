import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';

const bin = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));

/** Shorter than the time of a test, so that the screen is told. */
const DEADLINE_MS = 45_000;

/** Whether util-linux's `script`, which runs a command on a terminal of its own, is there. */
export function hasScript(): boolean {
  return spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
}

export interface TerminalRunOptions {
  /** Of the `kubewright` command. */
  readonly args: readonly string[];
  /** Where the run may keep files. */
  readonly folder: string;
  readonly columns: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** `kubewright` on a terminal of its own, as a person sees it: a pseudo-terminal whose output an emulator shows. */
export class TerminalRun {
  readonly #child: ChildProcess;
  readonly #terminal: xterm.Terminal;
  readonly #folder: string;
  readonly #ended: Promise<void>;
  readonly #changed = new Set<() => void>();
  #hasEnded = false;

  constructor({ args, folder, columns, rows, env = {} }: TerminalRunOptions) {
    this.#folder = folder;
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    const quoted = [process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    // What the terminal is like is compared from within, where its name is known too.
    const command = [
      `stty cols ${columns} rows ${rows}; tty > '${this.#file('tty')}'; before=$(stty -g); echo '$ kubewright'`,
      `${quoted.join(' ')}; code=$?`,
      `[ "$(stty -g)" = "$before" ] && echo "ended with $code, settings restored" || echo "ended with $code, settings CHANGED"`,
    ].join('\n');
    this.#child = spawn('script', ['-qfec', command, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, TERM: 'xterm-256color', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (data: Uint8Array) => {
      this.#terminal.write(data, () => this.#notify());
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#hasEnded = true;
        this.#terminal.write('', () => {
          this.#notify();
          resolve();
        });
      });
    });
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }

  #notify(): void {
    for (const listener of [...this.#changed]) listener();
  }

  /** The lines on the screen, without spaces at their ends. */
  lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) =>
        active
          .getLine(active.viewportY + row)
          ?.translateToString()
          .trimEnd() ?? '',
    );
  }

  get screen(): string {
    return this.lines().join('\n');
  }

  /** Whether a program has the whole terminal, and what was there before will come back. */
  get isAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** Whether the terminal shows its cursor and breaks long lines, as a shell expects it. */
  get modes(): { wraps: boolean } {
    return { wraps: this.#terminal.modes.wraparoundMode };
  }

  /** Resolves when the screen shows this; fails, with what it shows, when the command ends before, or in good time. */
  async sees(pattern: RegExp): Promise<void> {
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      this.#notify();
    }, DEADLINE_MS);
    try {
      while (!pattern.test(this.screen)) {
        if (this.#hasEnded) throw new Error(`the command ended without ${String(pattern)}:\n${this.screen}`);
        if (isLate) throw new Error(`${String(pattern)} was not shown:\n${this.screen}`);
        await new Promise<void>((resolve) => {
          const listener = (): void => {
            this.#changed.delete(listener);
            resolve();
          };
          this.#changed.add(listener);
        });
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Resizes both ends; the kernel tells the program of it. */
  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    const tty = readFileSync(this.#file('tty'), 'utf8').trim();
    spawnSync('stty', ['-F', tty, 'cols', String(columns), 'rows', String(rows)], { stdio: 'inherit' });
  }

  async ended(): Promise<string> {
    await this.#ended;
    return this.screen;
  }

  /** Ends what is left of it. */
  dispose(): void {
    if (!this.#hasEnded) this.#child.kill('SIGKILL');
    this.#terminal.dispose();
  }
}
