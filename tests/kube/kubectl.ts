import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl, or helm, with a kubeconfig; `home` keeps its caches out of the user's. */
export class Kubectl {
  readonly #binary: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(options: { binary: string; kubeconfig: string; home: string }) {
    this.#binary = options.binary;
    this.#env = { PATH: process.env['PATH'], HOME: options.home, KUBECONFIG: options.kubeconfig };
  }

  /** Returns stdout; fails the test with stderr when kubectl does. */
  async run(
    args: readonly string[],
    input: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<string> {
    const result = await this.attempt(args, input);
    if (result.code !== 0)
      throw new Error(`kubectl ${args.join(' ')} ended with ${result.code}: ${result.stderr}`);
    return result.stdout;
  }

  attempt(
    args: readonly string[],
    input: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<KubectlResult> {
    return new Promise((resolve) => {
      const options = { env: { ...this.#env, ...input.env }, timeout: 30_000 };
      const child = execFile(this.#binary, [...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end(input.stdin ?? '');
    });
  }

  /** Starts a command that goes on, such as `get -w`. */
  stream(args: readonly string[]): KubectlStream {
    return new KubectlStream(
      spawn(this.#binary, [...args], { env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
  }
}

/** The lines of a running kubectl. */
export class KubectlStream {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #waiting: (() => void) | undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stdout === null) throw new Error('kubectl has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#lines.push(line);
      this.#waiting?.();
    });
  }

  /** Resolves with the first line, seen or to come, that matches. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.#lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGTERM');
    await closed;
  }
}

/** The rules that `auth can-i --list` prints, without the order of bindings, which Go draws anew each time. */
export function unorderedRules(table: string): string {
  const sorted = table.replace(
    /\[([a-z* ]+)\]$/gm,
    (_, verbs: string) => `[${verbs.split(' ').sort().join(' ')}]`,
  );
  return sorted.split('\n').sort().join('\n');
}
