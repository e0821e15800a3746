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
  /** The channel to the process that started this one, if there is one. */
  readonly parent?: ParentProcess;
}

/** Messages to and from the process that started this one, as Node's `process` has them where it was forked. */
export interface ParentProcess {
  send(message: object, sent: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
  /** Whether the process stays alive for the sake of messages. */
  readonly channel?: { ref(): void; unref(): void } | undefined;
}
