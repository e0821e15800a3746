import type { Stored } from '@kubewright/api';
import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proportionalSizes } from './scaling.js';
import { scaleDownTargets } from './rolling-update.js';

function deployment(replicas: number, maxSurge = 0, maxUnavailable = 1): Deployment {
  return {
    spec: {
      replicas,
      selector: {},
      template: {},
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
    },
  };
}

function replicaSet(
  index: number,
  replicas: number,
  options: { max?: number; available?: number } = {},
): Stored<ReplicaSet> {
  const { max, available = replicas } = options;
  const created = new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000)
    .toISOString()
    .replace('.000', '');
  const name = `rs-${String(index)}`;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: created,
      ...(max === undefined ? {} : { annotations: { 'deployment.kubernetes.io/max-replicas': String(max) } }),
    },
    spec: { replicas, selector: {} },
    status: { replicas, availableReplicas: available },
  };
}

/** Sizes after proportional scaling, oldest ReplicaSet first. */
function sizes(from: number[], before: number, to: number, surge = 0): number[] {
  const active = from.map((size, index) => replicaSet(index, size, { max: before }));
  const result = proportionalSizes(deployment(to, surge), active);
  return active.map(
    (each) =>
      result.find(({ replicaSet: { metadata } }) => metadata.name === each.metadata.name)?.replicas ?? -1,
  );
}

// From TestScale in deployment/sync_test.go.
describe('proportional scaling', () => {
  it('shares what is added by size', () => {
    expect(sizes([5, 5], 10, 20)).toEqual([10, 10]);
    expect(sizes([8, 1], 9, 18)).toEqual([16, 2]);
  });

  it('gives what rounding leaves to the largest, the newest among equals', () => {
    expect(sizes([5, 5], 10, 11)).toEqual([5, 6]);
  });

  it('shares what is taken by size, the oldest among equals first', () => {
    expect(sizes([5, 5], 10, 9)).toEqual([4, 5]);
    expect(sizes([10, 5], 15, 3)).toEqual([2, 1]);
  });

  it('takes everything when scaled to zero', () => {
    expect(sizes([5, 3, 2], 10, 0)).toEqual([0, 0, 0]);
  });

  it('always adds up to the allowed size, and never goes below zero', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 10 }),
        (from, to, surge) => {
          const before = from.reduce((sum, size) => sum + size, 0);
          const after = sizes(from, before, to, surge);
          expect(after.every((size) => size >= 0)).toBe(true);
          expect(after.reduce((sum, size) => sum + size, 0)).toBe(to + surge);
        },
      ),
    );
  });
});

describe('scaling down in a rolling update', () => {
  const steps = (old: Stored<ReplicaSet>[], current: Stored<ReplicaSet>, max: number, replicas = 10) =>
    scaleDownTargets(deployment(replicas, 0, 2), old, current, max).map((target) => target.steps);

  it('takes pods that are not available first, as many as allowed', () => {
    const old = [replicaSet(0, 5, { available: 2 }), replicaSet(1, 5, { available: 5 })];
    expect(steps(old, replicaSet(2, 0), 2)).toEqual([[3]]);
  });

  it('takes available pods only as far as enough stay available', () => {
    expect(steps([replicaSet(0, 10)], replicaSet(1, 0), 2)).toEqual([[8]]);
    expect(steps([replicaSet(0, 8)], replicaSet(1, 2, { available: 2 }), 2)).toEqual([[6]]);
    expect(steps([replicaSet(0, 8)], replicaSet(1, 2, { available: 0 }), 0)).toEqual([]);
  });

  it('begins with the oldest', () => {
    expect(
      scaleDownTargets(deployment(4, 0, 2), [replicaSet(1, 2), replicaSet(0, 2)], replicaSet(2, 0), 2)[0]
        ?.replicaSet.metadata.name,
    ).toBe('rs-0');
  });
});
