import { formatAge } from '../../dev/render.js';
import type { ConditionState, DashboardState, LogEntry, ObjectState } from '../state.js';
import { countOf, formatDuration, formatRate } from './format.js';
import { sparkline } from './sparkline.js';
import { lineWidth, oneLine, pad, span, widthOf } from './text.js';
import type { Line, Span, Tone } from './text.js';

/** A part of the screen: a title, and lines that may be cut at the end. */
export interface Section {
  readonly title: string;
  /** Stands right in the title: the part in a few words. */
  readonly summary: Line;
  readonly lines: readonly Line[];
}

const SYMBOLS = { Current: '●', InProgress: '◐', Failed: '✖', Terminating: '○' } as const;
const TONES = { Current: 'good', InProgress: 'busy', Failed: 'bad', Terminating: 'busy' } as const;

/** The trees, with the state, the age and the conditions of each object. */
export function objectsSection(
  { objects }: DashboardState,
  { nowMs, columns }: { nowMs: number; columns: number },
): Section {
  const rows: Array<{ head: string; object: ObjectState }> = [];
  const visit = (object: ObjectState, lead: string, tail: string, namespace: string | undefined): void => {
    const isElsewhere = object.namespace !== undefined && object.namespace !== namespace;
    const name = isElsewhere ? `${object.namespace}/${object.name}` : object.name;
    rows.push({ head: oneLine(`${lead}${object.kind} ${name}`), object });
    object.children.forEach((child, index) => {
      const isLast = index === object.children.length - 1;
      const [branch, below] = isLast ? ['└─ ', '   '] : ['├─ ', '│  '];
      visit(child, `${tail}${branch}`, `${tail}${below}`, object.namespace ?? namespace);
    });
  };
  for (const object of objects) visit(object, '', '', 'default');
  const headWidth = widest(
    rows.map(({ head }) => head),
    Math.floor(columns * 0.5),
  );
  const stateWidth = widest(
    rows.map(({ object }) => object.state),
    Math.floor(columns * 0.25),
  );
  const waiting = rows.filter(({ object }) => object.status !== 'Current').length;
  return {
    title: 'Objects',
    summary:
      rows.length === 0
        ? [span('no samples yet', 'faint')]
        : [
            span(countOf(rows.length, 'object'), 'faint'),
            ...(waiting === 0 ? [] : [span(`, ${waiting} not ready`, 'busy')]),
          ],
    lines: rows.map(({ head, object }) => [
      span(`${SYMBOLS[object.status]} `, TONES[object.status]),
      span(pad(head, headWidth)),
      span('  '),
      span(pad(oneLine(object.state), stateWidth), TONES[object.status]),
      span(`  ${formatAge(nowMs - object.createdAtMs).padStart(4)}  `, 'faint'),
      ...object.conditions.flatMap((condition) => conditionSpans(condition, objects.includes(object))),
    ]),
  };
}

/** Conditions that are good news when they are False. */
const NEGATIVE = /Degraded|Stalled|Fail|Pressure|Error|Terminating|Unavailable/;
/** Conditions that come and go while all is well; what they fail with is the state of the object. */
const PASSING = /Progressing|Reconciling/;

/** What an object says of itself; of one that another owns only what is not as it should be. */
function conditionSpans({ type, status, reason }: ConditionState, isRoot: boolean): Span[] {
  const name = oneLine(type);
  const isBad = NEGATIVE.test(name) ? status !== 'False' : status !== 'True' && !PASSING.test(name);
  if (!isBad) return isRoot && status === 'True' ? [span(`${name} `, 'faint')] : [];
  const why = reason === undefined ? '' : ` (${oneLine(reason)})`;
  return [span(`${name}=${oneLine(status)}${why} `, 'busy')];
}

/** The queue of each controller and, beneath, how many reconciles there were in each of the last seconds. */
export function controllersSection({ controllers, reconciles }: DashboardState, columns: number): Section {
  const nameWidth = widest(
    ['controller', ...controllers.map(({ name }) => name)],
    Math.max(10, columns - 6 * COUNT_WIDTH - 2),
  );
  const rate = `${formatRate(reconciles.perSecond)}/s `;
  const totals = ` ${reconciles.total} reconciles`;
  const failed = reconciles.failed === 0 ? '' : `, ${reconciles.failed} failed`;
  // What the title takes, and a little rule between.
  const room = Math.min(30, columns - widthOf(rate + totals + failed) - 24);
  const heading = ['queued', 'active', 'delayed', 'failing', 'total', 'per s'];
  return {
    title: 'Controllers',
    summary: [
      span(rate, reconciles.perSecond > 0 ? 'strong' : 'faint'),
      ...(room < 10 ? [] : [span(sparkline(reconciles.history, room), 'accent')]),
      span(totals, 'faint'),
      span(failed, 'bad'),
    ],
    lines:
      controllers.length === 0
        ? [[span('  no figures yet', 'faint')]]
        : [
            [
              span(`  ${pad('controller', nameWidth)}`, 'faint'),
              ...heading.map((text) => span(text.padStart(COUNT_WIDTH), 'faint')),
            ],
            ...controllers.map((one) => [
              span(`${one.ready ? '●' : '◐'} `, one.ready ? 'good' : 'busy'),
              span(pad(oneLine(one.name), nameWidth)),
              figure(one.depth, one.depth > 0 ? 'busy' : 'faint'),
              figure(one.active, one.active > 0 ? 'accent' : 'faint'),
              figure(one.delayed, one.delayed > 0 ? undefined : 'faint'),
              figure(one.failing, one.failing > 0 ? 'bad' : 'faint'),
              figure(one.total, one.total > 0 ? undefined : 'faint'),
              span(formatRate(one.perSecond).padStart(COUNT_WIDTH), one.perSecond > 0 ? undefined : 'faint'),
            ]),
          ],
  };
}

