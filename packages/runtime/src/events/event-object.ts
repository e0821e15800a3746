import { isoTime } from '@kubewright/api';
import type { KubernetesObject, Random } from '@kubewright/api';
import type { Event, ObjectReference } from '@kubewright/api/core/v1';

import type { EventDetails } from './event-recorder.js';

export interface EventParts {
  object: KubernetesObject;
  details: EventDetails;
  component: string;
  nowMs: number;
  random: Random;
}

/** An Event as the core API knows it, with its name: that of the object, and the time in hexadecimal nanoseconds. */
export type NamedEvent = Event & { metadata: { namespace: string; name: string } };

/** Makes the Event for what happened to an object, as client-go's tools/record/event.go does. */
export function eventOf(parts: EventParts): NamedEvent {
  const { object, details, component, nowMs, random } = parts;
  const involvedObject = referenceTo(object);
  const time = isoTime(nowMs);
  const nanoseconds = BigInt(Math.trunc(nowMs)) * 1_000_000n + BigInt(Math.floor(random.next() * 1_000_000));
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      // Events about cluster-scoped objects live in the namespace "default".
      namespace: involvedObject.namespace ?? 'default',
      name: `${involvedObject.name ?? ''}.${nanoseconds.toString(16)}`,
    },
    involvedObject,
    type: details.type ?? 'Normal',
    reason: details.reason,
    message: details.message,
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
