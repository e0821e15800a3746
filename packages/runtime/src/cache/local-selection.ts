import { parseFieldSelector, parseLabelSelector } from '@kubewright/api';
import type { FieldSelectorMatcher, LabelSelectorMatcher } from '@kubewright/api';
import { fieldSelectorText, labelSelectorText } from '@kubewright/client';
import type { FieldSelectorOption, LabelSelectorOption } from '@kubewright/client';

import { parseBytes } from './codec.js';
import type { ObjectMetaEntry } from './informer-event.js';

export interface SelectionOptions {
  labelSelector?: LabelSelectorOption | undefined;
  fieldSelector?: FieldSelectorOption | undefined;
}

/** Judges what the server would select, for objects that did not come from a list or a watch. */
export interface LocalSelection {
  /** Undefined where only the server can tell. */
  selects(entry: ObjectMetaEntry): boolean | undefined;
}

/** Undefined when everything is selected. */
export function localSelection(options: SelectionOptions): LocalSelection | undefined {
  const labels = parseLabelSelector(labelSelectorText(options.labelSelector ?? ''));
  const fields = parseFieldSelector(fieldSelectorText(options.fieldSelector ?? ''));
  if (labels.requirements.length === 0 && fields.requirements.length === 0) return undefined;
  return {
    selects: (entry) => {
      if (!matchesLabels(labels, entry)) return false;
      return matchesFields(fields, entry);
    },
  };
}

function matchesLabels(selector: LabelSelectorMatcher, entry: ObjectMetaEntry): boolean {
  return selector.requirements.length === 0 || selector.matches(entry.labels);
}

/**
 * A field selector names fields as the kind's strategy does, which nearly always are paths within the object. One that
 * is not there may have a default, and when that is what is asked for it is the server's to judge.
 */
function matchesFields(selector: FieldSelectorMatcher, entry: ObjectMetaEntry): boolean | undefined {
  let object: unknown;
  let unknown = false;
  for (const { field, operator, value } of selector.requirements) {
    let actual: string | undefined;
    if (field === 'metadata.name') actual = entry.name;
    else if (field === 'metadata.namespace') actual = entry.namespace;
    else {
      object ??= parseBytes(entry.bytes);
      actual = textAt(object, field);
    }
    if (actual === undefined) {
      if (DEFAULTS.has(value)) unknown = true;
      else if (operator === '=') return false;
    } else if ((actual === value) !== (operator === '=')) return false;
  }
  return unknown ? undefined : true;
}

/** How fields that are absent read: as empty text, a boolean or a number. */
const DEFAULTS: ReadonlySet<string> = new Set(['', 'false', '0']);

function textAt(object: unknown, path: string): string | undefined {
  let at = object;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}
