import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { FieldPlace } from './change-list.js';
import type { FieldComparison } from './compare-values.js';

/** Compares the schemas of one field and all below it. */
type CompareField = (comparison: FieldComparison, isRequired: boolean) => void;

/** What was there where unknown fields were kept. */
const ANYTHING: JSONSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/** Fields, keys of maps, what is required, and what becomes of fields that have no name. */
export function compareFields(comparison: FieldComparison, compareField: CompareField): void {
  const { before, after, at, changes } = comparison;
  compareKeeping(comparison);
  compareMapTypes(comparison);
  compareEmbedding(comparison);
  const [fieldsBefore, fieldsAfter] = [before.properties ?? {}, after.properties ?? {}];
  const [valuesBefore, valuesAfter] = [mapValues(before), mapValues(after)];
  const isRequired = (name: string): boolean => after.required?.includes(name) ?? false;

  for (const [name, schema] of Object.entries(fieldsBefore)) {
    const place = fieldAt(at, name);
    const counterpart = Object.hasOwn(fieldsAfter, name) ? fieldsAfter[name] : valuesAfter;
    if (counterpart !== undefined)
      compareField({ before: schema, after: counterpart, at: place, changes }, isRequired(name));
    else if (keepsUnknown(after))
      changes.fieldChanged('FieldUndeclared', place, 'the schema no longer names it');
    else if (!isImplied(at, name)) changes.fieldChanged('FieldRemoved', place, 'the schema no longer has it');
  }
  for (const [name, schema] of Object.entries(fieldsAfter)) {
    if (Object.hasOwn(fieldsBefore, name) || isImplied(at, name)) continue;
    const place = fieldAt(at, name);
    // A key of a map, or a field that was kept unknown, may be there already.
    const former = valuesBefore ?? (keepsUnknown(before) ? ANYTHING : undefined);
    if (former === undefined)
      changes.fieldChanged('FieldAdded', place, `it is new (${schema.type ?? 'any type'})`);
    else compareField({ before: former, after: schema, at: place, changes }, isRequired(name));
  }
  if (valuesBefore !== undefined && valuesAfter !== undefined)
    compareField(
      { before: valuesBefore, after: valuesAfter, at: { ...at, path: `${at.path}.*` }, changes },
      false,
    );
  compareRequired(comparison);
}

function compareRequired({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [before.required ?? [], after.required ?? []];
  for (const name of to) {
    if (from.includes(name) || isImplied(at, name) || after.properties?.[name]?.default !== undefined)
      continue;
    changes.fieldChanged('RequiredAdded', fieldAt(at, name), 'it is required and has no default');
  }
  for (const name of from) {
    if (to.includes(name) || isImplied(at, name) || after.properties?.[name] === undefined) continue;
    changes.fieldChanged('RequiredRemoved', fieldAt(at, name), 'it was required');
  }
}

function compareKeeping({ before, after, at, changes }: FieldComparison): void {
  const [was, is] = [keepsUnknown(before), keepsUnknown(after)];
  const [wasMap, isMap] = [mapValues(before) !== undefined, mapValues(after) !== undefined];
  if (was && !is && !isMap) changes.fieldChanged('PreserveUnknownRemoved', at, 'unknown fields were kept');
  if (!was && is && !wasMap) changes.fieldChanged('PreserveUnknownAdded', at, 'unknown fields are kept');
  if (wasMap && !isMap && !is) changes.fieldChanged('MapToFields', at, 'it was a map with any keys');
  const hadFields = Object.keys(before.properties ?? {}).length > 0;
  if (!wasMap && isMap && hadFields) changes.fieldChanged('FieldsToMap', at, 'it is a map with any keys');
}

function compareMapTypes({ before, after, at, changes }: FieldComparison): void {
  const typeOf = (schema: JSONSchemaProps): string => schema['x-kubernetes-map-type'] ?? 'granular';
  const [from, to] = [typeOf(before), typeOf(after)];
  if (from !== to) changes.fieldChanged('MapTypeChanged', at, `its map type was ${from} and is ${to}`);
}

function compareEmbedding({ before, after, at, changes }: FieldComparison): void {
  const isEmbedded = (schema: JSONSchemaProps): boolean => schema['x-kubernetes-embedded-resource'] === true;
  if (!isEmbedded(before) && isEmbedded(after))
    changes.fieldChanged('EmbeddedResourceAdded', at, 'it must be a whole Kubernetes object');
  if (isEmbedded(before) && !isEmbedded(after))
    changes.fieldChanged('EmbeddedResourceRemoved', at, 'it was a whole Kubernetes object');
}

const keepsUnknown = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true;

/** The schema of a map's values; undefined for what is no map. */
function mapValues({ additionalProperties }: JSONSchemaProps): JSONSchemaProps | undefined {
  if (additionalProperties === undefined || additionalProperties === false) return undefined;
  return additionalProperties === true ? {} : additionalProperties;
}

/** Every object has these, whatever its schema says. */
function isImplied({ path }: FieldPlace, name: string): boolean {
  return path === '' && (name === 'apiVersion' || name === 'kind' || name === 'metadata');
}

function fieldAt(at: FieldPlace, name: string): FieldPlace {
  const step = /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  // The fields of the whole object are correlated, although the object itself always changes.
  return { ...at, path: `${at.path}${step}`, isCorrelated: at.path === '' || at.isCorrelated };
}
