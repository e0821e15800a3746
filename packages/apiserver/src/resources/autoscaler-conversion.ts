import type { ApiObject } from '../kinds/behaviour.js';

// autoscaling/v1 knows one metric, the CPU; it carries the others along in annotations
// (pkg/apis/autoscaling/v1/conversion.go).
const METRICS_ANNOTATION = 'autoscaling.alpha.kubernetes.io/metrics';
const BEHAVIOR_ANNOTATION = 'autoscaling.alpha.kubernetes.io/behavior';

type Fields = Record<string, unknown>;
interface Metric {
  type: string;
  resource?: { name: string; target: { type: string; averageUtilization?: number } };
}

const isCpuUtilization = (metric: Metric): boolean =>
  metric.type === 'Resource' &&
  metric.resource?.name === 'cpu' &&
  metric.resource.target.type === 'Utilization';

export function toAutoscalerV1(object: ApiObject): ApiObject {
  if (object.apiVersion === 'autoscaling/v1') return object;
  const { metrics, behavior, ...spec } = (object['spec'] ?? {}) as Fields & { metrics?: Metric[] };
  const { currentMetrics: _, ...status } = (object['status'] ?? {}) as Fields;
  const cpu = metrics?.find(isCpuUtilization);
  const others = metrics?.filter((metric) => metric !== cpu) ?? [];
  const annotations = { ...object.metadata.annotations };
  if (others.length > 0) annotations[METRICS_ANNOTATION] = JSON.stringify(others);
  if (behavior !== undefined) annotations[BEHAVIOR_ANNOTATION] = JSON.stringify(behavior);
  const target = cpu?.resource?.target.averageUtilization;
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object, annotations),
    spec: target === undefined ? spec : { ...spec, targetCPUUtilizationPercentage: target },
    status: { currentReplicas: 0, desiredReplicas: 0, ...status },
  };
}

export function toAutoscalerV2(object: ApiObject): ApiObject {
  if (object.apiVersion === 'autoscaling/v2') return object;
  const { targetCPUUtilizationPercentage: target, ...spec } = (object['spec'] ?? {}) as Fields;
  const { currentCPUUtilizationPercentage: _, ...status } = (object['status'] ?? {}) as Fields;
  const {
    [METRICS_ANNOTATION]: others,
    [BEHAVIOR_ANNOTATION]: behavior,
    ...annotations
  } = object.metadata.annotations ?? {};
  const metrics = [...((parsed(others) as Metric[] | undefined) ?? [])];
  if (typeof target === 'number') {
    metrics.push({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } },
    });
  }
  const parsedBehavior = parsed(behavior);
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object, annotations),
    spec: {
      ...spec,
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(parsedBehavior === undefined ? {} : { behavior: parsedBehavior }),
    },
    status,
  };
}

function withAnnotations(
  { metadata }: ApiObject,
  annotations: Record<string, string>,
): ApiObject['metadata'] {
  if (Object.keys(annotations).length > 0) return { ...metadata, annotations };
  const { annotations: _none, ...others } = metadata;
  return others;
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
