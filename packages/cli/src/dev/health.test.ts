import { describe, expect, it } from 'vitest';
import { healthOf } from './health.js';

const object = (kind: string, parts: Record<string, unknown>, metadata: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'a', ...metadata },
  ...parts,
});

describe('healthOf', () => {
  it('calls anything with a deletion timestamp Terminating', () => {
    const dying = object('Pod', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(healthOf(dying)).toEqual({ status: 'Terminating', state: 'Terminating' });
  });

  const cases: Array<[string, ReturnType<typeof object>, string, string]> = [
    [
      'a deployment nobody looked at yet',
      object('Deployment', { spec: { replicas: 2 } }),
      'InProgress',
      '0/2 ready',
    ],
    [
      'a deployment with old pods left',
      object('Deployment', {
        spec: { replicas: 2 },
        status: { replicas: 3, updatedReplicas: 2, availableReplicas: 3 },
      }),
      'InProgress',
      '2/2 ready',
    ],
    [
      'a complete deployment',
      object('Deployment', {
        spec: { replicas: 2 },
        status: { replicas: 2, updatedReplicas: 2, availableReplicas: 2 },
      }),
      'Current',
      '2/2 ready',
    ],
    [
      'a deployment whose status is of an older generation',
      object('Deployment', { spec: { replicas: 0 }, status: { observedGeneration: 1 } }, { generation: 2 }),
      'InProgress',
      '0/0 ready',
    ],
    [
      'a deployment past its progress deadline',
      object('Deployment', {
        spec: { replicas: 1 },
        status: {
          conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
        },
      }),
      'Failed',
      'ProgressDeadlineExceeded',
    ],
    [
      'a pod that pulls an image that is not there',
      object('Pod', {
        status: {
          phase: 'Pending',
          containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }],
        },
      }),
      'Failed',
      'ImagePullBackOff',
    ],
    [
      'a ready pod',
      object('Pod', { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
      'Current',
      'Running',
    ],
    [
      'a node port service',
      object('Service', {
        spec: { type: 'NodePort', clusterIP: '10.96.0.7', ports: [{ port: 80, nodePort: 30002 }] },
      }),
      'Current',
      'NodePort 80:30002/TCP',
    ],
    [
      'a failed job',
      object('Job', { status: { conditions: [{ type: 'Failed', status: 'True' }] } }),
      'Failed',
      'Failed',
    ],
    [
      'a custom resource that says it is not available',
      object('AppService', {
        status: { conditions: [{ type: 'Available', status: 'False', reason: 'MinimumReplicas' }] },
      }),
      'InProgress',
      'MinimumReplicas',
    ],
    [
      'a custom resource that says it is available',
      object('AppService', { status: { conditions: [{ type: 'Available', status: 'True' }] } }),
      'Current',
      'Available',
    ],
    ['an object without any status', object('ConfigMap', { data: {} }), 'Current', ''],
  ];
  it.each(cases)('reads %s', (_, input, status, state) => {
    expect(healthOf(input)).toEqual({ status, state });
  });
});
