import type { LabelSelector, LabelSelectorRequirement } from '@kubewright/api';
import { validateLabelKey, validateLabelValue } from '@kubewright/api';
import { child, forbidden, index, invalid, required, tooLong } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { faults, qualifiedName } from './rules.js';

type Labels = Readonly<Record<string, string>>;

/** Labels, or any map with the same rule such as a node selector (apimachinery `apis/meta/v1/validation`). */
export function validLabels(errors: FieldError[], path: string, labels: Labels | undefined): void {
  if (labels === undefined) return;
  for (const name in labels) {
    faults(errors, path, name, validateLabelKey(name));
    const value = labels[name] as string;
    faults(errors, path, value, validateLabelValue(value));
  }
}

const ANNOTATIONS_MAX_BYTES = 256 * 1024;

export function validAnnotations(errors: FieldError[], path: string, annotations: Labels | undefined): void {
  if (annotations === undefined) return;
  let length = 0;
  for (const name in annotations) {
    faults(errors, path, name, validateLabelKey(name.toLowerCase()));
    length += name.length + (annotations[name] as string).length;
  }
  // Characters are at most three bytes each, so that most annotations need no counting of bytes.
  if (length * 3 > ANNOTATIONS_MAX_BYTES && annotationBytes(annotations) > ANNOTATIONS_MAX_BYTES) {
    errors.push(tooLong(path, ANNOTATIONS_MAX_BYTES));
  }
}

function annotationBytes(annotations: Labels): number {
  let bytes = 0;
  for (const name in annotations)
    bytes += Buffer.byteLength(name) + Buffer.byteLength(annotations[name] as string);
  return bytes;
}

export function validLabelSelector(
  errors: FieldError[],
  path: string,
  selector: LabelSelector | undefined,
): void {
  if (selector === undefined) return;
  validLabels(errors, child(path, 'matchLabels'), selector.matchLabels);
  const expressions = child(path, 'matchExpressions');
  selector.matchExpressions?.forEach((expression, i) =>
    validRequirement(errors, index(expressions, i), expression),
  );
}

/** One requirement of a selector. `anyOperator` leaves operators alone that a newer client may know. */
export function validRequirement(
  errors: FieldError[],
  path: string,
  requirement: LabelSelectorRequirement,
  options: { anyOperator?: boolean } = {},
): void {
  const values = requirement.values ?? [];
  selectorValues(errors, path, requirement, options);
  qualifiedName(errors, child(path, 'key'), requirement.key);
  values.forEach((value, i) =>
    faults(errors, index(child(path, 'values'), i), value, validateLabelValue(value)),
  );
}

/** Whether the values of a requirement go with its operator; of label and of field selectors. */
export function selectorValues(
  errors: FieldError[],
  path: string,
  { operator, values = [] }: { operator: string; values?: readonly string[] },
  { anyOperator = false }: { anyOperator?: boolean } = {},
): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length > 0) return;
    errors.push(required(child(path, 'values'), "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length === 0) return;
    errors.push(
      forbidden(child(path, 'values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    );
  } else if (!anyOperator) {
    errors.push(invalid(child(path, 'operator'), operator, 'not a valid selector operator'));
  }
}

/** Whether a selector has no requirement at all, and so selects everything. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return isEmptyMap(selector.matchLabels) && (selector.matchExpressions?.length ?? 0) === 0;
}

export function isEmptyMap(map: object | undefined): boolean {
  if (map === undefined) return true;
  for (const _ in map) return false;
  return true;
}

/** A map as Go's JSON encoder writes it: keys in order. */
export function sorted<V>(
  map: Readonly<Record<string, V>> | undefined,
): Readonly<Record<string, V>> | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A selector as Go's JSON encoder writes it. */
export function sortedSelector(selector: LabelSelector | null | undefined): LabelSelector | undefined {
  if (selector === undefined || selector === null) return undefined;
  const { matchLabels, matchExpressions } = selector;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: sorted(matchLabels) as Record<string, string> }),
    ...(matchExpressions === undefined
      ? {}
      : {
          matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
            key,
            operator,
            ...(values === undefined ? {} : { values }),
          })),
        }),
  };
}
