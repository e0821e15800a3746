import { sleep } from '@kubewright/api';
import type { Clock, Logger, ObjectKey } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import { isForbidden } from '@kubewright/client';
import type { Client } from '@kubewright/client';

export interface LeaseWatchOptions {
  client: Client;
  key: ObjectKey;
  clock: Clock;
  /** How long to wait before the next watch when one has ended. */
  retryMs: number;
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Calls back when nobody holds a lease any more, until the signal aborts. It only makes candidates quicker than their
 * polling, which goes on: a server that refuses the watch is not asked again.
 */
export function watchLease(options: LeaseWatchOptions, onFree: () => void): void {
  void follow(options, onFree);
}

async function follow(options: LeaseWatchOptions, onFree: () => void): Promise<void> {
  const { client, key, clock, retryMs, signal, logger } = options;
  const fieldSelector = { 'metadata.name': key.name };
  while (!signal.aborted) {
    try {
      for await (const event of client.watch(Lease, { namespace: key.namespace, fieldSelector, signal })) {
        if (event.type === 'BOOKMARK') continue;
        const holder = event.type === 'DELETED' ? '' : event.object.spec?.holderIdentity;
        if (holder === undefined || holder === '') onFree();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isForbidden(error)) {
        logger.debug('the leader lease may not be watched: it is polled', { error });
        return;
      }
    }
    await sleep(clock, retryMs, signal).catch(() => undefined);
  }
}
