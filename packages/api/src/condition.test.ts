import { describe, expect, it } from 'vitest';
import {
  ConditionError,
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from './condition.js';
import type { Condition } from './groups/meta/v1.js';

const EARLIER = '2026-01-01T00:00:00Z';
const NOW = Date.parse('2026-01-02T00:00:00Z');
const ready = (): Condition => ({
  type: 'Ready',
  status: 'True',
  reason: 'Up',
  message: '',
  lastTransitionTime: EARLIER,
});
const now = { now: NOW };

describe('setStatusCondition', () => {
  it('adds a condition with the time of now', () => {
    const conditions: Condition[] = [];
    expect(
      setStatusCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up', message: '' }, now),
    ).toBe(true);
    expect(conditions).toEqual([{ ...ready(), lastTransitionTime: '2026-01-02T00:00:00Z' }]);
  });

  it('keeps a transition time that is given', () => {
    const conditions: Condition[] = [];
    setStatusCondition(conditions, ready(), now);
    expect(conditions[0]?.lastTransitionTime).toBe(EARLIER);
  });

  it('moves the transition time only when the status changes', () => {
    const conditions = [ready()];
    expect(
      setStatusCondition(
        conditions,
        { ...ready(), reason: 'Still', lastTransitionTime: '2026-06-01T00:00:00Z' },
        now,
      ),
    ).toBe(true);
    expect(conditions).toEqual([{ ...ready(), reason: 'Still' }]);
    expect(
      setStatusCondition(conditions, { type: 'Ready', status: 'False', reason: 'Down', message: 'x' }, now),
    ).toBe(true);
    expect(conditions).toEqual([
      {
        type: 'Ready',
        status: 'False',
        reason: 'Down',
        message: 'x',
        lastTransitionTime: '2026-01-02T00:00:00Z',
      },
    ]);
  });

  it('reports no change when nothing differs', () => {
    const conditions = [ready()];
    expect(setStatusCondition(conditions, ready(), now)).toBe(false);
    expect(conditions).toEqual([ready()]);
  });

  it('follows the observed generation, also when it goes away', () => {
    const conditions = [ready()];
    expect(setStatusCondition(conditions, { ...ready(), observedGeneration: 2 }, now)).toBe(true);
    expect(conditions[0]?.observedGeneration).toBe(2);
    expect(setStatusCondition(conditions, ready(), now)).toBe(true);
    expect(conditions).toEqual([ready()]);
  });
});

describe('a condition that the server would refuse', () => {
  const cases: ReadonlyArray<[what: string, wrong: Partial<Condition>]> = [
    ['an empty reason', { reason: '' }],
    ['a reason of several words', { reason: 'not one word' }],
    ['a reason that ends in a colon', { reason: 'Ready:' }],
    ['a reason that is too long', { reason: 'R'.repeat(1025) }],
    ['an unknown status', { status: 'true' as Condition['status'] }],
    ['an empty type', { type: '' }],
    ['a type with blanks', { type: 'Is Ready' }],
    ['a type with two prefixes', { type: 'a.b/c/Ready' }],
    ['a message that is too long', { message: 'm'.repeat(32_769) }],
  ];
  it.each(cases)('is refused for %s, and nothing is changed', (_what, wrong) => {
    const conditions = [ready()];
    expect(() => setStatusCondition(conditions, { ...ready(), ...wrong }, now)).toThrow(ConditionError);
    expect(conditions).toEqual([ready()]);
  });

  it('is not one with a prefix, a long message or a reason with punctuation', () => {
    const conditions: Condition[] = [];
    setStatusCondition(conditions, { ...ready(), type: 'example.com/Ready', reason: 'A_b,c:d' }, now);
    setStatusCondition(conditions, { ...ready(), message: 'm'.repeat(32_768) }, now);
    expect(conditions).toHaveLength(2);
  });
});

describe('conditions', () => {
  it('are found by their type, in a list that may be absent', () => {
    expect(findStatusCondition([ready()], 'Ready')).toEqual(ready());
    expect(findStatusCondition([ready()], 'Other')).toBeUndefined();
    expect(findStatusCondition(undefined, 'Ready')).toBeUndefined();
  });

  it('are true or false only when they say so', () => {
    const conditions = [
      { type: 'A', status: 'True' },
      { type: 'B', status: 'False' },
      { type: 'C', status: 'Unknown' },
    ];
    expect(conditions.map(({ type }) => isStatusConditionTrue(conditions, type))).toEqual([
      true,
      false,
      false,
    ]);
    expect(conditions.map(({ type }) => isStatusConditionFalse(conditions, type))).toEqual([
      false,
      true,
      false,
    ]);
    expect(isStatusConditionPresentAndEqual(conditions, 'C', 'Unknown')).toBe(true);
    expect(isStatusConditionPresentAndEqual(conditions, 'C', 'True')).toBe(false);
    expect(isStatusConditionPresentAndEqual(conditions, 'D', 'Unknown')).toBe(false);
    expect(isStatusConditionTrue(undefined, 'A')).toBe(false);
    expect(isStatusConditionFalse(conditions, 'D')).toBe(false);
  });

  it('are removed in place', () => {
    const conditions = [ready(), { ...ready(), type: 'Other' }];
    expect(removeStatusCondition(conditions, 'Ready')).toBe(true);
    expect(conditions.map(({ type }) => type)).toEqual(['Other']);
    expect(removeStatusCondition(conditions, 'Ready')).toBe(false);
    expect(removeStatusCondition(undefined, 'Ready')).toBe(false);
  });
});
