import type { Clock } from '@kubewright/api';
import type { Prompts } from './prompts.js';

/** Everything a command touches outside itself; tests hand in their own. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absent where nothing can be piped in. */
  readonly stdin?: Input;
  /** Asks whoever sits at the terminal; absent where nobody does. */
  readonly prompts?: Prompts;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Absent where the command does not run as a process of its own. */
  readonly process?: CommandProcess;
}

/** The process of a command, as far as what draws on its terminal has to know it. */
export interface CommandProcess {
  /** Does what Ctrl-C does: for keyboards in raw mode, where it is a character like others. */
  interrupt(): void;
  /** Does what Ctrl-Z does, and resolves when the process goes on. */
  suspend(): Promise<void>;
  /** Runs the step when the process ends, in whichever way it can notice; until the returned function is called. */
  onExit(step: () => void): () => void;
}

export interface Input extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Present on a terminal. */
  on?(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
}

export function writeLine(output: Output, line: string): void {
  output.write(`${line}\n`);
}

/** `12.3 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ''}`;
}
