/** The parts of Node's `process` that an operator's entry point touches; a test passes its own. */
export interface OperatorProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: { write(text: string): unknown };
  /** Where the help goes. Defaults to `stderr`. */
  readonly stdout?: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}