const COUNT_WIDTH = 9;

function figure(count: number, tone: Tone | undefined): Span {
  return span(String(count).padStart(COUNT_WIDTH), tone);
}

/** What is wrong with the sources, and what reconciles failed with: nothing when all is well. */
export function problemsSection(
  { diagnostics, errors, hotLoops, operator }: DashboardState,
  nowMs: number,
): Section | undefined {
  const broken = diagnostics.map(({ severity, message, hint, file, line, column, source }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return [
      span(severity === 'error' ? '✖ ' : '▲ ', severity === 'error' ? 'bad' : 'busy'),
      span(`${oneLine(place === '' ? source : place)}  `, 'strong'),
      span(oneLine(message)),
      ...(hint === undefined ? [] : [span(` (${oneLine(hint)})`, 'faint')]),
    ];
  });
  const failures = errors.map(
    ({ controller, namespace, name, message, atMs, count, terminal, recovered }) => {
      const key = namespace === undefined ? name : `${namespace}/${name}`;
      const times = count > 1 ? `, ${count} in a row` : '';
      const end = recovered === true ? ', recovered since' : terminal === true ? ', not retried' : times;
      return [
        span(recovered === true ? '○ ' : '✖ ', recovered === true ? 'faint' : 'bad'),
        span(oneLine(`${controller} ${key}  `), recovered === true ? 'faint' : 'strong'),
        span(oneLine(message), recovered === true ? 'faint' : undefined),
        span(`  ${formatAge(nowMs - atMs)} ago${end}`, 'faint'),
      ];
    },
  );
  const stopped =
    operator.status === 'failed'
      ? [[span('✖ ', 'bad'), span('operator  ', 'strong'), span(oneLine(operator.reason ?? 'it has ended'))]]
      : [];
  const loops = hotLoops.map(({ controller, namespace, name, fields, count, withinMs }) => {
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    const what = `writes ${fields.join(', ')} again and again: ${count} times within ${formatDuration(withinMs)}`;
    return [
      span('▲ ', 'busy'),
      span(oneLine(`hot loop of ${controller} on ${key}  `), 'strong'),
      span(oneLine(what)),
    ];
  });
  const lines = [...stopped, ...broken, ...failures, ...loops];
  if (lines.length === 0) return undefined;
  const open =
    stopped.length +
    loops.length +
    diagnostics.filter(({ severity }) => severity === 'error').length +
    errors.filter(({ recovered }) => recovered !== true).length;
  return {
    title: 'Problems',
    summary: [open === 0 ? span('none open', 'faint') : span(`${open} open`, 'bad')],
    lines,
  };
}

const LEVEL_TONES = { debug: 'faint', info: 'accent', warn: 'busy', error: 'bad' } as const;

/** One line of the log: seconds since the start, level, text. */
export function logLine({ atMs, source, level, text }: LogEntry, startedAtMs: number): Line {
  const stamp = `${((atMs - startedAtMs) / 1000).toFixed(1).padStart(7)}s `;
  const label = source === 'dev' ? 'dev  ' : level.padEnd(5);
  const tone = level === 'error' || level === 'warn' ? LEVEL_TONES[level] : undefined;
  return [
    span(stamp, 'faint'),
    span(`${label} `, source === 'dev' ? 'strong' : LEVEL_TONES[level]),
    span(oneLine(text), level === 'debug' ? 'faint' : tone),
  ];
}

/** As wide as the widest, with a limit. */
function widest(texts: readonly string[], limit: number): number {
  return Math.min(
    limit,
    texts.reduce((width, text) => Math.max(width, widthOf(text)), 0),
  );
}

/** `── Title ─────────── summary ──`; without the summary where there is no room for it. */
export function titleLine({ title, summary }: Pick<Section, 'title' | 'summary'>, columns: number): Line {
  const left = [span('── ', 'faint'), span(title, 'strong'), span(' ', 'faint')];
  const room = columns - lineWidth(left) - lineWidth(summary) - 4;
  if (summary.length === 0 || room < 1)
    return [...left, span('─'.repeat(Math.max(0, columns - lineWidth(left))), 'faint')];
  return [...left, span(`${'─'.repeat(room)} `, 'faint'), ...summary, span(' ──', 'faint')];
}
