import { formatAge } from '../../dev/render.js';
import type { DashboardState } from '../state.js';
import { countOf, formatDuration } from './format.js';
import { controllersSection, logLine, objectsSection, problemsSection, titleLine } from './sections.js';
import type { Section } from './sections.js';
import { apart, cutLine, lineWidth, oneLine, paint, span, wrap } from './text.js';
import type { Line, Tone } from './text.js';

export interface RenderDashboardOptions {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  readonly nowMs: number;
  /** What fills the screen; `overview` by default. */
  readonly view?: DashboardView;
  /** In the log: how many lines the end of what is shown lies above the newest. */
  readonly scroll?: number;
  /** The keys that work; none are named when there is no keyboard. */
  readonly keys?: readonly KeyHelp[];
}

/** A key, what it does in a word, and in a few. */
export type KeyHelp = readonly [key: string, word: string, words: string];

export type DashboardView = 'overview' | 'logs' | 'help';

/**
 * The dashboard as lines of a terminal: exactly `rows` of them, none wider than `columns`. Parts that do not fit are cut
 * with a word on how much is missing; on a very low terminal the less important ones go.
 */
export function renderDashboard(state: DashboardState, options: RenderDashboardOptions): string[] {
  const { columns, rows, color, nowMs, view = 'overview', keys = [] } = options;
  const header = headerLines(state, { columns, nowMs }).slice(0, rows < 10 ? 1 : 4);
  const footer = rows < 5 || keys.length === 0 ? [] : [footerLine(keys)];
  const room = Math.max(0, rows - header.length - footer.length);
  const body =
    view === 'help'
      ? helpLines(keys)
      : view === 'logs'
        ? logLines(state, { columns, rows: room, scroll: options.scroll ?? 0 })
        : overviewLines(state, { columns, rows: room, nowMs });
  const filled = [...body.slice(0, room), ...Array.from({ length: room }, (): Line => [])].slice(0, room);
  return [...header, ...filled, ...footer].slice(0, rows).map((line) => paint(cutLine(line, columns), color));
}

/** What is left on the terminal when the dashboard has gone: what became of the objects, and what was wrong. */
export function renderSummary(
  state: DashboardState,
  { columns, color, nowMs }: Pick<RenderDashboardOptions, 'columns' | 'color' | 'nowMs'>,
): string[] {
  const problems = problemsSection(state, nowMs);
  const objects = objectsSection(state, { nowMs, columns });
  const lines = [...(state.objects.length === 0 ? [] : objects.lines), ...(problems?.lines ?? [])];
  return lines.map((line) => paint(cutLine(line, columns), color));
}

const PHASES: Readonly<Record<DashboardState['phase'], readonly [string, Tone]>> = {
  starting: ['◐ starting', 'busy'],
  installing: ['◐ installing', 'busy'],
  running: ['◐ converging', 'busy'],
  converged: ['● converged', 'good'],
  failed: ['✖ failed', 'bad'],
  stopping: ['○ stopping', 'busy'],
};

const OPERATOR_TONES: Readonly<Record<DashboardState['operator']['status'], Tone>> = {
  building: 'busy',
  starting: 'busy',
  running: 'good',
  failed: 'bad',
  stopped: 'faint',
};

function headerLines(
  { project, phase, phaseDetail, startedAtMs, controlPlane, operator, pageUrl }: DashboardState,
  { columns, nowMs }: { columns: number; nowMs: number },
): Line[] {
  const [phaseText, phaseTone] = PHASES[phase];
  const right = [span(phaseText, phaseTone), span(`  ${formatAge(nowMs - startedAtMs)}`, 'faint')];
  const left = [span('kubewright dev ', 'faint'), span(oneLine(project), 'strong')];
  const detail = phaseDetail === undefined ? [] : [span(`  ${oneLine(phaseDetail)}`, 'faint')];
  const known = [
    operator.pid === undefined ? '' : `process ${operator.pid}`,
    operator.restarts === 0 ? '' : countOf(operator.restarts, 'reload'),
    operator.lastReloadMs === undefined ? '' : `the last in ${formatDuration(operator.lastReloadMs)}`,
  ].filter((text) => text !== '');
  const server =
    controlPlane === undefined
      ? [span('not started', 'faint')]
      : [
          span(controlPlane.url),
          span(
            controlPlane.context === undefined
              ? `  KUBECONFIG=${controlPlane.kubeconfig}`
              : `  context ${controlPlane.context}`,
            'faint',
          ),
        ];
  const withDetail = [...left, ...detail];
  const fits = lineWidth(withDetail) + lineWidth(right) + 2 <= columns;
  return [
    apart(fits ? withDetail : left, right, columns),
    [label('operator'), span(operator.status, OPERATOR_TONES[operator.status]), aside(known)],
    [label('API server'), ...server],
    ...(pageUrl === undefined ? [] : [[label('page'), span(pageUrl, 'accent')]]),
  ];
}

