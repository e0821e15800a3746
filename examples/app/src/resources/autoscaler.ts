import type { Stored } from 'kubewright';
import { HorizontalPodAutoscaler } from 'kubewright/autoscaling/v2';
import type { MetricSpec } from 'kubewright/autoscaling/v2';
import type { App } from '../api/v1/app.js';
import { labelsOf } from './labels.js';

/** The autoscaler of an App; undefined when it has a fixed number of pods. */
export function autoscalerOf(app: Stored<App>): HorizontalPodAutoscaler | undefined {
  const { autoscaling } = app.spec;
  if (autoscaling === undefined) return undefined;
  const { name } = app.metadata;
  const { minReplicas = 1, maxReplicas } = autoscaling;
  return HorizontalPodAutoscaler({
    metadata: { name, labels: labelsOf(app) },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas,
      maxReplicas,
      metrics: [
        utilization('cpu', autoscaling.targetCPUUtilizationPercentage),
        utilization('memory', autoscaling.targetMemoryUtilizationPercentage),
      ].filter((metric) => metric !== undefined),
    },
  });
}

function utilization(name: string, averageUtilization: number | undefined): MetricSpec | undefined {
  if (averageUtilization === undefined) return undefined;
  return { type: 'Resource', resource: { name, target: { type: 'Utilization', averageUtilization } } };
}
