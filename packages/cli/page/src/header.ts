import type { DashboardState } from '../../src/dashboard/state.js';
import { element, find, setText } from './dom.js';
import { age, count, duration, rate } from './format.js';

const PHASES = {
  starting: ['starting', 'busy'],
  installing: ['installing', 'busy'],
  running: ['converging', 'busy'],
  converged: ['converged', 'good'],
  failed: ['failed', 'bad'],
  stopping: ['stopping', 'busy'],
} as const;

/** The bar at the top, and the figures below it. */
export function createHeader(): (state: DashboardState, nowMs: number) => void {
  const project = find(document, '#project');
  const phase = find(document, '#phase');
  const facts = find(document, '#facts');
  const figures = find(document, '#figures');
  let shownFacts = '';
  let shownFigures = '';
  return (state, nowMs) => {
    setText(project, state.project);
    document.title = `${state.project} · kubewright dev`;
    const [text, tone] = PHASES[state.phase];
    setText(phase, state.phaseDetail === undefined ? text : `${text}: ${state.phaseDetail}`);
    phase.dataset['tone'] = tone;
    const nextFacts = factsOf(state, nowMs);
    if (JSON.stringify(nextFacts) !== shownFacts) {
      shownFacts = JSON.stringify(nextFacts);
      facts.replaceChildren(...nextFacts.map(factElement));
    }
    const nextFigures = figuresOf(state);
    if (JSON.stringify(nextFigures) !== shownFigures) {
      shownFigures = JSON.stringify(nextFigures);
      figures.replaceChildren(
        ...nextFigures.map(({ value, of, label, tone: shade }) =>
          element(
            'li',
            { class: 'figure', attributes: { 'data-tone': shade } },
            element('strong', { text: value }, element('span', { class: 'of', text: of })),
            element('span', { class: 'label', text: label }),
          ),
        ),
      );
    }
  };
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: string;
}

function factsOf({ operator, controlPlane, startedAtMs }: DashboardState, nowMs: number): Fact[] {
  const { status, pid, restarts, lastReloadMs, reason } = operator;
  const known = [
    status,
    pid === undefined ? '' : `process ${pid}`,
    restarts === 0 ? '' : count(restarts, 'reload'),
    lastReloadMs === undefined ? '' : `the last in ${duration(lastReloadMs)}`,
    reason ?? '',
  ].filter((text) => text !== '');
  const tone = status === 'running' ? 'good' : status === 'failed' ? 'bad' : 'busy';
  return [
    { name: 'Operator', value: known.join(' · '), tone },
    ...(controlPlane === undefined
      ? []
      : [
          { name: 'API server', value: controlPlane.url },
          controlPlane.context === undefined
            ? { name: 'KUBECONFIG', value: controlPlane.kubeconfig }
            : { name: 'Context', value: controlPlane.context },
        ]),
    { name: 'Up', value: age(startedAtMs, nowMs) },
  ];
}

function factElement({ name, value, tone }: Fact): HTMLElement {
  const attributes = tone === undefined ? {} : { 'data-tone': tone };
  return element('div', {}, element('dt', { text: name }), element('dd', { text: value, attributes }));
}

interface Figure {
  readonly value: string;
  readonly of: string;
  readonly label: string;
  readonly tone: string;
}

function figuresOf({ objects, controllers, reconciles, errors, diagnostics }: DashboardState): Figure[] {
  let all = 0;
  let ready = 0;
  const visit = (nodes: DashboardState['objects']): void => {
    for (const { status, children } of nodes) {
      all += 1;
      if (status === 'Current') ready += 1;
      visit(children);
    }
  };
  visit(objects);
  const waiting = controllers.reduce((sum, { depth, active }) => sum + depth + active, 0);
  const open =
    errors.filter(({ recovered }) => recovered !== true).length +
    diagnostics.filter(({ severity }) => severity === 'error').length;
  return [
    { value: String(ready), of: `/${all}`, label: 'objects ready', tone: ready === all ? 'good' : 'busy' },
    { value: rate(reconciles.perSecond), of: '/s', label: 'reconciles', tone: 'plain' },
    { value: String(waiting), of: '', label: 'in the queues', tone: waiting > 0 ? 'busy' : 'plain' },
    {
      value: String(open),
      of: '',
      label: open === 1 ? 'open problem' : 'open problems',
      tone: open > 0 ? 'bad' : 'plain',
    },
  ];
}
