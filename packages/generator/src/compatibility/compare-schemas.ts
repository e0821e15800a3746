import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { ChangeList } from './change-list.js';
import { compareLimits } from './compare-limits.js';
import { compareBranches, compareRules } from './compare-rules.js';
import {
  compareDefaults,
  compareEnums,
  compareFormats,
  compareNullable,
  comparePatterns,
  compareTypes,
  typeName,
} from './compare-values.js';
import type { FieldComparison } from './compare-values.js';
import { compareFields } from './compare-fields.js';

/** Compares two schemas of one version, from the whole object down. */
export function compareSchemas(
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  version: string,
  changes: ChangeList,
): void {
  compareField({ before, after, at: { version, path: '', isCorrelated: false }, changes }, false);
}

function compareField(comparison: FieldComparison, isRequired: boolean): void {
  compareDefaults(comparison, isRequired);
  compareNullable(comparison);
  if (!compareTypes(comparison)) return;
  compareFormats(comparison);
  compareEnums(comparison);
  comparePatterns(comparison);
  compareLimits(comparison);
  compareRules(comparison);
  compareBranches(comparison);
  compareItems(comparison);
  if (isObject(comparison.after)) compareFields(comparison, compareField);
}

function isObject(schema: JSONSchemaProps): boolean {
  return typeName(schema) === 'object' || typeName(schema) === 'any';
}

function compareItems({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [itemsOf(before), itemsOf(after)];
  if (from === undefined || to === undefined) return;
  compareListTypes({ before, after, at, changes });
  const isCorrelated = at.isCorrelated && listType(after) === 'map';
  compareField(
    { before: from, after: to, at: { ...at, path: `${at.path}[*]`, isCorrelated }, changes },
    false,
  );
}

function compareListTypes({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [describedListType(before), describedListType(after)];
  if (from === to) return;
  const isLooser = listType(after) === 'atomic' || (listType(before) === 'map' && listType(after) === 'set');
  const message = `its list type was ${from} and is ${to}`;
  changes.fieldChanged(isLooser ? 'ListTypeLoosened' : 'ListTypeTightened', at, message, after);
}

const listType = (schema: JSONSchemaProps): string => schema['x-kubernetes-list-type'] ?? 'atomic';

function describedListType(schema: JSONSchemaProps): string {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return keys.length === 0 ? listType(schema) : `${listType(schema)} by ${[...keys].sort().join(', ')}`;
}

function itemsOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return Array.isArray(schema.items) ? undefined : schema.items;
}
