import type { IntOrString } from '@kubewright/api';

/**
 * A number as it stands, or a percentage of `total` (intstr.GetScaledValueFromIntOrPercent).
 * Validation lets nothing else into the store, so other text counts as 0.
 */
export function scaleIntOrPercent(
  value: IntOrString | undefined,
  total: number,
  round: 'up' | 'down',
): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  if (percent === undefined) return 0;
  const scaled = (Number(percent) * total) / 100;
  return round === 'up' ? Math.ceil(scaled) : Math.floor(scaled);
}
