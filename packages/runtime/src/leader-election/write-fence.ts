import type { Interceptor } from '@kubewright/client';

import { ManagerError } from '../errors.js';
import type { LeaderElectionStatus } from './election.js';

/**
 * Refuses writes at a moment when this replica cannot be sure to lead: a process that was suspended, or too busy to
 * notice, must not begin a write that another leader would not expect. Nothing is sent then. It cannot call a write
 * back that was sent before.
 */
export function writeFence(election: Pick<LeaderElectionStatus, 'id' | 'isLeaseValid'>): Interceptor {
  return (request, next) => {
    if (request.method === 'GET') return next(request);
    const beforeSend = (): void => {
      request.beforeSend?.();
      if (election.isLeaseValid()) return;
      const message = `${request.method} ${request.path} was not sent: the lease ${election.id} was not renewed in time, so that another replica may lead`;
      throw new ManagerError('LeaderElectionLost', message);
    };
    // At once, for what is in between, and again when it goes out: it may have waited for a connection.
    try {
      beforeSend();
    } catch (error) {
      return Promise.reject(error as Error);
    }
    return next({ ...request, beforeSend });
  };
}
