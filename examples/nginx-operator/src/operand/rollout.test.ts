import type { Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import type { DeploymentStatus } from 'kubewright/apps/v1';
import { describe, expect, it } from 'vitest';
import { rolloutOf } from './rollout.js';

const deployment = (status: DeploymentStatus, replicas = 2) =>
  ({
    ...Deployment({ spec: { replicas } } as never),
    metadata: { generation: 3 },
    status,
  }) as Stored<Deployment>;

const done = { observedGeneration: 3, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const late = {
  type: 'Progressing',
  status: 'False',
  reason: 'ProgressDeadlineExceeded',
  message: 'too late',
};

describe('a rollout', () => {
  it.each([
    ['complete', 'all pods are up to date and available', done, 2],
    ['complete', 'none are wanted', { observedGeneration: 3 }, 0],
    ['progressing', 'nothing is known yet', {}, 2],
    ['progressing', 'an older spec is what was done', { ...done, observedGeneration: 2 }, 2],
    ['progressing', 'an old pod is left', { ...done, replicas: 3 }, 2],
    ['progressing', 'a pod is not available', { ...done, availableReplicas: 1 }, 2],
    ['stuck', 'its deadline has passed', { ...done, availableReplicas: 1, conditions: [late] }, 2],
    ['progressing', 'the deadline was of an older spec', { observedGeneration: 2, conditions: [late] }, 2],
  ])('is %s when %s', (state, _when, status, replicas) => {
    expect(rolloutOf(deployment(status, replicas)).state).toBe(state);
  });

  it('says how far it is, and why it is stuck', () => {
    expect(rolloutOf(deployment({ ...done, availableReplicas: 1 })).message).toBe(
      '1 of 2 pods are available, 2 are up to date',
    );
    expect(rolloutOf(deployment({ ...done, conditions: [late] })).message).toBe('too late');
  });
});
