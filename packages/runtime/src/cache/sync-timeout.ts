import type { Clock } from '@kubewright/api';
import { isApiError, isForbidden, isNotFound } from '@kubewright/client';
import type { ApiError, KindName } from '@kubewright/client';

import { CacheSyncError } from '../errors.js';
import { childSignal, within } from '../internal/signals.js';
import type { Informer } from './informer.js';
import { describeKind, resourceName } from './kind-name.js';

export interface SyncOptions {
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Waits until the informer is synced, for as long as it takes when `timeoutMs` is Infinity; after that it throws a `CacheSyncError` that says what was wrong. */
export async function whenInformerSynced(informer: Informer, options: SyncOptions): Promise<void> {
  const { clock, timeoutMs, signal } = options;
  if (timeoutMs === Infinity) {
    await informer.whenSynced({ ...(signal !== undefined && { signal }) });
    return;
  }
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
  if (isApiError(cause) && isForbidden(cause)) {
    return new CacheSyncError(`${what}: ${forbiddenReason(cause, kind)}`, options);
  }
  const why = cause === undefined ? 'the first list did not end' : cause.message;
  return new CacheSyncError(`${what}: not synced within ${timeoutMs / 1000} s: ${why}`, options);
}

/** The client's hint names the one verb that was refused; a cache needs more. */
function forbiddenReason({ hint, message, status }: ApiError, kind: KindName): string {
  if (hint !== undefined)
    return `${status.message ?? 'forbidden'}; ${hint.replace(/verbs=(list|watch)\b/, 'verbs=get;list;watch')}`;
  return (
    `its service account may not list and watch ${resourceName(kind)}; ` +
    `grant it the verbs get, list and watch on them: ${message}`
  );
}
