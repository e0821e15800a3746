import type { HotLoop, ReconcileExplanation } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';
import { hotLoopText, reconcileText } from './timeline-text.js';

const reconcile = (given: Partial<ReconcileExplanation>): ReconcileExplanation => ({
  id: 7,
  sequence: 7,
  reconcileID: 'a-b',
  controller: 'cart',
  namespace: 'default',
  name: 'first',
  startedAt: '2026-11-22T10:20:30.123Z',
  durationMs: 12.34,
  outcome: { type: 'success' },
  reasons: [],
  calls: [],
  ...given,
});
const AT = '2026-11-22T10:20:30.000Z';
const head = (text: string): string => text.split('\n')[0] ?? '';

describe('a reconcile as text', () => {
  it.each([
    [{ type: 'success' }, 'done, took 12 ms'],
    [{ type: 'stopped' }, 'stopped, took 12 ms'],
    [{ type: 'requeueAfter', delayMs: 30_000 }, 'done, again in 30 s, took 12 ms'],
    [{ type: 'requeue', delayMs: 5 }, 'done, again in 5 ms, took 12 ms'],
    [{ type: 'retry', delayMs: 1500, error: 'no' }, 'failed, again in 1.5 s, took 12 ms'],
    [{ type: 'terminal', error: 'no' }, 'failed for good, took 12 ms'],
  ] as const)('that ended with %j', (outcome, said) => {
    expect(head(reconcileText(reconcile({ outcome })))).toBe(`10:20:30.123  cart default/first  #7  ${said}`);
  });

  it('tells own writes, repetitions, values, requests without effect, and what is left out', () => {
    const changed = (path: string, values: object = {}) => ({ path, op: 'changed' as const, ...values });
    const text = reconcileText(
      reconcile({
        reasons: [
          {
            type: 'event',
            count: 3,
            at: AT,
            role: 'owns',
            event: 'update',
            kind: 'Deployment',
            namespace: 'default',
            name: 'first',
            changes: [changed('spec.size', { before: '1', after: '2' })],
            ownWrite: { controller: 'cart', reconcile: 6 },
          },
        ],
        moreReasons: 2,
        calls: [
          { verb: 'list', resource: 'pods', namespace: 'shop', status: 200, durationMs: 1, afterMs: 0 },
          {
            verb: 'get',
            resource: 'nodes',
            name: 'a',
            status: 0,
            durationMs: 2000,
            afterMs: 1,
            error: 'connection lost',
          },
          {
            verb: 'apply',
            resource: 'deployments.apps',
            subresource: 'status',
            namespace: 'default',
            name: 'first',
            status: 200,
            durationMs: 0.26,
            afterMs: 2,
            noOp: true,
          },
          {
            verb: 'patch',
            resource: 'carts.example.com',
            namespace: 'default',
            name: 'first',
            status: 200,
            durationMs: 3,
            afterMs: 3,
            changes: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((path) => changed(path)),
            moreChanges: true,
          },
        ],
        moreCalls: 4,
        outcome: { type: 'retry', error: 'first line\nsecond line' },
      }),
    );
    expect(text).toBe(`10:20:30.123  cart default/first  #7  failed, again, took 12 ms
              because  owned Deployment default/first changed: spec.size (3 times), its own write in cart #6
                         changed spec.size: 1 -> 2
              because  2 more reasons
              list     pods in shop  200, 1 ms
              get      nodes a  connection lost, 2.0 s
              apply    deployments.apps/status default/first  200, changed nothing, 0.3 ms
              patch    carts.example.com default/first  200, 3 ms
                         changed a
                         changed b
                         changed c
                         changed d
                         changed e
                         changed f
                         and 2 or more other fields
              4 more requests
              error    first line
                       second line
`);
  });
});

describe('a hot loop as text', () => {
  const loop: HotLoop = {
    type: 'flapping',
    controller: 'cart',
    namespace: 'default',
    name: 'first',
    object: { resource: 'deployments.apps', namespace: 'default', name: 'first' },
    fields: ['spec.replicas'],
    writers: ['cart', 'autoscaler'],
    count: 5,
    withinMs: 2500,
  };
  it.each([
    [
      loop,
      'hot loop of cart on default/first: the same change of spec.replicas of deployments.apps default/first was written 5 times within 2.5 s; written by cart, autoscaler\n',
    ],
    [
      { ...loop, type: 'endless' as const, count: 30, writers: [] },
      'hot loop of cart on default/first: 30 writes in a row of spec.replicas of deployments.apps default/first, each led to by the one before, within 2.5 s\n',
    ],
  ])('%#', (given, text) => {
    expect(hotLoopText(given)).toBe(text);
  });
});
