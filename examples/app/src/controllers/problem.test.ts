import { ApiError, TerminalError } from 'kubewright';
import { describe, expect, it } from 'vitest';
import { NameTakenError } from './children.js';
import { ConfigMapMissingError } from './config.js';
import { HostTakenError } from './host-claims.js';
import { problemOf } from './problem.js';

const refused = (
  reason: 'Forbidden' | 'Invalid' | 'Conflict' | 'InternalError',
  code: number,
  message: string,
) => new ApiError({ status: 'Failure', reason, code, message });

describe('a problem', () => {
  it.each<[string, unknown, { reason: string; needs: string }]>([
    ['of names needs a change', new NameTakenError('taken'), { reason: 'NameTaken', needs: 'change' }],
    ['of hosts needs a change', new HostTakenError('taken'), { reason: 'HostTaken', needs: 'change' }],
    ['that is terminal needs a change', new TerminalError('never'), { reason: 'Terminal', needs: 'change' }],
    [
      'of a missing ConfigMap waits',
      new ConfigMapMissingError('missing'),
      { reason: 'ConfigMapNotFound', needs: 'wait' },
    ],
    [
      'of a child that the server refuses needs a change',
      refused('Invalid', 422, 'Deployment.apps "a" is invalid'),
      { reason: 'ChildRefused', needs: 'change' },
    ],
    [
      'of a full quota is tried again',
      refused(
        'Forbidden',
        403,
        'deployments.apps "a" is forbidden: exceeded quota: few, requested: count/deployments.apps=1',
      ),
      { reason: 'QuotaExceeded', needs: 'retry' },
    ],
    [
      'of a missing permission is tried again',
      refused('Forbidden', 403, 'deployments.apps is forbidden: User "x" cannot create'),
      { reason: 'Forbidden', needs: 'retry' },
    ],
    [
      'of a conflict is tried again',
      refused('Conflict', 409, 'the object has been modified'),
      { reason: 'ReconcileError', needs: 'retry' },
    ],
    ['that nobody knows is tried again', new Error('what?'), { reason: 'ReconcileError', needs: 'retry' }],
    ['that is no error is tried again', 'what?', { reason: 'ReconcileError', needs: 'retry' }],
  ])('%s', (_, error, expected) => {
    expect(problemOf(error)).toMatchObject(expected);
  });

  it('of a namespace that goes is none', () => {
    const causes = [{ reason: 'NamespaceTerminating' as const, field: 'metadata.namespace' }];
    const error = new ApiError({
      status: 'Failure',
      reason: 'Forbidden',
      code: 403,
      message: 'unable to create new content in namespace x because it is being terminated',
      details: { causes },
    });
    expect(problemOf(error)).toBeUndefined();
  });
});
