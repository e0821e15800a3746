import { accepted, isAccepted } from '../accepted.js';
import type { AcceptedDifference } from '../accepted.js';
import type { Difference } from './compare.js';
import { countRequests } from './steps.js';
import type { Area, Sequence } from './steps.js';

interface Row {
  sequences: number;
  requests: number;
  equal: number;
  accepted: number;
  open: number;
}

export interface OpenSequence {
  readonly area: string;
  readonly title: string;
  readonly differences: readonly Difference[];
}

export interface Outcome {
  /** What is left when the accepted ones are taken away. */
  readonly open: readonly Difference[];
}

/** Counts, per area, requests whose answers were equal, differ as accepted, and differ otherwise. */
export class Scoreboard {
  readonly #rows = new Map<string, Row>();
  readonly #met = new Set<AcceptedDifference>();
  readonly #open: OpenSequence[] = [];

  record(area: Area, sequence: Sequence, differences: readonly Difference[]): Outcome {
    const row = this.#rows.get(area.name) ?? { sequences: 0, requests: 0, equal: 0, accepted: 0, open: 0 };
    this.#rows.set(area.name, row);
    const requests = countRequests(sequence.steps);
    const different = new Map<number, 'accepted' | 'open'>();
    const open: Difference[] = [];
    for (const difference of differences) {
      const entry = accepted.find((candidate) =>
        isAccepted(candidate, area.name, sequence.title, difference),
      );
      if (entry === undefined) {
        open.push(difference);
        different.set(difference.step, 'open');
      } else {
        this.#met.add(entry);
        if (!different.has(difference.step)) different.set(difference.step, 'accepted');
      }
    }
    row.sequences += 1;
    row.requests += requests;
    row.equal += requests - different.size;
    for (const how of different.values()) row[how] += 1;
    if (open.length > 0) this.#open.push({ area: area.name, title: sequence.title, differences: open });
    return { open };
  }

  /** Whether there is a difference that nobody accepted. */
  isOpen(area: Area, sequence: Sequence, differences: readonly Difference[]): boolean {
    return differences.some(
      (difference) => !accepted.some((entry) => isAccepted(entry, area.name, sequence.title, difference)),
    );
  }

  /** Accepted differences that did not occur, though all areas to which they belong are among those `chosen`. */
  stale(chosen: readonly string[], all: readonly string[]): AcceptedDifference[] {
    return accepted.filter(
      (entry) => !this.#met.has(entry) && (entry.areas ?? all).every((name) => chosen.includes(name)),
    );
  }

  /** The sequences with differences that nobody accepted. */
  get open(): readonly OpenSequence[] {
    return this.#open;
  }

  /** A Markdown table. */
  table(): string {
    const rows = [...this.#rows];
    const sum = (key: keyof Row): number => rows.reduce((total, [, row]) => total + row[key], 0);
    const line = (name: string, row: Row): string =>
      `| ${name} | ${row.sequences} | ${row.requests} | ${row.equal} | ${row.accepted} | ${row.open} |`;
    const total: Row = {
      sequences: sum('sequences'),
      requests: sum('requests'),
      equal: sum('equal'),
      accepted: sum('accepted'),
      open: sum('open'),
    };
    return [
      '| area | sequences | requests | equal | accepted | open |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...rows.map(([name, row]) => line(name, row)),
      line('**all**', total),
    ].join('\n');
  }
}

/** What one reads when a sequence fails. */
export function describeDifferences(differences: readonly Difference[]): string {
  return differences
    .map(
      ({ step, request, where, embedded, real }) =>
        `#${step} ${request}\n  ${where}\n    embedded: ${show(embedded)}\n    real:     ${show(real)}`,
    )
    .join('\n');
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? '(nothing)' : text.slice(0, 1500);
}
