import type { Event } from '@kubewright/api/events/v1';
import { behaviour } from '../behaviour.js';
import { event as coreEvent } from '../core/event.js';

/**
 * Events as `events.k8s.io` shows them. They are the events of the core group under other names (registry/core/event):
 * the registry turns them into those, whose rules, fields and table apply.
 */
export const event = behaviour<Event>({
  group: 'events.k8s.io',
  kind: 'Event',
  hasStatus: false,
  hasGeneration: false,
  ...(coreEvent.selectableFields === undefined
    ? {}
    : {
        selectableFields: coreEvent.selectableFields as Readonly<Record<string, (object: Event) => string>>,
      }),
});
