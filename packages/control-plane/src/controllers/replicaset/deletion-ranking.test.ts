import type { Stored } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { rankForDeletion } from './deletion-ranking.js';

const now = Date.parse('2026-01-01T12:00:00Z');

interface Traits {
  node?: string;
  phase?: 'Pending' | 'Running' | 'Unknown';
  /** Seconds since it became ready; absent: not ready. */
  readyFor?: number;
  age?: number;
  cost?: string;
  restarts?: number;
}

function pod(name: string, traits: Traits): Stored<Pod> {
  const { node = 'n', phase = 'Running', readyFor, age = 3600, cost, restarts = 0 } = traits;
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString().replace('.000', '');
  const ready =
    readyFor === undefined
      ? { type: 'Ready', status: 'False' }
      : { type: 'Ready', status: 'True', lastTransitionTime: at(readyFor) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: at(age),
      ...(cost === undefined ? {} : { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: { containers: [], ...(node === '' ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [ready],
      containerStatuses: [{ name: 'c', image: 'i', imageID: '', ready: true, restartCount: restarts }],
    },
  };
}

describe('the ranking of pods for deletion', () => {
  const cases: Array<[string, Traits, Traits]> = [
    ['unassigned before assigned', { node: '' }, { node: 'n' }],
    ['pending before running', { phase: 'Pending' }, { phase: 'Running' }],
    ['pending before unknown', { phase: 'Pending' }, { phase: 'Unknown' }],
    ['unknown before running', { phase: 'Unknown' }, { phase: 'Running' }],
    ['not ready before ready', {}, { readyFor: 60 }],
    ['the cheaper one first', { readyFor: 60, cost: '-5' }, { readyFor: 60, cost: '3' }],
    ['an invalid cost counts as 0', { readyFor: 60, cost: 'x1' }, { readyFor: 60, cost: '1' }],
    ['shorter ready first', { readyFor: 10 }, { readyFor: 1000 }],
    ['more restarts first', { readyFor: 60, restarts: 3 }, { readyFor: 60, restarts: 1 }],
    ['younger first', { readyFor: 60, age: 70 }, { readyFor: 60, age: 7000 }],
  ];
  it.each(cases)('puts %s', (_rule, first, second) => {
    const [a, b] = [pod('a', first), pod('b', second)];
    for (const order of [
      [a, b],
      [b, a],
    ]) {
      expect(rankForDeletion(order, [], now).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    }
  });

  it('takes pods from the nodes that have most of the related pods', () => {
    const alone = pod('alone', { node: 'n1', readyFor: 60 });
    const crowded = pod('crowded', { node: 'n2', readyFor: 60 });
    const related = [alone, crowded, pod('sibling', { node: 'n2', readyFor: 60 })];
    expect(rankForDeletion([alone, crowded], related, now)[0]).toBe(crowded);
  });

  it('does not tell ages apart that are of the same power of two', () => {
    const [a, b] = [pod('a', { readyFor: 1000 }), pod('b', { readyFor: 900 })];
    expect(rankForDeletion([b, a], [], now).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  });
});
