import { CommanderError } from 'commander';

/**
 * The one sentence for a person; undefined where the sentence has been printed already. A stack trace is for bugs of
 * ours only: errors without a code of one of our classes.
 */
export function describeError(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined;
  if (!(error instanceof Error)) return String(error);
  const expected = typeof (error as { code?: unknown }).code === 'string';
  return expected ? error.message : `unexpected error, please report it: ${error.stack ?? error.message}`;
}
