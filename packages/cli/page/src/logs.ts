import type { DashboardState, LogEntry } from '../../src/dashboard/state.js';
import { element, find, setText } from './dom.js';
import { count, timeOfDay } from './format.js';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** As many as the state keeps. */
const MAX_LINES = 1000;

export interface Logs {
  show(logs: DashboardState['logs']): void;
  /** Shows only lines with this text, or of this reconcile, and goes there. */
  filter(text: string): void;
  focusFilter(): void;
}

/** The log, which follows its end as long as the reader is there. */
export function createLogs(): Logs {
  const section = find(document, '#log');
  const form = find<HTMLFormElement>(section, 'form');
  const text = find<HTMLInputElement>(form, '[name=text]');
  const level = find<HTMLSelectElement>(form, '[name=level]');
  const list = find(section, '.lines');
  const aside = find(section, '.aside');
  const empty = find(section, '.empty');
  let logs: DashboardState['logs'] = [];
  let last = 0;

  const fits = ({ level: of, text: line, reconcileID }: LogEntry): boolean => {
    if (LEVELS.indexOf(of) < LEVELS.indexOf(level.value as LogEntry['level'])) return false;
    const wanted = text.value.trim().toLowerCase();
    return line.toLowerCase().includes(wanted) || reconcileID === wanted;
  };

  const append = (entries: readonly LogEntry[]): void => {
    const follows = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    list.append(...entries.filter(fits).map(lineElement));
    while (list.childElementCount > MAX_LINES) list.firstElementChild?.remove();
    if (follows) list.scrollTop = list.scrollHeight;
    const shown = list.childElementCount;
    empty.hidden = shown > 0;
    list.hidden = shown === 0;
    setText(
      aside,
      shown === logs.length ? count(shown, 'line') : `${shown} of ${count(logs.length, 'line')}`,
    );
  };
  const again = (): void => {
    list.replaceChildren();
    append(logs);
    list.scrollTop = list.scrollHeight;
  };

  form.addEventListener('input', again);
  form.addEventListener('submit', (event) => event.preventDefault());
  return {
    show(next) {
      if (next === logs) return;
      const newest = next.at(-1)?.sequence ?? 0;
      // A command that was started anew counts from 1.
      const isAnew = newest < last;
      logs = next;
      if (isAnew) again();
      else append(next.filter(({ sequence }) => sequence > last));
      last = newest;
    },
    filter(wanted) {
      text.value = wanted;
      level.value = 'debug';
      again();
      section.scrollIntoView({ block: 'start' });
      text.focus({ preventScroll: true });
    },
    focusFilter() {
      text.focus();
    },
  };
}

function lineElement({ atMs, source, level, text, stack }: LogEntry): HTMLElement {
  return element(
    'li',
    { attributes: { 'data-level': source === 'dev' ? 'dev' : level } },
    element('time', { text: timeOfDay(atMs) }),
    element('span', { class: 'level', text: source === 'dev' ? 'dev' : level }),
    stack === undefined
      ? element('span', { class: 'text', text })
      : element(
          'details',
          {},
          element('summary', { class: 'text', text }),
          element('pre', { text: stack.join('\n') }),
        ),
  );
}
