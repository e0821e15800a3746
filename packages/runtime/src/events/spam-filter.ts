import { TokenBucket } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { ObjectReference } from '@kubewright/api/core/v1';

import { LeastRecentlyUsed } from '../internal/least-recently-used.js';

/** How many objects, series and kinds of events are remembered (client-go's tools/record/events_cache.go). */
export const maxEntries = 4096;
const burst = 25;
const perSecond = 1 / 300;

/** Who says it about what: the part that the keys of events have in common. */
export const subjectOf = (
  component: string | undefined,
  about: ObjectReference,
  type: string | undefined,
): string =>
  [component, about.kind, about.apiVersion, about.namespace, about.name, about.uid, type].join('\n');

/** Lets 25 events of a type from a source about an object pass at once, then one in 5 minutes. */
export class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets = new LeastRecentlyUsed<TokenBucket>(maxEntries);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  passes(subject: string): boolean {
    let bucket = this.#buckets.get(subject);
    if (bucket === undefined) {
      bucket = new TokenBucket({ clock: this.#clock, perSecond, burst });
      this.#buckets.set(subject, bucket);
    }
    return bucket.tryTake();
  }
}
