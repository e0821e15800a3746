import type { ConditionState, DashboardState, ObjectState } from '../../src/dashboard/state.js';
import { element, find, KeyedList, setText } from './dom.js';
import { age, count, keyOf } from './format.js';

const TONES = { Current: 'good', InProgress: 'busy', Failed: 'bad', Terminating: 'busy' } as const;
const WORDS = {
  Current: 'as it should be',
  InProgress: 'on its way',
  Failed: 'failed',
  Terminating: 'going away',
} as const;
const NEGATIVE = /Degraded|Stalled|Fail|Pressure|Error|Terminating|Unavailable/;
const PASSING = /Progressing|Reconciling/;

/** The trees of objects; `onChosen` is told of the one that was clicked. */
export function createObjects(
  onChosen: (object: ObjectState) => void,
): (objects: DashboardState['objects'], nowMs: number) => void {
  const section = find(document, '#objects');
  const aside = find(section, '.aside');
  const empty = find(section, '.empty');
  const roots = treeList(find(section, '.tree'), onChosen, 0);
  return (objects, nowMs) => {
    roots.show(objects);
    empty.hidden = objects.length > 0;
    const all = flat(objects);
    const waiting = all.filter(({ status }) => status !== 'Current').length;
    setText(
      aside,
      waiting === 0 ? count(all.length, 'object') : `${count(all.length, 'object')}, ${waiting} not ready`,
    );
    showAges(section, nowMs);
  };
}

/** Ages grow though nothing changes. */
export function showAges(within: ParentNode, nowMs: number): void {
  for (const time of within.querySelectorAll<HTMLTimeElement>('time[data-since]'))
    setText(time, age(Number(time.dataset['since']), nowMs) + (time.dataset['suffix'] ?? ''));
}

function flat(objects: readonly ObjectState[]): ObjectState[] {
  return objects.flatMap((object) => [object, ...flat(object.children)]);
}

function treeList(
  parent: Element,
  onChosen: (object: ObjectState) => void,
  level: number,
): KeyedList<ObjectState> {
  const below = new WeakMap<HTMLElement, KeyedList<ObjectState>>();
  return new KeyedList<ObjectState>(parent, {
    keyOf: ({ uid }) => uid,
    create: () => {
      const children = element('ul');
      const made = element('li', {}, element('div', { class: 'object' }), children);
      below.set(made, treeList(children, onChosen, level + 1));
      return made;
    },
    update: (made, object) => {
      updateRow(find(made, '.object'), object, onChosen, level);
      const children = find(made, 'ul');
      children.hidden = object.children.length === 0;
      below.get(made)?.show(object.children);
    },
  });
}

function updateRow(
  row: HTMLElement,
  object: ObjectState,
  onChosen: (object: ObjectState) => void,
  level: number,
): void {
  row.dataset['tone'] = TONES[object.status];
  // What has the focus keeps it.
  let name = row.querySelector('button');
  if (name === null) {
    name = element('button', {
      class: 'name',
      title: 'Show why it was reconciled',
      attributes: { type: 'button' },
    });
    row.replaceChildren(element('span', { class: 'dot' }), name, element('span', { class: 'rest' }));
  }
  name.onclick = () => onChosen(object);
  name.replaceChildren(
    element('span', { class: 'kind', text: `${object.kind} ` }),
    level === 0 ? keyOf(object) : object.name,
  );
  find(row, '.dot').replaceChildren(element('span', { class: 'hidden', text: WORDS[object.status] }));
  // A condition may say the same.
  const isSaid =
    level === 0 &&
    object.conditions.some(({ type, reason }) => object.state === type || object.state === reason);
  find(row, '.rest').replaceChildren(
    element('span', { class: 'state', text: isSaid ? '' : object.state }),
    ...object.conditions.filter((condition) => level === 0 || isBad(condition)).map(conditionChip),
    element('time', { attributes: { 'data-since': String(object.createdAtMs) } }),
  );
}

function isBad({ type, status }: ConditionState): boolean {
  return NEGATIVE.test(type) ? status !== 'False' : status !== 'True' && !PASSING.test(type);
}

function conditionChip(condition: ConditionState): HTMLElement {
  const { type, status, reason, message } = condition;
  const bad = isBad(condition);
  return element(
    'span',
    {
      class: 'chip',
      title: [reason, message].filter((part) => part !== undefined).join(': '),
      attributes: { 'data-tone': bad ? 'busy' : status === 'True' ? 'good' : 'plain' },
    },
    status === 'True' ? type : `${type}: ${status}`,
    bad && reason !== undefined && element('span', { class: 'reason', text: ` ${reason}` }),
  );
}
