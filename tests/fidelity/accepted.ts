import type { Difference } from './framework/compare.js';

/** A difference that is meant to be. It must still occur: one that does not fails the suite. */
export interface AcceptedDifference {
  /** Areas in which it may occur; all when left out. */
  readonly areas?: readonly string[];
  /** The sequence's title, where it is one sequence's alone. */
  readonly sequence?: RegExp;
  /** What it looks like. Those that are given must match. */
  readonly request?: RegExp;
  readonly where?: RegExp;
  readonly embedded?: RegExp;
  readonly real?: RegExp;
  readonly reason: string;
}

export const accepted: readonly AcceptedDifference[] = [];

export function isAccepted(
  entry: AcceptedDifference,
  area: string,
  title: string,
  difference: Difference,
): boolean {
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return (
    entry.areas?.includes(area) !== false &&
    entry.sequence?.test(title) !== false &&
    entry.request?.test(difference.request) !== false &&
    entry.where?.test(difference.where) !== false &&
    entry.embedded?.test(text(difference.embedded)) !== false &&
    entry.real?.test(text(difference.real)) !== false
  );
}
