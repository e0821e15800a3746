import type { Logger } from '@kubewright/api';
import { silentLogger } from '@kubewright/api';

/** Remembers what was logged as an error. */
export function recordingLogger(): Logger & { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const logger = {
    ...silentLogger,
    errors,
    error: (message: string, fields?: Readonly<Record<string, unknown>>) =>
      void errors.push(`${message} ${fields?.['path'] as string}: ${describe(fields?.['error'])}`),
    with: () => logger,
  };
  return logger;
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
