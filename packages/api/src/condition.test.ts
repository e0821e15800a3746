import { describe, expect, it } from 'vitest';
import {
  findStatusCondition,
  isStatusConditionFalse,
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
