/** The one sentence for a person. A stack trace is for bugs of ours only: errors without a code of one of our classes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = typeof (error as { code?: unknown }).code === 'string';
  return expected ? error.message : `unexpected error, please report it: ${error.stack ?? error.message}`;
}
