import type { DashboardState, TimelineEntry } from '../../src/dashboard/state.js';
import { element, find, KeyedList, setText, svg } from './dom.js';
import { count, duration, keyOf, timeOfDay } from './format.js';
import { isWrite, outcomeText, reconcileDetails } from './reconcile-details.js';

const LANES = 8;
const LEAST_RANGE_MS = 30_000;
const TONES = {
  success: 'good',
  requeueAfter: 'wait',
  requeue: 'wait',
  retry: 'bad',
  terminal: 'bad',
  stopped: 'plain',
} as const;

export interface Timelines {
  show(timelines: DashboardState['timelines'], nowMs: number): void;
  /** Shows the reconciles that have to do with one object, and goes there. */
  choose(object: { namespace?: string | undefined; name: string }): void;
  focusFilter(): void;
}

/** The reconciles: a line of time for each object, and each of them with its reasons and requests. */
export function createTimelines(onLogs: (reconcileID: string) => void): Timelines {
  const section = find(document, '#timelines');
  const form = find<HTMLFormElement>(section, 'form');
  const object = find<HTMLInputElement>(form, '[name=object]');
  const failed = find<HTMLInputElement>(form, '[name=failed]');
  const aside = find(section, '.aside');
  const empty = find(section, '.empty');
  let shown: readonly TimelineEntry[] = [];
  let now = 0;

  const reconciles = new KeyedList<TimelineEntry>(find(section, '.reconciles'), {
    keyOf: ({ key }) => key,
    create: (entry) => reconcileElement(entry, onLogs),
  });
  const open = (key: number): void => {
    const details = reconciles.get(key)?.querySelector('details');
    if (details === null || details === undefined) return;
    details.open = true;
    details.scrollIntoView({ block: 'nearest' });
    details.querySelector('summary')?.focus();
  };
  const lanes = new KeyedList<Lane>(find(section, '.lanes'), {
    keyOf: ({ name }) => name,
    create: () => element('div', { class: 'lane' }),
    update: (made, lane) => {
      // The button keeps the focus that it may have.
      let button = made.querySelector('button');
      if (button === null) {
        button = element('button', { class: 'name', attributes: { type: 'button' } });
        button.title = 'Show only these';
        made.append(button, element('div', { class: 'strip' }));
      }
      button.onclick = () => choose(lane.entries[0] ?? { name: '' });
      setText(button, lane.name);
      find(made, '.strip').replaceChildren(strip(lane, open));
    },
  });

  const render = (): void => {
    const words = object.value.trim().toLowerCase();
    const fitting = shown.filter(
      (entry) => fits(entry, words) && (!failed.checked || 'error' in entry.outcome),
    );
    const newest = fitting.toReversed();
    reconciles.show(newest);
    lanes.show(lanesOf(newest, now));
    empty.hidden = fitting.length > 0;
    setText(empty, shown.length === 0 ? 'Nothing was reconciled yet.' : 'Nothing was reconciled that fits.');
    setText(aside, count(fitting.length, 'reconcile'));
  };
  const choose = (chosen: { namespace?: string | undefined; name: string }): void => {
    object.value = keyOf(chosen);
    render();
    section.scrollIntoView({ block: 'start' });
    object.focus({ preventScroll: true });
  };

  form.addEventListener('input', render);
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    show(timelines, nowMs) {
      now = nowMs;
      shown = timelines;
      render();
    },
    choose,
    focusFilter() {
      object.focus();
    },
  };
}

/** Whether a reconcile has to do with what was typed: its object, or what led to it, or what it wrote. */
function fits(entry: TimelineEntry, words: string): boolean {
  if (words === '') return true;
  const names = [entry, ...entry.reasons, ...entry.calls.filter(isWrite)].map((one) =>
    keyOf(one).toLowerCase(),
  );
  return names.some((name) => name.includes(words)) || entry.controller.toLowerCase() === words;
}

function reconcileElement(entry: TimelineEntry, onLogs: (reconcileID: string) => void): HTMLElement {
  const { controller, startedAt, durationMs, why, calls, outcome } = entry;
  const writes = calls.filter(isWrite).length;
  const details = element(
    'details',
    { attributes: { 'data-tone': TONES[outcome.type] } },
    element(
      'summary',
      {},
      element('span', { class: 'dot' }),
      element('time', { text: timeOfDay(Date.parse(startedAt)), attributes: { datetime: startedAt } }),
      element(
        'span',
        { class: 'who' },
        element('b', { text: keyOf(entry) }),
        element('span', { class: 'kind', text: ` ${controller}` }),
      ),
      element('span', { class: 'why', text: why, title: why }),
      element('span', { class: 'writes', text: writes === 0 ? 'no writes' : count(writes, 'write') }),
      element('span', { class: 'took', text: duration(durationMs) }),
      element('span', { class: 'outcome', text: outcomeText(entry) }),
    ),
  );
  // Most are never opened.
  details.addEventListener('toggle', () => {
    if (details.open && details.querySelector('.details') === null)
      details.append(reconcileDetails(entry, onLogs));
  });
  return element('li', {}, details);
}

interface Lane {
  readonly name: string;
  /** The newest first. */
  readonly entries: readonly TimelineEntry[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** One for each object that was reconciled last, over the same range of time. */
function lanesOf(newest: readonly TimelineEntry[], nowMs: number): Lane[] {
  const byName = new Map<string, TimelineEntry[]>();
  for (const entry of newest) {
    const name = keyOf(entry);
    const entries = byName.get(name) ?? [];
    entries.push(entry);
    byName.set(name, entries);
  }
  const shown = [...byName].slice(0, LANES);
  const oldest = Math.min(...shown.map(([, entries]) => Date.parse(entries.at(-1)?.startedAt ?? '')));
  const fromMs = Math.min(oldest, nowMs - LEAST_RANGE_MS);
  return shown.map(([name, entries]) => ({ name, entries, fromMs, toMs: nowMs }));
}

const STRIP_WIDTH = 1000;

/** Said in words by the list below, so that it is hidden from who does not see it. */
function strip({ entries, fromMs, toMs }: Lane, open: (key: number) => void): SVGElement {
  const range = toMs - fromMs;
  const marks = entries.toReversed().map((entry) => {
    const { key, startedAt, durationMs, outcome } = entry;
    const x = ((Date.parse(startedAt) - fromMs) / range) * STRIP_WIDTH;
    const width = Math.max(4, (durationMs / range) * STRIP_WIDTH);
    const mark = svg('rect', {
      x: Math.max(0, Math.min(x, STRIP_WIDTH - width)),
      y: 3,
      width,
      height: 14,
      rx: 2,
      'data-tone': TONES[outcome.type],
    });
    const title = svg('title', {});
    title.textContent = `${timeOfDay(Date.parse(startedAt))} ${outcomeText(entry)}: ${entry.why}`;
    mark.append(title);
    mark.addEventListener('click', () => open(key));
    return mark;
  });
  return svg(
    'svg',
    { viewBox: `0 0 ${STRIP_WIDTH} 20`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('line', { x1: 0, x2: STRIP_WIDTH, y1: 10, y2: 10, class: 'ground' }),
    ...marks,
  );
}
