import type { TimelineEntry } from '../../src/dashboard/state.js';
import { element } from './dom.js';
import { duration, keyOf } from './format.js';

type Reason = TimelineEntry['reasons'][number];
type Call = TimelineEntry['calls'][number];
type Change = NonNullable<Call['changes']>[number];

const WRITES = new Set(['create', 'update', 'patch', 'apply', 'delete', 'deletecollection']);

export function isWrite({ verb }: Call): boolean {
  return WRITES.has(verb);
}

/** Why a reconcile ran, what it asked for, what that changed, and how it ended. */
export function reconcileDetails(entry: TimelineEntry, onLogs: (reconcileID: string) => void): HTMLElement {
  const { reasons, moreReasons, calls, moreCalls, outcome, reconcileID } = entry;
  return element(
    'div',
    { class: 'details' },
    element('h3', { text: 'Why it ran' }),
    element(
      'ul',
      { class: 'reasons' },
      ...reasons.map(reasonElement),
      reasons.length === 0 && element('li', { text: 'Nobody said why.' }),
      moreReasons !== undefined && element('li', { text: `and ${moreReasons} more` }),
    ),
    element('h3', { text: 'What it asked for' }),
    calls.length === 0
      ? element('p', { class: 'note', text: 'No request was sent: what it read was in the cache.' })
      : callTable(entry),
    moreCalls !== undefined && element('p', { class: 'note', text: `and ${moreCalls} more requests` }),
    element('h3', { text: 'How it ended' }),
    element(
      'p',
      {},
      outcomeText(entry),
      ' ',
      element('button', {
        class: 'link',
        text: 'Show its lines in the log',
        attributes: { type: 'button' },
        onClick: () => onLogs(reconcileID),
      }),
    ),
    outcome.error !== undefined && element('pre', { class: 'error', text: outcome.error }),
  );
}

/** `ok`, `again in 30 s`, `failed, again in 5 ms`. */
export function outcomeText({ outcome: { type, delayMs = 0 } }: Pick<TimelineEntry, 'outcome'>): string {
  switch (type) {
    case 'success':
      return 'ok';
    case 'requeueAfter':
    case 'requeue':
      return `ok, again in ${duration(delayMs)}`;
    case 'retry':
      return `failed, again in ${duration(delayMs)}`;
    case 'terminal':
      return 'failed, not retried';
    case 'stopped':
      return 'ended by the stop';
  }
}

const ROLES: Readonly<Record<string, string>> = { owns: 'owned ', watches: 'watched ' };
const EVENTS = { add: 'appeared', update: 'changed', delete: 'is gone' } as const;

function reasonElement(reason: Reason): HTMLElement {
  const { type, count, changes, moreChanges, ownWrite } = reason;
  const times = count > 1 ? element('span', { class: 'note', text: ` ${count} times` }) : undefined;
  if (type !== 'event') return element('li', {}, otherReason(reason), times);
  const { role = '', kind, event = 'update', isInInitialList } = reason;
  const happened = isInInitialList === true ? 'was there at the start' : EVENTS[event];
  return element(
    'li',
    {},
    `${ROLES[role] ?? ''}${kind} `,
    element('b', { text: keyOf(reason) }),
    ` ${happened}`,
    times,
    ownWrite !== undefined &&
      element('span', {
        class: 'note',
        text: ` by a write of ${ownWrite.controller}'s reconcile ${ownWrite.reconcile}`,
      }),
    event === 'update' && changesElement(changes, moreChanges),
  );
}

function otherReason({ type, delayMs = 0, error, source }: Reason): string {
  if (type === 'retry') return `again, ${duration(delayMs)} after an error: ${error ?? ''}`;
  if (type === 'source') return `the source ${source ?? ''} asked for it`;
  return `the reconcile before asked for it, ${duration(delayMs)} later`;
}

function callTable({ calls, durationMs }: TimelineEntry): HTMLElement {
  const whole = Math.max(durationMs, ...calls.map(({ afterMs, durationMs: took }) => afterMs + took), 1);
  return element(
    'div',
    { class: 'scroll', attributes: { tabindex: '0', role: 'group', 'aria-label': 'Requests' } },
    element(
      'table',
      { class: 'calls' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Request', 'Status', 'Changed', 'Took'].map((text) =>
            element('th', { text, attributes: { scope: 'col' } }),
          ),
        ),
      ),
      element('tbody', {}, ...calls.map((call) => callRow(call, whole))),
    ),
  );
}

function callRow(call: Call, wholeMs: number): HTMLElement {
  const {
    verb,
    resource,
    subresource,
    status,
    durationMs,
    afterMs,
    noOp,
    dryRun,
    changes,
    moreChanges,
    error,
  } = call;
  const failed = status === 0 || status >= 400;
  const meter = element('meter', {
    attributes: {
      min: '0',
      max: String(wholeMs),
      value: String(durationMs),
      'aria-label': `took ${duration(durationMs)}`,
    },
  });
  return element(
    'tr',
    {},
    element(
      'td',
      {},
      element('span', {
        class: 'verb',
        text: verb,
        attributes: { 'data-tone': isWrite(call) ? 'accent' : 'plain' },
      }),
      ` ${resource}${subresource === undefined ? '' : `/${subresource}`} `,
      element('b', { text: keyOf(call) }),
    ),
    element(
      'td',
      { attributes: { 'data-tone': failed ? 'bad' : 'plain' } },
      status === 0 ? 'no answer' : String(status),
      dryRun === true && element('span', { class: 'note', text: ' dry run' }),
    ),
    element(
      'td',
      {},
      noOp === true && element('span', { class: 'note', text: 'nothing: it need not have been sent' }),
      noOp !== true && changesElement(changes, moreChanges),
      error !== undefined && element('span', { class: 'error', text: error }),
    ),
    element(
      'td',
      { class: 'took', title: `${duration(afterMs)} after it began` },
      meter,
      ` ${duration(durationMs)}`,
    ),
  );
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

function changesElement(
  changes: readonly Change[] | undefined,
  more: true | undefined,
): HTMLElement | undefined {
  if (changes === undefined || changes.length === 0) return undefined;
  return element(
    'ul',
    { class: 'changes' },
    ...changes.map(({ path, op, before, after }) =>
      element(
        'li',
        { attributes: { 'data-op': op } },
        element('span', { class: 'sign', text: SIGNS[op], attributes: { 'aria-label': op } }),
        element('code', { text: path === '.' ? 'the whole object' : path }),
        before !== undefined && element('span', { class: 'note', text: ` ${before} →` }),
        after !== undefined && element('span', { class: 'note', text: ` ${after}` }),
      ),
    ),
    more === true && element('li', { text: '… and more' }),
  );
}
