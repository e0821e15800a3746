import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { describe, expect, it } from 'vitest';
import { setCurrentReplicaSetAnnotations } from './annotations.js';

const deployment: Deployment = {
  metadata: {
    annotations: {
      note: 'x',
      'deployment.kubernetes.io/revision': '1',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
    },
  },
  spec: { replicas: 3, selector: {}, template: {} },
};

function annotated(annotations: Record<string, string>): ReplicaSet {
  return { metadata: { annotations } };
}

describe('the annotations of the current ReplicaSet', () => {
  it('are copied from the Deployment, apart from those of kubectl and of rollouts', () => {
    const replicaSet = annotated({});
    expect(setCurrentReplicaSetAnnotations(deployment, replicaSet, 2, { exists: true })).toBe(true);
    expect(replicaSet.metadata?.annotations).toEqual({ note: 'x', 'deployment.kubernetes.io/revision': '2' });
  });

  it('keep the revision when it is high enough', () => {
    const replicaSet = annotated({ note: 'x', 'deployment.kubernetes.io/revision': '5' });
    expect(setCurrentReplicaSetAnnotations(deployment, replicaSet, 2, { exists: true })).toBe(false);
  });

  it('remember earlier revisions', () => {
    const replicaSet = annotated({ 'deployment.kubernetes.io/revision': '1' });
    setCurrentReplicaSetAnnotations(deployment, replicaSet, 3, { exists: true });
    setCurrentReplicaSetAnnotations(deployment, replicaSet, 5, { exists: true });
    expect(replicaSet.metadata?.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '5',
      'deployment.kubernetes.io/revision-history': '1,3',
    });
  });

  it('leave a revision that is no number alone', () => {
    const replicaSet = annotated({ 'deployment.kubernetes.io/revision': 'first' });
    setCurrentReplicaSetAnnotations(deployment, replicaSet, 3, { exists: true });
    expect(replicaSet.metadata?.annotations?.['deployment.kubernetes.io/revision']).toBe('first');
  });

  it('carry the size of the Deployment when the ReplicaSet is new', () => {
    const replicaSet = annotated({});
    setCurrentReplicaSetAnnotations(deployment, replicaSet, 1, { exists: false });
    expect(replicaSet.metadata?.annotations).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '3',
    });
  });
});
