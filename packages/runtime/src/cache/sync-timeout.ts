import type { Clock } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { KindName } from '@kubewright/client';

import { CacheSyncError } from '../errors.js';
import { childSignal, within } from '../internal/signals.js';
import type { Informer } from './informer.js';
import { describeKind, resourceName } from './kind-name.js';

export interface SyncOptions {
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Waits until the informer is synced; after `timeoutMs` it throws a `CacheSyncError` that says what was wrong. */
export async function whenInformerSynced(informer: Informer, options: SyncOptions): Promise<void> {
  const { clock, timeoutMs, signal } = options;
  const waiting = childSignal(signal);
  let inTime: boolean;
  try {
    inTime = await within(informer.whenSynced({ signal: waiting.signal }), { clock, timeoutMs });
  } finally {
    waiting.abort(new Error('no longer waiting for the cache'));
    waiting.release();
  }
  if (!inTime) throw syncError(informer.kind, timeoutMs, informer.lastError);
}

function syncError(kind: KindName, timeoutMs: number, cause: Error | undefined): CacheSyncError {
  const what = `cannot watch ${describeKind(kind)}`;
  const options = cause === undefined ? {} : { cause };
  if (cause !== undefined && isNotFound(cause)) {
    return new CacheSyncError(
      `${what}: the API server does not serve ${resourceName(kind)}; install its CustomResourceDefinition ` +
        '(kubectl apply -f config/crd) and start again',
      options,
    );
  }
  const why = cause === undefined ? 'the first list did not end' : cause.message;
  return new CacheSyncError(`${what}: not synced within ${timeoutMs / 1000} s: ${why}`, options);
}
