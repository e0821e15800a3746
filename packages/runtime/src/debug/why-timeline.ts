import { formatKey } from '@kubewright/api';

import type { ReconcileExplanation } from '../why/explanation.js';
import { whySentence } from '../why/sentence.js';
import { html } from './html.js';
import type { Html } from './html.js';

const WIDTH = 1080;
const LABEL = 260;
const LANE = 20;
/** Objects that get a line; those that were active last. */
const MAX_LANES = 24;

interface Lane {
  readonly label: string;
  readonly reconciles: ReconcileExplanation[];
}

/** A line of time for each object, with a mark for each reconcile: as long as it took, coloured by how it ended. */
export function timeline(reconciles: readonly ReconcileExplanation[], now: number): Html {
  const lanes = new Map<string, Lane>();
  for (const reconcile of reconciles) {
    const label = `${formatKey(reconcile)} (${reconcile.controller})`;
    const lane = lanes.get(label) ?? { label, reconciles: [] };
    lanes.set(label, lane);
    lane.reconciles.push(reconcile);
  }
  const shown = [...lanes.values()].slice(0, MAX_LANES);
  const starts = shown.flatMap((lane) => lane.reconciles.map(({ startedAt }) => Date.parse(startedAt)));
  const ends = shown.flatMap((lane) =>
    lane.reconciles.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs),
  );
  const from = Math.min(now, ...starts);
  const to = Math.max(...ends, from + 1);
  const x = (at: number) => LABEL + ((at - from) / (to - from)) * (WIDTH - LABEL - 10);
  const height = shown.length * LANE + 24;
  const hidden = lanes.size - shown.length;
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="timelines of objects">
      ${shown.map((lane, index) => laneOf(lane, index * LANE, x))}
      <text x="${LABEL}" y="${height - 6}">${clockOf(from)}</text>
      <text x="${WIDTH - 10}" y="${height - 6}" text-anchor="end">${clockOf(to)}</text>
    </svg>
    ${hidden > 0 ? html`<p class="dim">and ${hidden} more objects</p>` : ''}`;
}

function laneOf({ label, reconciles }: Lane, y: number, x: (at: number) => number): Html {
  const short = label.length > 40 ? `${label.slice(0, 39)}…` : label;
  return html`<text x="0" y="${y + 14}">${short}</text>
    <line class="axis" x1="${LABEL}" x2="${WIDTH - 10}" y1="${y + 10}" y2="${y + 10}"></line>
    ${reconciles.map((reconcile) => {
      const { id, startedAt, durationMs, outcome } = reconcile;
      const start = Date.parse(startedAt);
      const left = x(start);
      const width = Math.max(x(start + durationMs) - left, 3);
      return html`<a href="#r${id}"
        ><rect
          class="${outcome.type}"
          x="${left.toFixed(1)}"
          y="${y + 4}"
          width="${width.toFixed(1)}"
          height="12"
          rx="2"
        >
          <title>#${id} ${startedAt}: ${whySentence(reconcile)}</title>
        </rect></a
      >`;
    })}`;
}

function clockOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
