import type { Deployment } from 'kubewright/apps/v1';
import type { ContainerStatus, Pod } from 'kubewright/core/v1';
import { describe, expect, it } from 'vitest';
import { CONFIG_HASH_ANNOTATION } from '../resources/deployment.js';
import { rolloutOf } from './rollout.js';

type Status = NonNullable<Deployment['status']>;

const image = 'shop:2';

const deployment = (status: Status, replicas = 2): Deployment => ({
  metadata: { generation: 3 },
  spec: {
    replicas,
    selector: {},
    template: {
      metadata: { annotations: { [CONFIG_HASH_ANNOTATION]: 'b' } },
      spec: { containers: [{ name: 'app', image }] },
    },
  },
  status: { observedGeneration: 3, ...status },
});

const pod = (container: Partial<ContainerStatus>, of: { image?: string; hash?: string } = {}): Pod => ({
  metadata: { annotations: { [CONFIG_HASH_ANNOTATION]: of.hash ?? 'b' } },
  spec: { containers: [{ name: 'app', image: of.image ?? image }] },
  status: {
    containerStatuses: [{ name: 'app', image, imageID: '', ready: false, restartCount: 0, ...container }],
  },
});

const waiting = (reason: string) => ({ state: { waiting: { reason } } });
const done: Status = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
const condition = (type: string, status: 'True' | 'False', reason: string) => ({
  conditions: [{ type, status, reason, message: 'because' }],
});
const terminated = { terminated: { exitCode: 1 } };

describe('a rollout', () => {
  it.each<[string, Deployment | undefined, readonly Pod[], string, string]>([
    ['without a Deployment is absent', undefined, [], 'absent', 'NoDeployment'],
    ['with all pods available is complete', deployment(done), [], 'complete', 'RolloutComplete'],
    ['to no pods is complete', deployment({}, 0), [], 'complete', 'RolloutComplete'],
    [
      'that the Deployment has not heard of is on its way',
      deployment({ ...done, observedGeneration: 2 }),
      [],
      'progressing',
      'RolloutInProgress',
    ],
    [
      'with old pods left is on its way',
      deployment({ ...done, replicas: 3 }),
      [],
      'progressing',
      'RolloutInProgress',
    ],
    [
      'of an image that cannot be pulled has failed',
      deployment({}),
      [pod(waiting('ImagePullBackOff'))],
      'failed',
      'ImagePullBackOff',
    ],
    [
      'has the same reason between two attempts to pull',
      deployment({}),
      [pod(waiting('ErrImagePull'))],
      'failed',
      'ImagePullBackOff',
    ],
    [
      'of containers that crash has failed',
      deployment({}),
      [pod({ ...waiting('CrashLoopBackOff'), lastState: terminated })],
      'failed',
      'CrashLoopBackOff',
    ],
    [
      'stays failed while a container that crashes runs for a moment',
      deployment({}),
      [pod({ state: { running: {} }, lastState: terminated, restartCount: 4 })],
      'failed',
      'CrashLoopBackOff',
    ],
    [
      'is on its way while containers are created',
      deployment({}),
      [pod(waiting('ContainerCreating'))],
      'progressing',
      'RolloutInProgress',
    ],
    [
      'is not judged by pods of the spec before',
      deployment({}),
      [
        pod(waiting('ImagePullBackOff'), { image: 'shop:1' }),
        pod(waiting('ImagePullBackOff'), { hash: 'a' }),
      ],
      'progressing',
      'RolloutInProgress',
    ],
    [
      'whose pods may not be created has failed',
      deployment(condition('ReplicaFailure', 'True', 'FailedCreate')),
      [],
      'failed',
      'FailedCreate',
    ],
    [
      'that takes too long has failed',
      deployment(condition('Progressing', 'False', 'ProgressDeadlineExceeded')),
      [],
      'failed',
      'ProgressDeadlineExceeded',
    ],
    [
      'that took too long is on its way again when the spec has changed',
      deployment({ ...condition('Progressing', 'False', 'ProgressDeadlineExceeded'), observedGeneration: 2 }),
      [],
      'progressing',
      'RolloutInProgress',
    ],
    [
      'that waits for a node is on its way',
      deployment({}),
      [
        {
          status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
        },
      ],
      'progressing',
      'Unschedulable',
    ],
  ])('%s', (_, of, pods, state, reason) => {
    expect(rolloutOf(of, pods)).toMatchObject({ state, reason });
  });
});
