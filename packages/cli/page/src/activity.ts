import type { ControllerState, DashboardState } from '../../src/dashboard/state.js';
import { element, find, KeyedList, setText, svg } from './dom.js';
import { count, rate } from './format.js';

/** Seconds that the chart shows. */
const SECONDS = 120;
const HEIGHT = 56;

/** The chart of reconciles in each of the last seconds, and the queues of controllers. */
export function createActivity(): (state: DashboardState) => void {
  const section = find(document, '#activity');
  const aside = find(section, '.aside');
  const empty = find(section, '.empty');
  const table = find(section, '.scroll');
  const chart = find(section, '.chart');
  const peak = find(section, '.peak');
  const rows = new KeyedList<ControllerState>(find(section, 'tbody'), {
    keyOf: ({ name }) => name,
    create: () => element('tr'),
    update: (row, controller) => {
      row.replaceChildren(...cells(controller));
    },
  });
  return ({ controllers, reconciles }) => {
    rows.show(controllers);
    table.hidden = controllers.length === 0;
    empty.hidden = controllers.length > 0;
    const failed = reconciles.failed === 0 ? '' : `, ${reconciles.failed} failed`;
    setText(aside, `${count(reconciles.total, 'reconcile')}${failed}`);
    chart.replaceChildren(drawing(reconciles));
    const most = Math.max(0, ...reconciles.history.slice(-SECONDS));
    setText(peak, most === 0 ? '' : `at most ${most} in a second`);
  };
}

function cells({ name, ready, depth, active, delayed, failing, total, failed, perSecond }: ControllerState) {
  const figure = (value: string, tone = ''): HTMLElement =>
    element('td', {
      class: 'number',
      text: value,
      attributes: { 'data-tone': tone === '' && (value === '0' || value === '0.0') ? 'none' : tone },
    });
  return [
    element(
      'th',
      { attributes: { scope: 'row', 'data-tone': ready ? 'good' : 'busy' } },
      element(
        'span',
        { class: 'dot' },
        element('span', { class: 'hidden', text: ready ? 'ready' : 'not ready' }),
      ),
      name,
    ),
    figure(String(depth), depth > 0 ? 'busy' : ''),
    figure(String(active), active > 0 ? 'accent' : ''),
    figure(String(delayed)),
    figure(String(failing), failing > 0 ? 'bad' : ''),
    element(
      'td',
      { class: 'number' },
      String(total),
      failed > 0 && element('span', { class: 'failed', text: ` (${failed} failed)` }),
    ),
    figure(rate(perSecond)),
  ];
}

function drawing({ history, perSecond }: DashboardState['reconciles']): SVGElement {
  const shown = history.slice(-SECONDS);
  const most = Math.max(4, ...shown);
  const offset = SECONDS - shown.length;
  const bars = shown.flatMap((number, index) => {
    if (number === 0) return [];
    const height = Math.max(2, (number / most) * (HEIGHT - 12));
    return [svg('rect', { x: offset + index + 0.12, y: HEIGHT - height, width: 0.76, height })];
  });
  const sum = shown.reduce((all, number) => all + number, 0);
  const text = `${rate(perSecond)} reconciles a second; ${sum} in the last two minutes, at most ${Math.max(0, ...shown)} in a second`;
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${SECONDS} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': text },
    svg('line', { x1: 0, x2: SECONDS, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5, class: 'ground' }),
    svg('line', { x1: 0, x2: SECONDS, y1: 12, y2: 12, class: 'grid' }),
    ...bars,
  );
  return picture;
}
