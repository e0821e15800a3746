import type { Clock } from '@kubewright/api';

/** Everything a command touches outside itself; tests hand in their own. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export function writeLine(output: Output, line: string): void {
  output.write(`${line}\n`);
}