function label(text: string) {
  return span(text.padEnd(12), 'faint');
}

function aside(parts: readonly string[]) {
  return span(parts.length === 0 ? '' : `  ${parts.join(', ')}`, 'faint');
}

function overviewLines(
  state: DashboardState,
  { columns, rows, nowMs }: { columns: number; rows: number; nowMs: number },
): Line[] {
  const problems = problemsSection(state, nowMs);
  const objects = objectsSection(state, { nowMs, columns });
  const controllers = controllersSection(state, columns);
  const [problemRows, objectRows, controllerRows, logRows] = share(rows, [
    { least: 2, most: problems === undefined ? 0 : problems.lines.length + 1, fair: 7 },
    { least: 3, most: objects.lines.length + 1, fair: Infinity },
    { least: 2, most: controllers.lines.length + 1, fair: Infinity },
    { least: 3, most: Infinity, fair: 5 },
  ]);
  return [
    ...section(objects, objectRows, columns),
    ...section(controllers, controllerRows, columns),
    ...(problems === undefined ? [] : section(problems, problemRows, columns)),
    ...logTail(state, logRows, columns),
  ];
}

interface Want {
  /** Fewer rows than this are worth nothing. */
  readonly least: number;
  /** More are of no use. */
  readonly most: number;
  /** What it may have before the others have what they want. */
  readonly fair: number;
}

/** Shares rows out: first to each what it needs at least, the most important first, then what it may fairly have, then the rest. */
function share(rows: number, wants: readonly [Want, Want, Want, Want]): [number, number, number, number] {
  let left = rows;
  const given = wants.map(({ least, most }) => {
    const needs = Math.min(least, most);
    if (needs > left) return 0;
    left -= needs;
    return needs;
  });
  for (const limit of [(want: Want) => want.fair, () => Infinity]) {
    wants.forEach((want, index) => {
      const has = given[index] ?? 0;
      if (has === 0) return;
      const more = Math.max(0, Math.min(left, Math.min(want.most, limit(want)) - has));
      given[index] = has + more;
      left -= more;
    });
  }
  return given as [number, number, number, number];
}

/** The section in so many rows; what is missing is counted in the last. */
function section(shown: Section, rows: number, columns: number): Line[] {
  if (rows === 0) return [];
  const room = rows - 1;
  const { lines } = shown;
  const title = titleLine(shown, columns);
  if (lines.length <= room) return [title, ...lines];
  const kept = lines.slice(0, Math.max(0, room - 1));
  const missing = lines.length - kept.length;
  return [title, ...kept, ...(room < 1 ? [] : [[span(`  … ${missing} more`, 'faint')]])];
}

function logTail({ logs, startedAtMs }: DashboardState, rows: number, columns: number): Line[] {
  if (rows === 0) return [];
  const title = titleLine({ title: 'Log', summary: [] }, columns);
  if (rows === 1) return [title];
  return [title, ...logs.slice(-(rows - 1)).map((entry) => logLine(entry, startedAtMs))];
}

function logLines(
  { logs, startedAtMs }: DashboardState,
  { columns, rows, scroll }: { columns: number; rows: number; scroll: number },
): Line[] {
  const room = Math.max(0, rows - 1);
  const lines = logs.flatMap((entry) => {
    const [stamp, label, text] = logLine(entry, startedAtMs);
    if (stamp === undefined || label === undefined || text === undefined) return [];
    const indent = lineWidth([stamp, label]);
    const width = Math.max(10, columns - indent);
    const lead = span(' '.repeat(indent));
    const said = wrap(text.text, width).map((piece, index): Line =>
      index === 0 ? [stamp, label, span(piece, text.tone)] : [lead, span(piece, text.tone)],
    );
    const stack = (entry.stack ?? []).flatMap((row) => wrap(oneLine(row), width));
    return [...said, ...stack.map((piece): Line => [lead, span(piece, 'faint')])];
  });
  const end = Math.max(Math.min(lines.length, room), lines.length - scroll);
  const below = lines.length - end;
  const summary = below === 0 ? span(countOf(lines.length, 'line'), 'faint') : span(`${below} below`, 'busy');
  return [
    titleLine({ title: 'Log', summary: [summary] }, columns),
    ...lines.slice(Math.max(0, end - room), end),
  ];
}

function footerLine(keys: readonly KeyHelp[]): Line {
  return keys.flatMap(([key, word]) => [span(key, 'strong'), span(` ${word}   `, 'faint')]);
}

function helpLines(keys: readonly KeyHelp[]): Line[] {
  return [
    [],
    ...keys.map(([key, , words]): Line => [span(`   ${key.padEnd(10)}`, 'strong'), span(words)]),
    [],
    [span('   ● as it should be   ◐ on its way   ✖ failed   ○ going away, or over', 'faint')],
    [span('   The sparkline shows reconciles in each of the last seconds.', 'faint')],
    [span('   Any key goes back.', 'faint')],
  ];
}
