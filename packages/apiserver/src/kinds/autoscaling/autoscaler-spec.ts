import { compareQuantity } from '@kubewright/api';
import type { HorizontalPodAutoscalerSpec, HPAScalingRules } from '@kubewright/api/autoscaling/v2';
import { child, forbidden, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { NEGATIVE_MESSAGE, NOT_POSITIVE_MESSAGE } from '../shared/numbers.js';
import { metricRules } from './metric-rules.js';
import { targetRules } from './target-reference.js';

/** autoscaling validation, validateHorizontalPodAutoscalerSpec. */
export function autoscalerSpecRules(spec: HorizontalPodAutoscalerSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return errors;
  const { minReplicas, maxReplicas, behavior, scaleTargetRef } = spec;
  const metrics = spec.metrics ?? [];
  if (minReplicas !== undefined && minReplicas < 1) {
    errors.push(invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
  }
  if (maxReplicas === 0) errors.push(required('spec.maxReplicas', 'must be set and greater than 0'));
  else if (maxReplicas < 0)
    errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  targetRules(errors, 'spec.scaleTargetRef', scaleTargetRef, {
    groupRequired: scaleTargetRef.kind !== 'ReplicationController',
  });
  metrics.forEach((metric, i) => metricRules(errors, index('spec.metrics', i), metric));
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const message = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbidden('spec.metrics', message));
  }
  scalingRules(errors, 'spec.behavior.scaleUp', behavior?.scaleUp);
  scalingRules(errors, 'spec.behavior.scaleDown', behavior?.scaleDown);
  return errors;
}

const SELECT_POLICIES: readonly string[] = ['Disabled', 'Max', 'Min'];
const POLICY_TYPES: readonly string[] = ['Percent', 'Pods'];
const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;

function scalingRules(errors: FieldError[], path: string, rules: HPAScalingRules | undefined): void {
  if (rules === undefined) return;
  const { stabilizationWindowSeconds: window, selectPolicy, tolerance } = rules;
  const policies = rules.policies ?? [];
  const windowPath = child(path, 'stabilizationWindowSeconds');
  if (window !== undefined && window < 0) {
    errors.push(invalid(windowPath, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > MAX_WINDOW_SECONDS) {
    errors.push(invalid(windowPath, window, `must be less than or equal to ${MAX_WINDOW_SECONDS}`));
  }
  if (selectPolicy !== undefined && !SELECT_POLICIES.includes(selectPolicy)) {
    errors.push(notSupported(child(path, 'selectPolicy'), selectPolicy, SELECT_POLICIES));
  }
  const policiesPath = child(path, 'policies');
  if (policies.length === 0) errors.push(required(policiesPath, 'must specify at least one Policy'));
  policies.forEach(({ type, value, periodSeconds }, i) => {
    const at = index(policiesPath, i);
    const periodPath = child(at, 'periodSeconds');
    if (!POLICY_TYPES.includes(type)) errors.push(notSupported(child(at, 'type'), type, POLICY_TYPES));
    if (value <= 0) errors.push(invalid(child(at, 'value'), value, NOT_POSITIVE_MESSAGE));
    if (periodSeconds <= 0) errors.push(invalid(periodPath, periodSeconds, NOT_POSITIVE_MESSAGE));
    if (periodSeconds > MAX_PERIOD_SECONDS) {
      errors.push(invalid(periodPath, periodSeconds, `must be less than or equal to ${MAX_PERIOD_SECONDS}`));
    }
  });
  if (tolerance !== undefined && compareQuantity(tolerance, '0') < 0) {
    errors.push(invalid(child(path, 'tolerance'), tolerance, NEGATIVE_MESSAGE));
  }
}
