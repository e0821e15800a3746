import { isJsonObject } from '../json.js';
import { goSyntax, goText, goType } from './go-text.js';
import { elementOfItem, ListItemError } from './list-items.js';
import { elementText } from './path-element.js';
import type { PathElement } from './path-element.js';
import { firstForm, fieldTypeOf, elementOfField, formOf } from './schema-type.js';
import type { ListType, MapType, ScalarType, SchemaType } from './schema-type.js';
import { below, TypedValueError } from './typed-error.js';
import type { TypedFault } from './typed-error.js';

export interface ValidateOptions {
  /** Whether lists by keys and sets may have the same item twice, as stored objects may. Defaults to false. */
  readonly allowDuplicates?: boolean;
}

/** Throws TypedValueError when the type does not take the value (structured-merge-diff `typed/validate.go`). */
export function validateTyped(type: SchemaType, value: unknown, options: ValidateOptions = {}): void {
  const faults = faultsOf(type, value, options.allowDuplicates === true);
  if (faults.length > 0) throw new TypedValueError(faults);
}

const NONE: readonly TypedFault[] = [];
const fault = (message: string): TypedFault[] => [{ path: '', message }];

function faultsOf(type: SchemaType, value: unknown, duplicates: boolean): readonly TypedFault[] {
  switch (formOf(type, value) ?? firstForm(type)) {
    case 'map':
      return mapFaults(type.map as MapType, value, duplicates);
    case 'list':
      return listFaults(type.list as ListType, value, duplicates);
    default:
      return scalarFaults(type.scalar as ScalarType, value);
  }
}

// A value prints as the struct in which the real server holds it.
const held = (value: unknown): string => `&{${goText(value)}}`;

function scalarFaults(type: ScalarType, value: unknown): readonly TypedFault[] {
  if (value === null || value === undefined) return NONE;
  switch (type) {
    case 'numeric':
      return typeof value === 'number'
        ? NONE
        : fault(`expected numeric (int or float), got ${goType(value)}`);
    case 'string':
      return typeof value === 'string'
        ? NONE
        : fault(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
    case 'boolean':
      return typeof value === 'boolean' ? NONE : fault(`expected boolean, got ${held(value)}`);
    case 'untyped':
      return typeof value === 'object' ? fault(`expected any scalar, got ${held(value)}`) : NONE;
  }
}

function mapFaults(type: MapType, value: unknown, duplicates: boolean): readonly TypedFault[] {
  if (value === null || value === undefined) return NONE;
  if (!isJsonObject(value)) return fault(`expected map, got ${held(value)}`);
  let faults: TypedFault[] | undefined;
  for (const name of Object.keys(value)) {
    const fieldType = fieldTypeOf(type, name);
    const found =
      fieldType === undefined
        ? fault('field not declared in schema')
        : faultsOf(fieldType, value[name], duplicates);
    if (found.length > 0) (faults ??= []).push(...below(elementOfField(type, name), found));
    // The first unknown field ends the list of faults of its map.
    if (fieldType === undefined) break;
  }
  return faults ?? NONE;
}

function listFaults(type: ListType, value: unknown, duplicates: boolean): readonly TypedFault[] {
  if (value === null || value === undefined) return NONE;
  if (!Array.isArray(value)) return fault(`expected list, got ${held(value)}`);
  let faults: TypedFault[] | undefined;
  const seen = type.atomic || duplicates ? undefined : new Set<PathElement>();
  for (const [i, item] of value.entries()) {
    let element = `i:${i}`;
    if (!type.atomic) {
      try {
        element = elementOfItem(type, item);
      } catch (error) {
        if (!(error instanceof ListItemError)) throw error;
        return [...(faults ?? []), ...fault(`element ${i}: ${error.message}`)];
      }
      if (seen?.has(element) === true)
        (faults ??= []).push(...fault(`duplicate entries for key ${elementText(element)}`));
      seen?.add(element);
    }
    const found = faultsOf(type.item, item, duplicates);
    if (found.length > 0) (faults ??= []).push(...below(element, found));
  }
  return faults ?? NONE;
}
