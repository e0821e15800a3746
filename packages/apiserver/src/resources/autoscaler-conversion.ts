import type { ApiObject } from '../kinds/behaviour.js';
import { metricStatusToV1, metricStatusToV2, metricToV1, metricToV2 } from './autoscaler-metrics.js';
import type { Fields } from './autoscaler-metrics.js';

// autoscaling/v1 knows one metric, the CPU; it carries everything else along in annotations
// (pkg/apis/autoscaling/v1/conversion.go, pkg/apis/autoscaling/annotations.go).
const ANNOTATION = 'autoscaling.alpha.kubernetes.io';
const METRICS = `${ANNOTATION}/metrics`;
const CURRENT_METRICS = `${ANNOTATION}/current-metrics`;
const CONDITIONS = `${ANNOTATION}/conditions`;
const BEHAVIOR = `${ANNOTATION}/behavior`;
const ROUND_TRIP = [
  METRICS,
  CURRENT_METRICS,
  CONDITIONS,
  BEHAVIOR,
  `${ANNOTATION}/scale-down-tolerance`,
  `${ANNOTATION}/scale-up-tolerance`,
];
/** What applies where no metric is given (pkg/apis/autoscaling/types.go, DefaultCPUUtilization). */
const DEFAULT_CPU_UTILIZATION = 80;

// Go writes a list that is nothing as null.
type List = readonly Fields[] | null;
interface AutoscalerV2 {
  readonly spec?: { readonly metrics?: List; readonly behavior?: Fields | null };
  readonly status?: { readonly currentMetrics?: List; readonly conditions?: List };
}

const cpuOf = (metric: Fields, state: 'target' | 'current'): unknown => {
  const resource = metric['resource'] as (Fields & { target?: Fields; current?: Fields }) | undefined;
  if (metric['type'] !== 'Resource' || resource?.['name'] !== 'cpu') return undefined;
  return resource[state]?.['averageUtilization'];
};

const cpuUtilization = (target: unknown): Fields => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } },
});

export function toAutoscalerV1(object: ApiObject): ApiObject {
  if (object.apiVersion === 'autoscaling/v1') return object;
  const { metrics: ofSpec, behavior, ...spec } = (object as AutoscalerV2).spec ?? {};
  const { currentMetrics: ofStatus, conditions: known, ...status } = (object as AutoscalerV2).status ?? {};
  const [metrics, currentMetrics, conditions] = [ofSpec ?? [], ofStatus ?? [], known ?? []];
  const others = metrics.filter((metric) => cpuOf(metric, 'target') === undefined);
  const target = metrics.map((metric) => cpuOf(metric, 'target')).find((value) => value !== undefined);
  const current = currentMetrics
    .map((metric) => cpuOf(metric, 'current'))
    .filter((value) => value !== undefined);
  const annotations = withoutRoundTrip(object);
  if (others.length > 0) annotations[METRICS] = JSON.stringify(others.map(metricToV1));
  if (currentMetrics.length > 0)
    annotations[CURRENT_METRICS] = JSON.stringify(currentMetrics.map(metricStatusToV1));
  if (behavior) annotations[BEHAVIOR] = JSON.stringify(behaviorInGo(behavior));
  if (conditions.length > 0) annotations[CONDITIONS] = JSON.stringify(conditions.map(conditionInGo));
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object, annotations),
    spec: target === undefined ? spec : { ...spec, targetCPUUtilizationPercentage: target },
    status: {
      currentReplicas: 0,
      desiredReplicas: 0,
      ...status,
      ...(current.length === 0 ? {} : { currentCPUUtilizationPercentage: current[current.length - 1] }),
    },
  };
}

