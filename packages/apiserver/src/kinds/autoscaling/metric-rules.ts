import { compareQuantity } from '@kubewright/api';
import type { MetricIdentifier, MetricSpec, MetricTarget } from '@kubewright/api/autoscaling/v2';
import { child, forbidden, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validLabelSelector } from '../shared/labels.js';
import { pathSegmentFaults } from '../shared/path-segment.js';
import { containerResourceName } from '../shared/resource-names.js';
import { dnsLabel, faults } from '../shared/rules.js';
import { targetRules } from './target-reference.js';

const TYPES: readonly string[] = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
const SOURCE_OF: Readonly<Record<string, (typeof SOURCES)[number]>> = {
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
  External: 'external',
  ContainerResource: 'containerResource',
};

/** One metric of an autoscaler (autoscaling validation, validateMetricSpec). */
export function metricRules(errors: FieldError[], path: string, metric: MetricSpec): void {
  const { type } = metric;
  const typePath = child(path, 'type');
  if (!type) errors.push(required(typePath, 'must specify a metric source type'));
  if (!TYPES.includes(type)) errors.push(notSupported(typePath, type, TYPES));
  const present = SOURCES.filter((source) => metric[source] !== undefined);
  const [first] = present;
  if (first !== undefined) sourceRules(errors, child(path, first), first, metric);
  const expected = SOURCE_OF[type];
  if (expected === undefined) errors.push(notSupported(typePath, type, TYPES));
  else if (metric[expected] === undefined) {
    errors.push(required(child(path, expected), 'must populate information for the given metric source'));
  }
  if (present.length === 1) return;
  for (const source of present) {
    if (source !== expected)
      errors.push(forbidden(child(path, source), 'must populate the given metric source only'));
  }
}

function sourceRules(
  errors: FieldError[],
  path: string,
  source: (typeof SOURCES)[number],
  metric: MetricSpec,
): void {
  const target = metric[source]?.target;
  if (source === 'object' && metric.object !== undefined) {
    targetRules(errors, child(path, 'describedObject'), metric.object.describedObject);
  }
  if (source === 'resource' && !metric.resource?.name) {
    errors.push(required(child(path, 'name'), 'must specify a resource name'));
  }
  if (source === 'containerResource') containerSourceRules(errors, path, metric);
  if (source === 'object' || source === 'external' || source === 'pods') {
    identifierRules(errors, child(path, 'metric'), metric[source]?.metric);
  }
  if (target !== undefined) {
    metricTargetRules(errors, child(path, 'target'), target);
    amountRules(errors, child(path, 'target'), source, target);
  }
}

function containerSourceRules(errors: FieldError[], path: string, { containerResource }: MetricSpec): void {
  const { name = '', container = '' } = containerResource ?? {};
  if (name === '') errors.push(required(child(path, 'name'), 'must specify a resource name'));
  else containerResourceName(errors, child(path, 'name'), name);
  if (container === '') errors.push(required(child(path, 'container'), 'must specify a container'));
  else dnsLabel(errors, child(path, 'container'), container);
}

function identifierRules(errors: FieldError[], path: string, identifier: MetricIdentifier | undefined): void {
  const { name = '', selector } = identifier ?? {};
  if (name === '') errors.push(required(child(path, 'name'), 'must specify a metric name'));
  else faults(errors, child(path, 'name'), name, pathSegmentFaults(name));
  validLabelSelector(errors, child(path, 'selector'), selector);
}

const TARGET_TYPES: readonly string[] = ['Utilization', 'Value', 'AverageValue'];

function metricTargetRules(errors: FieldError[], path: string, target: MetricTarget): void {
  const { type, averageUtilization } = target;
  if (!type) errors.push(required(child(path, 'type'), 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(type)) {
    errors.push(invalid(child(path, 'type'), type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const field of ['value', 'averageValue'] as const) {
    const amount = target[field];
    if (amount !== undefined && compareQuantity(amount, '0') <= 0) {
      errors.push(invalid(child(path, field), amount, 'must be positive'));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(child(path, 'averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
}

function amountRules(
  errors: FieldError[],
  path: string,
  source: (typeof SOURCES)[number],
  target: MetricTarget,
): void {
  const { value, averageValue, averageUtilization } = target;
  if (source === 'pods') {
    if (averageValue !== undefined) return;
    errors.push(required(child(path, 'averageValue'), 'must specify a positive target averageValue'));
  } else if (source === 'object' || source === 'external') {
    const external = source === 'external';
    if (value === undefined && averageValue === undefined) {
      const what = external
        ? 'a target value for metric or a per-pod target'
        : 'a target value or averageValue';
      errors.push(required(child(path, 'averageValue'), `must set either ${what}`));
    } else if (external && value !== undefined && averageValue !== undefined) {
      const message = 'may not set both a target value for metric and a per-pod target';
      errors.push(forbidden(child(path, 'value'), message));
    }
  } else if (averageUtilization === undefined && averageValue === undefined) {
    const message = 'must set either a target raw value or a target utilization';
    errors.push(required(child(path, 'averageUtilization'), message));
  } else if (averageUtilization !== undefined && averageValue !== undefined) {
    const message = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(child(path, 'averageValue'), message));
  }
}
