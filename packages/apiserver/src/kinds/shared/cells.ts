import type { LabelSelector } from '@kubewright/api';
import { formatLabelSelector } from '@kubewright/api';
import type { Container } from '@kubewright/api/core/v1';

export const NONE = '<none>';
export const UNSET = '<unset>';
export const UNKNOWN = '<unknown>';

/** Names and images of containers, comma-separated: the wide cells of workloads. */
export function containerCells(
  containers: readonly Container[] | undefined,
): [names: string, images: string] {
  const list = containers ?? [];
  return [list.map((c) => c.name).join(','), list.map((c) => c.image ?? '').join(',')];
}

/** `a=1,b=2`, sorted; `<none>` when empty (apimachinery `pkg/labels`, FormatLabels). */
export function labelsCell(labels: Readonly<Record<string, string>> | undefined): string {
  const text = Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
  return text === '' ? NONE : text;
}

/** A label selector as text; `<none>` when empty (apimachinery `pkg/apis/meta/v1`, FormatLabelSelector). */
export function selectorCell(selector: LabelSelector | null | undefined): string {
  if (selector === undefined || selector === null) return NONE;
  const text = formatLabelSelector(selector);
  return text === '' ? NONE : text;
}

/** Joins at the most `max` items and says how many more there are; `<unset>` for none. */
export function listCell(items: readonly string[], max: number): string {
  const shown = items.slice(0, max).join(',');
  if (items.length > max) return `${shown} + ${items.length - max} more...`;
  return shown === '' ? UNSET : shown;
}

/** `Go`'s spelling of an optional boolean. */
export function boolCell(value: boolean | undefined): string {
  return value === undefined ? UNSET : value ? 'True' : 'False';
}
