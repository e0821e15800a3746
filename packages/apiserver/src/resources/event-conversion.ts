import type { ApiObject } from '../kinds/behaviour.js';

// The fields that differ between v1 and events.k8s.io/v1 (pkg/apis/events/v1/conversion.go); the rest is the same.
const CORE_TO_EVENTS: ReadonlyArray<readonly [core: string, events: string]> = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

/** An Event of either group as one of the core group. */
export function toCoreEvent(event: ApiObject): ApiObject {
  if (event.apiVersion === 'v1') return event;
  return renamed(event, 'v1', new Map(CORE_TO_EVENTS.map(([core, events]) => [events, core])));
}

/** An Event of either group as one of events.k8s.io. */
export function toEventsEvent(event: ApiObject): ApiObject {
  if (event.apiVersion === 'events.k8s.io/v1') return event;
  return renamed(event, 'events.k8s.io/v1', new Map(CORE_TO_EVENTS));
}

function renamed(event: ApiObject, apiVersion: string, names: ReadonlyMap<string, string>): ApiObject {
  const fields = Object.entries(event).map(([field, value]) => [names.get(field) ?? field, value] as const);
  return { ...(Object.fromEntries(fields) as unknown as ApiObject), apiVersion };
}
