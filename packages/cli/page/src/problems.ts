import type { DashboardState } from '../../src/dashboard/state.js';
import { element, find, KeyedList, setText } from './dom.js';
import { count, duration, keyOf } from './format.js';
import { showAges } from './objects.js';

interface Problem {
  readonly key: string;
  readonly tone: 'bad' | 'busy' | 'plain';
  readonly kind: string;
  readonly where: string;
  readonly message: string;
  readonly note: string;
  readonly atMs?: number;
}

/** What is wrong with sources and objects. `onChosen` is told of the object that was clicked. */
export function createProblems(
  onChosen: (object: { namespace?: string | undefined; name: string }) => void,
): (state: DashboardState, nowMs: number) => void {
  const section = find(document, '#problems');
  const aside = find(section, '.aside');
  const list = new KeyedList<Problem>(find(section, '.problems'), {
    keyOf: ({ key }) => key,
    create: () => element('li'),
    update: (row, problem) => {
      row.dataset['tone'] = problem.tone;
      row.replaceChildren(...problemElements(problem));
    },
  });
  find(section, '.problems').addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest('button')?.dataset['object'] : undefined;
    if (key === undefined) return;
    const slash = key.indexOf('/');
    onChosen(slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) });
  });
  return (state, nowMs) => {
    const problems = problemsOf(state);
    section.hidden = problems.length === 0;
    const open = problems.filter(({ tone }) => tone !== 'plain').length;
    setText(aside, open === 0 ? 'none open' : `${open} open`);
    list.show(problems);
    showAges(section, nowMs);
  };
}

function problemElements({ kind, where, message, note, atMs }: Problem): HTMLElement[] {
  const place =
    kind === 'reconcile' || kind === 'hot loop'
      ? element('button', {
          class: 'name',
          text: where,
          title: 'Show why it was reconciled',
          attributes: { type: 'button', 'data-object': where },
        })
      : element('code', { text: where });
  return [
    element('span', { class: 'dot' }),
    element('span', { class: 'what' }, element('span', { class: 'kind', text: kind }), place),
    element('span', { class: 'message', text: message }),
    element(
      'span',
      { class: 'note', text: note },
      atMs !== undefined &&
        element('time', { attributes: { 'data-since': String(atMs), 'data-suffix': ' ago' } }),
    ),
  ];
}

function problemsOf({ operator, diagnostics, errors, hotLoops }: DashboardState): Problem[] {
  return [
    ...(operator.status === 'failed'
      ? [
          {
            key: 'operator',
            tone: 'bad' as const,
            kind: 'operator',
            where: 'not running',
            message: operator.reason ?? 'it has ended',
            note: '',
          },
        ]
      : []),
    ...diagnostics.map(({ source, severity, message, hint, file, line, column }, index) => ({
      key: `diagnostic ${source} ${index}`,
      tone: severity === 'error' ? ('bad' as const) : ('busy' as const),
      kind: source,
      where: [file, line, column].filter((part) => part !== undefined).join(':') || severity,
      message,
      note: hint ?? '',
    })),
    ...errors.map(({ controller, namespace, name, message, atMs, count: times, terminal, recovered }) => ({
      key: `error ${controller} ${namespace ?? ''}/${name}`,
      tone: recovered === true ? ('plain' as const) : ('bad' as const),
      kind: 'reconcile',
      where: keyOf({ namespace, name }),
      message,
      note:
        recovered === true
          ? 'recovered since, '
          : terminal === true
            ? 'not retried, '
            : times > 1
              ? `${times} in a row, `
              : '',
      atMs,
    })),
    ...hotLoops.map(({ controller, namespace, name, fields, writers, count: times, withinMs }, index) => ({
      key: `loop ${index}`,
      tone: 'busy' as const,
      kind: 'hot loop',
      where: keyOf({ namespace, name }),
      message: `${controller} writes ${fields.join(', ')} again and again: ${count(times, 'time')} within ${duration(withinMs)}`,
      note: writers.length === 0 ? '' : `written by ${writers.join(', ')}`,
    })),
  ];
}
