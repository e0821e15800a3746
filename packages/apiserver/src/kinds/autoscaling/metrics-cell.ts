import type {
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@kubewright/api/autoscaling/v2';
import { NONE, UNKNOWN } from '../shared/cells.js';

const SHOWN = 2;

/** Current and wanted values: `cpu: 10%/80%` (printers/internalversion, formatHPAMetrics). */
export function metricsCell(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return NONE;
  const shown = specs
    .slice(0, SHOWN)
    .map((spec, i) => metricCell(spec, statuses[i]))
    .join(', ');
  return specs.length > SHOWN ? `${shown} + ${specs.length - SHOWN} more...` : shown;
}

function metricCell(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return valueCell(spec.external?.target, status?.external?.current);
    case 'Object':
      return valueCell(spec.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${spec.pods?.target.averageValue}`;
    case 'Resource':
      return resourceCell(spec.resource?.name, spec.resource?.target, status?.resource?.current);
    case 'ContainerResource':
      return resourceCell(
        spec.containerResource?.name,
        spec.containerResource?.target,
        status?.containerResource?.current,
      );
    default:
      return '<unknown type>';
  }
}

function valueCell(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined)
    return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
  return `${current?.value ?? UNKNOWN}/${target?.value}`;
}

function resourceCell(
  name: string | undefined,
  target: MetricTarget | undefined,
  current: MetricValueStatus | undefined,
): string {
  if (target?.averageValue !== undefined)
    return `${name}: ${current?.averageValue ?? UNKNOWN}/${target.averageValue}`;
  const percent = (value: number | undefined, none: string) => (value === undefined ? none : `${value}%`);
  return `${name}: ${percent(current?.averageUtilization, UNKNOWN)}/${percent(target?.averageUtilization, '<auto>')}`;
}
