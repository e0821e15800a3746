import { isoMicroTime, isoTime, validateDns1123Subdomain } from '@kubewright/api';
import type { KubernetesObject, Random } from '@kubewright/api';
import type { Event, ObjectReference } from '@kubewright/api/core/v1';
import type { Event as SeriesEvent } from '@kubewright/api/events/v1';

import type { EventDetails } from './event-recorder.js';

export interface EventParts {
  object: KubernetesObject;
  details: EventDetails;
  component: string;
  nowMs: number;
  random: Random;
}

interface EventName {
  metadata: { namespace: string; name: string; annotations?: Record<string, string> };
}

/** An Event as the core API knows it, with its name. */
export type NamedEvent = Event & EventName;

/** An Event of events.k8s.io, with its name. */
export type NamedSeriesEvent = SeriesEvent & EventName & { regarding: ObjectReference };

/** Makes the Event for what happened to an object, as client-go's tools/record/event.go does. */
export function eventOf(parts: EventParts): NamedEvent {
  const { object, details, component, nowMs } = parts;
  const involvedObject = referenceTo(object);
  const time = isoTime(nowMs);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: metadataOf(involvedObject, parts),
    involvedObject,
    type: details.type ?? 'Normal',
    reason: details.reason,
    message: cut(details.message),
    ...(details.action !== undefined && { action: details.action }),
    ...(details.related !== undefined && { related: referenceTo(details.related) }),
    source: { component },
    reportingComponent: component,
    reportingInstance: '',
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}

/** The same for events.k8s.io, as client-go's tools/events/event_recorder.go does; `host` tells instances apart. */
export function seriesEventOf(parts: EventParts, host: string): NamedSeriesEvent {
  const { object, details, component, nowMs } = parts;
  const regarding = referenceTo(object);
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: metadataOf(regarding, parts),
    eventTime: isoMicroTime(nowMs),
    reportingController: qualified(component),
    reportingInstance: `${component}-${host}`.slice(0, MAX_INSTANCE_LENGTH),
    action: details.action ?? details.reason,
    reason: details.reason,
    regarding,
    ...(details.related !== undefined && { related: referenceTo(details.related) }),
    note: cut(details.message),
    type: details.type ?? 'Normal',
  };
}

// What the server refuses beyond (kubernetes pkg/apis/core/validation/events.go).
const MAX_CONTROLLER_LENGTH = 63;
const MAX_INSTANCE_LENGTH = 128;
const MAX_NOTE_BYTES = 1024;
const ELLIPSIS = '…';

/** The name of a controller is that of a label: `web` or `example.com/web`. The instance has it whole. */
const qualified = (component: string): string =>
  component.includes('/')
    ? component
    : component.slice(0, MAX_CONTROLLER_LENGTH).replace(/[^A-Za-z0-9]+$/, '');

/** A note that says most of it is better than none. */
function cut(message: string): string {
  // No character needs more than three bytes for each of its code units.
  if (message.length * 3 <= MAX_NOTE_BYTES) return message;
  const encoder = new TextEncoder();
  if (encoder.encode(message).length <= MAX_NOTE_BYTES) return message;
  const room = new Uint8Array(MAX_NOTE_BYTES - encoder.encode(ELLIPSIS).length);
  const { read } = encoder.encodeInto(message, room);
  return `${message.slice(0, read)}${ELLIPSIS}`;
}

function metadataOf(about: ObjectReference, { details, nowMs, random }: EventParts): EventName['metadata'] {
  return {
    // Events about cluster-scoped objects live in the namespace "default".
    namespace: about.namespace ?? 'default',
    name: nameOf(about.name ?? '', nowMs, random),
    ...(details.annotations !== undefined && { annotations: { ...details.annotations } }),
  };
}

/** The name of the object and the time in hexadecimal nanoseconds; a UUID where that is no name for an Event. */
export function nameOf(about: string, nowMs: number, random: Random): string {
  const nanoseconds = BigInt(Math.trunc(nowMs)) * 1_000_000n + BigInt(Math.floor(random.next() * 1_000_000));
  const name = `${about}.${nanoseconds.toString(16)}`;
  return validateDns1123Subdomain(name).length === 0 ? name : random.uuid();
}

function referenceTo(object: KubernetesObject): ObjectReference {
  const { apiVersion, kind, metadata } = object;
  if (apiVersion === undefined || kind === undefined || metadata?.name === undefined) {
    throw new TypeError('an event needs an object with apiVersion, kind and metadata.name');
  }
  return {
    apiVersion,
    kind,
    name: metadata.name,
    ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    ...(metadata.uid !== undefined && { uid: metadata.uid }),
    ...(metadata.resourceVersion !== undefined && { resourceVersion: metadata.resourceVersion }),
  };
}
