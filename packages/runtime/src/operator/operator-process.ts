import { parseArgs } from 'node:util';

/** The parts of Node's `process` that an operator's entry point touches; a test passes its own. */
export interface OperatorProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

/** What the command line of an operator may say. */
export interface OperatorArguments {
  kubeconfig?: string;
  context?: string;
  logLevel?: 'debug' | 'info' | 'warn' | 'error';
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Reads `--kubeconfig`, `--context` and `--log-level`. Throws a TypeError that names what it does not know. */
export function parseOperatorArguments(argv: readonly string[]): OperatorArguments {
  const options = {
    kubeconfig: { type: 'string' },
    context: { type: 'string' },
    'log-level': { type: 'string' },
  } as const;
  const { values } = parse(argv, options);
  const level = values['log-level'];
  const logLevel = logLevels.find((known) => known === level);
  if (level !== undefined && logLevel === undefined) {
    throw new TypeError(`--log-level must be one of ${logLevels.join(', ')}, got "${level}"`);
  }
  return {
    ...(values.kubeconfig !== undefined && { kubeconfig: values.kubeconfig }),
    ...(values.context !== undefined && { context: values.context }),
    ...(logLevel !== undefined && { logLevel }),
  };
}

function parse<O extends Record<string, { type: 'string' }>>(argv: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...argv.slice(2)], options, strict: true, allowPositionals: false });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new TypeError(`${message}: this operator knows ${known.join(', ')}`, { cause: error });
  }
}