export function toAutoscalerV2(object: ApiObject): ApiObject {
  if (object.apiVersion === 'autoscaling/v2') return object;
  const { targetCPUUtilizationPercentage: target, ...spec } = (object['spec'] ?? {}) as Fields;
  const { currentCPUUtilizationPercentage: current, ...status } = (object['status'] ?? {}) as Fields;
  const annotations = object.metadata.annotations ?? {};
  const metrics = (listIn(annotations[METRICS]) ?? []).map(metricToV2);
  if (typeof target === 'number') metrics.push(cpuUtilization(target));
  if (metrics.length === 0) metrics.push(cpuUtilization(DEFAULT_CPU_UTILIZATION));
  const behavior = behaviorFromGo(parsed(annotations[BEHAVIOR]));
  const known = listIn(annotations[CURRENT_METRICS])?.map(metricStatusToV2);
  const currentMetrics = known ?? (typeof current === 'number' ? [currentCpu(current)] : undefined);
  const conditions = listIn(annotations[CONDITIONS]);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object, withoutRoundTrip(object)),
    spec: { ...spec, metrics, ...(behavior === undefined ? {} : { behavior }) },
    status: {
      ...status,
      ...(currentMetrics === undefined ? {} : { currentMetrics }),
      ...(conditions === undefined ? {} : { conditions }),
    },
  };
}

const currentCpu = (current: number): Fields => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization: current } },
});

const conditionInGo = ({ type, status, lastTransitionTime = null, reason, message }: Fields): Fields => ({
  type,
  status,
  lastTransitionTime,
  ...((reason ?? '') === '' ? {} : { reason }),
  ...((message ?? '') === '' ? {} : { message }),
});

const RULE_FIELDS = ['stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance'] as const;
const POLICY_FIELDS = ['type', 'value', 'periodSeconds'] as const;
const inGo = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);

/** The annotation holds the type that Go uses inside, whose fields have no names of their own in JSON. */
function behaviorInGo({ scaleUp, scaleDown }: Fields): Fields {
  const policy = (fields: Fields): Fields =>
    Object.fromEntries(POLICY_FIELDS.map((field) => [inGo(field), fields[field] ?? null]));
  const rules = (value: unknown): Fields | null => {
    if (typeof value !== 'object' || value === null) return null;
    const of = value as Fields & { policies?: readonly Fields[] };
    return Object.fromEntries(
      RULE_FIELDS.map((field) => [
        inGo(field),
        (field === 'policies' ? of.policies?.map(policy) : of[field]) ?? null,
      ]),
    );
  };
  return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

function behaviorFromGo(value: unknown): Fields | undefined {
  const fieldsOf = (given: unknown, names: readonly string[]): Record<string, unknown> => {
    const fields: Record<string, unknown> = {};
    if (typeof given !== 'object' || given === null) return fields;
    // Go reads the names of fields in any case.
    for (const [key, member] of Object.entries(given)) {
      const name = names.find((one) => one.toLowerCase() === key.toLowerCase());
      if (name !== undefined && member !== null) fields[name] = member;
    }
    return fields;
  };
  const behavior = fieldsOf(value, ['scaleUp', 'scaleDown']);
  for (const direction in behavior) {
    const rules = fieldsOf(behavior[direction], RULE_FIELDS);
    if (Array.isArray(rules['policies'])) {
      rules['policies'] = rules['policies'].map((policy) => fieldsOf(policy, POLICY_FIELDS));
    }
    behavior[direction] = rules;
  }
  return Object.keys(behavior).length === 0 ? undefined : behavior;
}

function withoutRoundTrip({ metadata }: ApiObject): Record<string, string> {
  const annotations = { ...metadata.annotations };
  for (const name of ROUND_TRIP) Reflect.deleteProperty(annotations, name);
  return annotations;
}

function withAnnotations(
  { metadata }: ApiObject,
  annotations: Record<string, string>,
): ApiObject['metadata'] {
  if (Object.keys(annotations).length > 0) return { ...metadata, annotations };
  const { annotations: _none, ...others } = metadata;
  return others;
}

function listIn(text: string | undefined): Fields[] | undefined {
  const value = parsed(text);
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
    ? (value as Fields[])
    : undefined;
}

// Annotations are the user's: text that is no JSON is dropped, as the real server does.
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
