import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import type { Marker, MarkerValue } from '../../model/marker.js';
import { isIntOrString } from '../keywords.js';
import type { Keyword } from '../keywords.js';

/** What one marker does to the schema that it stands on. */
export interface MarkerRule {
  /** Lower ones are applied first; those of one priority in the order of the source. Default 10, as controller-gen's. */
  readonly priority?: number;
  /** Returns what is wrong, as a lower-case sentence; undefined when the marker was applied. */
  apply(schema: JSONSchemaProps, value: MarkerValue, at: MarkerPlace): string | undefined;
  /** The keywords it sets, which then come from the marker's place. */
  readonly sets: readonly Keyword[];
}

/** What a marker's rule may need beyond the schema. */
export interface MarkerPlace {
  readonly marker: Marker;
  /** Tells where a rule in CEL comes from. */
  placeRule(rule: ValidationRule): void;
}

/** Where markers of this priority stand when controller-gen gives them none. */
export const DEFAULT_PRIORITY = 10;

/** Before those without a priority, which look at what these say. */
export const FIRST = DEFAULT_PRIORITY - 1;

export const isNumeric = (schema: JSONSchemaProps): boolean =>
  schema.type === 'integer' || schema.type === 'number' || isIntOrString(schema);
export const isTextual = (schema: JSONSchemaProps): boolean =>
  schema.type === 'string' || isIntOrString(schema);
export const isArray = (schema: JSONSchemaProps): boolean => schema.type === 'array';
export const isObject = (schema: JSONSchemaProps): boolean => schema.type === 'object';

/** The named arguments of a marker. */
export function argumentsOf(value: MarkerValue): { readonly [argument: string]: MarkerValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [argument: string]: MarkerValue })
    : {};
}

/** A list of texts, or one text. */
export function textsOf(value: MarkerValue): string[] {
  const values = Array.isArray(value) ? (value as readonly MarkerValue[]) : [value];
  return values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}
