import type { ApiObject } from '../kinds/behaviour.js';
import { toCoreEvent, toEventsEvent } from './event-conversion.js';
import { toAutoscalerV1, toAutoscalerV2 } from './autoscaler-conversion.js';

/** How a built-in kind that is served in more than one group-version is stored and turned from one into the other. */
export interface BuiltinConversion {
  readonly storagePrefix: string;
  readonly storageVersion: string;
  convert(object: ApiObject): ApiObject;
}

const EVENTS = { storagePrefix: '/registry/events/', storageVersion: 'v1' };
const AUTOSCALERS = {
  storagePrefix: '/registry/autoscaling/horizontalpodautoscalers/',
  storageVersion: 'v2',
};

const CONVERSIONS: Readonly<Record<string, BuiltinConversion>> = {
  '/v1/events': { ...EVENTS, convert: toCoreEvent },
  'events.k8s.io/v1/events': { ...EVENTS, convert: toEventsEvent },
  'autoscaling/v1/horizontalpodautoscalers': { ...AUTOSCALERS, convert: toAutoscalerV1 },
  'autoscaling/v2/horizontalpodautoscalers': { ...AUTOSCALERS, convert: toAutoscalerV2 },
};

/** Undefined for resources with a single version. */
export function builtinConversion(
  group: string,
  version: string,
  plural: string,
): BuiltinConversion | undefined {
  return CONVERSIONS[`${group}/${version}/${plural}`];
}
