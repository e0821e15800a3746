import type { HorizontalPodAutoscaler, HPAScalingRules } from '@kubewright/api/autoscaling/v2';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { nonNegativeFields } from '../shared/numbers.js';
import { autoscalerSpecRules } from './autoscaler-spec.js';
import { metricsCell } from './metrics-cell.js';

const CPU_UTILIZATION = 80;

/** registry/autoscaling/horizontalpodautoscaler/strategy.go. The rules are those of v2, in which it is stored. */
export const horizontalPodAutoscaler = behaviour<HorizontalPodAutoscaler>({
  group: 'autoscaling',
  kind: 'HorizontalPodAutoscaler',
  keepsEmpty: { 'spec.behavior.scaleUp.policies': 'absent', 'spec.behavior.scaleDown.policies': 'absent' },
  hasGeneration: false,
  defaults: ({ spec }) => {
    if (spec === undefined) return;
    spec.minReplicas ??= 1;
    if ((spec.metrics?.length ?? 0) === 0) {
      const target = { type: 'Utilization' as const, averageUtilization: CPU_UTILIZATION };
      spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    }
    if (spec.behavior === undefined) return;
    spec.behavior.scaleUp = { ...SCALE_UP(), ...spec.behavior.scaleUp };
    spec.behavior.scaleDown = { ...SCALE_DOWN(), ...spec.behavior.scaleDown };
  },
  prepareForCreate: (object) => {
    object.status = emptyStatus();
  },
  validate: ({ spec }) => autoscalerSpecRules(spec),
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    nonNegativeFields(errors, 'status', status, ['currentReplicas', 'desiredReplicas']);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Reference', 'string', 'autoscaling.v2.HorizontalPodAutoscalerSpec.scaleTargetRef'),
      documented('Targets', 'string', 'autoscaling.v2.HorizontalPodAutoscalerSpec.metrics'),
      documented('MinPods', 'string', 'autoscaling.v2.HorizontalPodAutoscalerSpec.minReplicas'),
      documented('MaxPods', 'string', 'autoscaling.v2.HorizontalPodAutoscalerSpec.maxReplicas'),
      documented('Replicas', 'string', 'autoscaling.v2.HorizontalPodAutoscalerStatus.currentReplicas'),
      AGE,
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      `${spec?.scaleTargetRef.kind}/${spec?.scaleTargetRef.name}`,
      metricsCell(spec?.metrics ?? [], status?.currentMetrics ?? []),
      spec?.minReplicas === undefined ? '<unset>' : String(spec.minReplicas),
      spec?.maxReplicas ?? 0,
      status?.currentReplicas ?? 0,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

// A list that Go always writes, which is null while it is empty.
function emptyStatus(): NonNullable<HorizontalPodAutoscaler['status']> {
  return Object.assign({ desiredReplicas: 0 }, { currentMetrics: null }) as unknown as {
    desiredReplicas: number;
  };
}

const SCALE_UP = (): HPAScalingRules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
});
const SCALE_DOWN = (): HPAScalingRules => ({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
});
