import type { Kind } from '@kubewright/api';
import type { Patch } from '@kubewright/client';

import type { EventParts, NamedEvent, NamedSeriesEvent } from './event-object.js';

/** An event to send: a new one, or one more occurrence of one that was sent before. */
export interface EventWrite {
  readonly kind: Kind;
  readonly event: NamedEvent | NamedSeriesEvent;
  /** What changes of the Event of this name, if it is there; otherwise it is made. */
  readonly patch?: Patch;
}

/** One of the two APIs of events: what to write for what was recorded. */
export interface EventApi {
  /** Undefined when there is nothing to write, now or at all. Throws for an object that no event can be about. */
  record(parts: EventParts): EventWrite | undefined;
  /** What was held back, to be written before the end. */
  pending(): EventWrite[];
  /** Sets no timer any more. */
  stop(): void;
}
