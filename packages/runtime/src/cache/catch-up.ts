import type { Clock, ObjectKey } from '@kubewright/api';
import { formatKey } from '@kubewright/api';

import { CacheReadError } from '../errors.js';
import { abortable, within } from '../internal/signals.js';
import type { WritableInformer } from './informer.js';
import { describeKind } from './kind-name.js';

export interface CatchUpOptions {
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Waits until the informer shows what was written to the object, or to any; throws when that takes too long. */
export async function whenCaughtUp(
  informer: WritableInformer,
  key: ObjectKey | undefined,
  { clock, timeoutMs, signal }: CatchUpOptions,
): Promise<void> {
  const caughtUp = informer.caughtUp(key);
  if (caughtUp === undefined) return;
  if (await within(abortable(caughtUp, signal), { clock, timeoutMs })) return;
  const what =
    key === undefined ? describeKind(informer.kind) : `${describeKind(informer.kind)} ${formatKey(key)}`;
  throw new CacheReadError(
    'CacheBehind',
    `cannot read ${what} from the cache: the watch has not told of what was written to it within ${timeoutMs / 1000} s; ` +
      'try again, or read with apiReader',
  );
}
