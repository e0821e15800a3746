import type { JsonObject } from '@kubewright/api';
import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { markerJson, markerString, markerValue } from './marker-text.js';

/**
 * What a schema says about the place that it stands at, and not about the type of its values; two fields can share a
 * type and differ in these.
 */
const CARRIED: ReadonlySet<string> = new Set([
  'description',
  'title',
  'externalDocs',
  'default',
  'example',
  'nullable',
]);

/** Whether a keyword is about the place of a schema: a field's business, and not its type's. */
export function isCarried(keyword: string): boolean {
  return CARRIED.has(keyword);
}

/** Written by API servers into OpenAPI documents; a CustomResourceDefinition has none of them. */
const OF_DOCUMENTS = new Set([
  'x-kubernetes-group-version-kind',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-unions',
  'x-kubernetes-selectable-fields',
]);

type Write = (value: never, schema: JSONSchemaProps) => string[];

const validation = (name: string) => (value: number | boolean) => [
  `kubebuilder:validation:${name}=${String(value)}`,
];

/** What a keyword is called as a marker, in the order in which markers are written. */
const WRITERS: Readonly<Record<string, Write>> = {
  title: (value: string) => [`kubebuilder:title=${quoted(value)}`],
  externalDocs: ({ url = '', description }: { url?: string; description?: string }) => [
    `kubebuilder:externalDocs:url=${quoted(url)}${description === undefined ? '' : `,description=${quoted(description)}`}`,
  ],
  type: (value: string) => [`kubebuilder:validation:Type=${value}`],
  'x-kubernetes-int-or-string': () => ['kubebuilder:validation:XIntOrString'],
  'x-kubernetes-embedded-resource': () => ['kubebuilder:validation:XEmbeddedResource'],
  'x-kubernetes-preserve-unknown-fields': () => ['kubebuilder:pruning:PreserveUnknownFields'],
  'x-kubernetes-list-type': (value: string) => [`listType=${value}`],
  'x-kubernetes-list-map-keys': (keys: string[]) => keys.map((key) => `listMapKey=${markerWord(key)}`),
  'x-kubernetes-map-type': (value: string, { properties }) => [
    `${properties === undefined ? 'mapType' : 'structType'}=${value}`,
  ],
  format: (value: string) => [`kubebuilder:validation:Format=${markerWord(value)}`],
  enum: (values: unknown[]) => [`kubebuilder:validation:Enum=${markerValue(values)}`],
  pattern: (value: string) => [`kubebuilder:validation:Pattern=${quoted(value)}`],
  minLength: validation('MinLength'),
  maxLength: validation('MaxLength'),
  minimum: validation('Minimum'),
  exclusiveMinimum: validation('ExclusiveMinimum'),
  maximum: validation('Maximum'),
  exclusiveMaximum: validation('ExclusiveMaximum'),
  multipleOf: validation('MultipleOf'),
  minItems: validation('MinItems'),
  maxItems: validation('MaxItems'),
  uniqueItems: validation('UniqueItems'),
  minProperties: validation('MinProperties'),
  maxProperties: validation('MaxProperties'),
  'x-kubernetes-validations': (rules: ValidationRule[]) => rules.map(ruleMarker),
  default: (value: unknown) => [defaultMarker(value)],
  example: (value: unknown) => [`kubebuilder:example=${markerValue(value)}`],
};

/** Markers that may stand on a field for the items of its array, as `kubebuilder:validation:items:...`. */
const FOR_ITEMS = /^kubebuilder:(?:validation:(?!items:)|pruning:)/;

/** What a schema says beyond its TypeScript type. */
export interface Constraints {
  readonly markers: readonly string[];
  /** The keywords that no marker says. */
  readonly patch?: JsonObject | undefined;
}

/**
 * What a schema says of its values, beyond what their type tells.
 *
 * @param told the keywords that the TypeScript type tells
 */
export function typeConstraints(schema: JSONSchemaProps, told: readonly string[]): Constraints {
  return constraints(schema, (keyword) => !isCarried(keyword) && !told.includes(keyword));
}

/** What a schema says of the place that it stands at, beyond its description and whether null may stand there. */
export function placeConstraints(schema: JSONSchemaProps): Constraints {
  return constraints(
    schema,
    (keyword) => isCarried(keyword) && keyword !== 'description' && keyword !== 'nullable',
  );
}

function constraints(schema: JSONSchemaProps, counts: (keyword: string) => boolean): Constraints {
  const markers: string[] = [];
  const patch: JsonObject = {};
  const left = new Map(
    Object.entries(schema).filter(
      ([keyword, value]) => counts(keyword) && !OF_DOCUMENTS.has(keyword) && !saysNothing(keyword, value),
    ),
  );
  for (const [keyword, write] of Object.entries(WRITERS)) {
    if (!left.has(keyword)) continue;
    const value: unknown = left.get(keyword);
    left.delete(keyword);
    if (isExpressible(keyword, value)) markers.push(...write(value as never, schema));
    else patch[keyword] = value;
  }
  for (const [keyword, value] of [...left].sort(([a], [b]) => (a < b ? -1 : 1))) patch[keyword] = value;
  return { markers, ...(Object.keys(patch).length === 0 ? {} : { patch }) };
}

/** Values that are the same as leaving the keyword out. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (keyword === 'default' || keyword === 'example') return false;
  if (keyword === 'additionalProperties') return false;
  return (
    value === false ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

/** The same markers for the items of an array, to stand on the array's field; undefined when one cannot. */
export function markersForItems(markers: readonly string[]): string[] | undefined {
  if (!markers.every((marker) => FOR_ITEMS.test(marker))) return undefined;
  return markers.map((marker) =>
    marker === 'kubebuilder:pruning:PreserveUnknownFields'
      ? 'kubebuilder:validation:items:XPreserveUnknownFields'
      : marker.replace('kubebuilder:validation:', 'kubebuilder:validation:items:'),
  );
}

/** One line: a merge patch of the schema, for what kubebuilder has no marker for. */
export function patchMarker(patch: JsonObject): string {
  return `kubewright:schema:patch=${markerJson(patch)}`;
}

function isExpressible(key: string, value: unknown): boolean {
  if (key === 'enum') return (value as unknown[]).every((item) => item !== null && typeof item !== 'object');
  if (key === 'default') return value !== null;
  // Braces cannot tell an empty list from an empty object, nor say null.
  if (key === 'example') return typeof value !== 'object';
  return true;
}

function ruleMarker(rule: ValidationRule): string {
  const { rule: expression, message, messageExpression, reason, fieldPath, optionalOldSelf } = rule;
  const named = Object.entries({ message, messageExpression, reason, fieldPath, optionalOldSelf }).flatMap(
    ([name, value]) =>
      value === undefined || value === ''
        ? []
        : [`${name}=${typeof value === 'string' ? quoted(value) : String(value)}`],
  );
  return `kubebuilder:validation:XValidation:${[`rule=${quoted(expression)}`, ...named].join(',')}`;
}

/** Lists and objects as JSON, which tells an empty one of either from the other. */
function defaultMarker(value: unknown): string {
  return typeof value === 'object'
    ? `default=${markerJson(value)}`
    : `kubebuilder:default=${markerValue(value)}`;
}

const quoted = markerString;

/** A word that needs no quotes, or text in quotes. */
function markerWord(text: string): string {
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(text) ? text : quoted(text);
}
