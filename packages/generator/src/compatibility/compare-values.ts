import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { isKnownFormat } from '@kubewright/apiserver/crd';
import type { ChangeList, FieldPlace } from './change-list.js';

/** What is compared of a field in both schemas. */
export interface FieldComparison {
  readonly before: JSONSchemaProps;
  readonly after: JSONSchemaProps;
  readonly at: FieldPlace;
  readonly changes: ChangeList;
}

/** Type as a word of its own where there is none in the schema. */
export function typeName(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'int-or-string';
  return schema.type ?? 'any';
}

/** False when the types have nothing in common, and comparing on makes no sense. */
export function compareTypes({ before, after, at, changes }: FieldComparison): boolean {
  const [from, to] = [typeName(before), typeName(after)];
  if (from === to) return true;
  const message = `its type was ${from} and is ${to}`;
  if (accepts(to, from)) changes.fieldChanged('TypeWidened', at, message, after);
  else if (from === 'number' && to === 'integer') changes.fieldChanged('TypeNarrowed', at, message, after);
  else changes.fieldChanged('TypeChanged', at, message, after);
  return accepts(to, from) || accepts(from, to);
}

function accepts(wide: string, narrow: string): boolean {
  if (wide === 'any') return true;
  if (wide === 'int-or-string') return narrow === 'integer' || narrow === 'string';
  return wide === 'number' && narrow === 'integer';
}

export function compareNullable({ before, after, at, changes }: FieldComparison): void {
  const [was, is] = [before.nullable === true, after.nullable === true];
  if (was && !is) changes.fieldChanged('NullableRemoved', at, 'null was allowed', after);
  if (!was && is) changes.fieldChanged('NullableAdded', at, 'null is allowed', after);
}

export function compareFormats({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [before.format ?? '', after.format ?? ''];
  if (from === to) return;
  const message =
    from === ''
      ? `the format ${to} is new`
      : to === ''
        ? `the format ${from} is gone`
        : `its format was ${from} and is ${to}`;
  const isChecked = (schema: JSONSchemaProps): boolean =>
    schema.format !== undefined && schema.format !== '' && isKnownFormat(schema.format, schema.type);
  const isLooser = !isChecked(after) || WIDER_FORMATS.get(to) === from;
  const code = !isLooser ? 'FormatTightened' : isChecked(before) ? 'FormatLoosened' : 'FormatChanged';
  changes.fieldChanged(code, at, message, after);
}

const WIDER_FORMATS: ReadonlyMap<string, string> = new Map([
  ['int64', 'int32'],
  ['double', 'float'],
]);

export function comparePatterns({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [before.pattern ?? '', after.pattern ?? ''];
  if (from === to) return;
  if (from === '') changes.fieldChanged('PatternAdded', at, `it must match ${to}`, after);
  else if (to === '') changes.fieldChanged('PatternRemoved', at, `it had to match ${from}`, after);
  else changes.fieldChanged('PatternChanged', at, `it had to match ${from} and must match ${to}`, after);
}

export function compareEnums({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [before.enum ?? [], after.enum ?? []];
  const removed = from.filter((value) => !to.some((other) => jsonEquals(value, other)));
  const added = to.filter((value) => !from.some((other) => jsonEquals(value, other)));
  if (from.length === 0 && to.length > 0)
    changes.fieldChanged('EnumAdded', at, `it must be one of ${listed(to)}`, after);
  else if (from.length > 0 && to.length === 0)
    changes.fieldChanged('EnumRemoved', at, `it had to be one of ${listed(from)}`, after);
  else {
    if (removed.length > 0)
      changes.fieldChanged(
        'EnumValueRemoved',
        at,
        `${listed(removed)} ${isOrAre(removed)} no longer allowed`,
        after,
      );
    if (added.length > 0)
      changes.fieldChanged('EnumValueAdded', at, `${listed(added)} ${isOrAre(added)} allowed`, after);
  }
}

const listed = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');
const isOrAre = (values: readonly unknown[]): string => (values.length === 1 ? 'is' : 'are');

/** @param isRequired whether objects must have the field under the new schema */
export function compareDefaults({ before, after, at, changes }: FieldComparison, isRequired: boolean): void {
  const [from, to] = [before.default, after.default];
  if (jsonEquals(from, to)) return;
  if (from === undefined)
    changes.fieldChanged('DefaultAdded', at, `its default is ${JSON.stringify(to)}`, after);
  else if (to !== undefined)
    changes.fieldChanged(
      'DefaultChanged',
      at,
      `its default was ${JSON.stringify(from)} and is ${JSON.stringify(to)}`,
      after,
    );
  else
    changes.fieldChanged(
      isRequired ? 'RequiredDefaultRemoved' : 'DefaultRemoved',
      at,
      `its default was ${JSON.stringify(from)}${isRequired ? ', and it is required' : ''}`,
      after,
    );
}
