import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';
import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { CoreTypeMatcher } from '@kubewright/generator';

/*
 * What two definitions may differ in and still be equivalent, each with its reason:
 *
 * - `apiVersion`, `kind` and `metadata` of the object, and whether they are required: the API server sees to them, and
 *   the generator writes them in its own words. Limits of the metadata count.
 * - Descriptions within a type that is one of Kubernetes' own, and of a place of such a type that has none: they are those
 *   of the release of Kubernetes that the generator knows.
 * - The order of `required`, `enum`, columns' keys and versions, which is the writer's taste. The order of columns, of
 *   rules and of list map keys counts.
 * - `anyOf` of integer and string beside `x-kubernetes-int-or-string`, which says the same.
 * - Null among the values of an enum, which no server takes for it, and `allOf` with the enum, which lets null through: the
 *   generator writes what was meant.
 * - Keywords that say nothing: `false`, empty texts, lists and objects (an API server drops them), a priority of 0, `conversion.strategy: None`,
 *   the list kind and the singular that the API server would choose itself.
 * - The annotation in which controller-gen leaves its version.
 */

const OBJECT_FIELDS = ['apiVersion', 'kind', 'metadata'];
const INTEGER_OR_STRING = JSON.stringify([{ type: 'integer' }, { type: 'string' }]);

/** The differences of two definitions that count, as lines; none when they are equivalent. */
export function differences(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  coreTypes: CoreTypeMatcher,
): string[] {
  const found: string[] = [];
  compare(plainDefinition(before, coreTypes), plainDefinition(after, coreTypes), '', found);
  return found;
}

function plainDefinition(
  { metadata, spec }: CustomResourceDefinition,
  coreTypes: CoreTypeMatcher,
): JsonObject {
  const { names, versions, conversion, preserveUnknownFields: _, ...rest } = spec;
  const { 'controller-gen.kubebuilder.io/version': __, ...annotations } = metadata?.annotations ?? {};
  return {
    name: metadata?.name,
    annotations,
    labels: metadata?.labels ?? {},
    ...rest,
    names: { listKind: `${names.kind}List`, singular: names.kind.toLowerCase(), ...names },
    ...(conversion === undefined || conversion.strategy === 'None' ? {} : { conversion }),
    versions: Object.fromEntries(
      versions.map(({ schema, subresources = {}, additionalPrinterColumns = [], ...version }) => [
        version.name,
        {
          ...version,
          subresources,
          columns: additionalPrinterColumns.map(({ priority = 0, ...column }) => ({ ...column, priority })),
          schema: plainRoot(schema?.openAPIV3Schema ?? {}, coreTypes),
        },
      ]),
    ),
  };
}

function plainRoot(schema: JSONSchemaProps, coreTypes: CoreTypeMatcher): JsonObject {
  const { properties = {}, required = [], ...rest } = schema;
  const own = Object.entries(properties).filter(([name]) => !OBJECT_FIELDS.includes(name));
  return {
    ...plainSchema(
      {
        ...rest,
        properties: Object.fromEntries(own),
        required: required.filter((name) => !OBJECT_FIELDS.includes(name)),
      },
      coreTypes,
      false,
    ),
    ofMetadata: properties['metadata']?.properties ?? {},
  };
}

function plainSchema(schema: JSONSchemaProps, coreTypes: CoreTypeMatcher, isWithinCore: boolean): JsonObject {
  const isCore = isWithinCore || coreTypes.match(schema) !== undefined;
  const plain: JsonObject = {};
  for (const [keyword, value] of Object.entries(withNullInEnum(schema)) as Array<[string, unknown]>) {
    if (value === undefined || saysNothing(keyword, value)) continue;
    if (keyword === 'description' && isWithinCore) continue;
    if (keyword === 'anyOf' && schema['x-kubernetes-int-or-string'] === true)
      if (JSON.stringify(value) === INTEGER_OR_STRING) continue;
    if (keyword === 'properties')
      plain[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, JSONSchemaProps>).map(([name, property]) => [
          name,
          plainPlace(property, coreTypes, isCore),
        ]),
      );
    else if ((keyword === 'items' || keyword === 'additionalProperties') && isJsonObject(value))
      plain[keyword] = plainPlace(value, coreTypes, isCore);
    else if (keyword === 'required' || keyword === 'enum')
      plain[keyword] = (value as unknown[]).map((item) => JSON.stringify(item)).sort();
    else plain[keyword] = value;
  }
  return plain;
}

function withNullInEnum(schema: JSONSchemaProps): JSONSchemaProps {
  const { allOf, ...rest } = schema;
  const values = allOf?.length === 1 ? allOf[0]?.enum : undefined;
  if (schema.nullable !== true || schema.enum !== undefined || values === undefined) return schema;
  return { ...rest, enum: [...values, null] as unknown as NonNullable<JSONSchemaProps['enum']> };
}

/** Of a field, of items or of values; what is said of the type of Kubernetes that stands there is left out. */
function plainPlace(schema: JSONSchemaProps, coreTypes: CoreTypeMatcher, isWithinCore: boolean): JsonObject {
  const plain = plainSchema(schema, coreTypes, isWithinCore);
  const { description: _, ...rest } = plain;
  return coreTypes.match(schema) === undefined ? plain : rest;
}

function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === 'default' || keyword === 'example' || keyword === 'additionalProperties') return false;
  return (
    value === false ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

function compare(before: unknown, after: unknown, path: string, found: string[]): void {
  const bothObjects = isJsonObject(before) && isJsonObject(after);
  const bothLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (bothObjects || bothLists) {
    const [a, b] = [before as JsonObject, after as JsonObject];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      compare(a[key], b[key], `${path}/${key}`, found);
  } else if (JSON.stringify(before) !== JSON.stringify(after)) {
    found.push(`${path}: ${shown(before)} became ${shown(after)}`);
  }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}
