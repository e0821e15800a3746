import { formatLabelSelector } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';

/** A selector of labels: text (`app=web,tier!=cache`), labels that must be equal, or a LabelSelector object. */
export type LabelSelectorOption = string | Readonly<Record<string, string>> | LabelSelector;

/** A selector of fields: text (`status.phase=Running`), or fields that must be equal. */
export type FieldSelectorOption = string | Readonly<Record<string, string>>;

/** As the text the API takes; `''` selects everything. */
export function labelSelectorText(selector: LabelSelectorOption): string {
  if (typeof selector === 'string') return selector;
  return formatLabelSelector(isLabelSelector(selector) ? selector : { matchLabels: { ...selector } });
}

/** As the text the API takes; values are escaped (apimachinery's pkg/fields). */
export function fieldSelectorText(selector: FieldSelectorOption): string {
  if (typeof selector === 'string') return selector;
  return Object.entries(selector)
    .map(([field, value]) => `${field}=${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

/** Labels have text as values; the two fields of a LabelSelector never do. */
function isLabelSelector(
  selector: Readonly<Record<string, string>> | LabelSelector,
): selector is LabelSelector {
  return Object.values(selector).some((value) => typeof value !== 'string');
}
