import type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
  ValidationRule,
} from '@kubewright/api/apiextensions/v1';
import { goMap } from './go-map.js';

/** Parts that all versions have in common, and that the internal version of a definition holds in one place. */
export interface CommonParts {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly columns: boolean;
  readonly selectableFields: boolean;
}

/**
 * Versions as errors quote them: the real server judges definitions in its internal version and prints that one's
 * fields. After apiextensions-apiserver's `pkg/apis/apiextensions/types.go` and `types_jsonschema.go`.
 */
export function internalVersions(
  versions: readonly CustomResourceDefinitionVersion[],
  common: CommonParts,
): unknown {
  // No versions at all and an empty list, which is quoted like this, are the same once decoded.
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema:
      common.schema || version.schema === undefined
        ? null
        : { OpenAPIV3Schema: internalSchema(version.schema.openAPIV3Schema) },
    Subresources: common.subresources ? null : internalSubresources(version.subresources),
    AdditionalPrinterColumns: common.columns
      ? null
      : listOf(version.additionalPrinterColumns, (column) => ({
          Name: column.name,
          Type: column.type,
          Format: column.format ?? '',
          Description: column.description ?? '',
          Priority: column.priority ?? 0,
          JSONPath: column.jsonPath,
        })),
    SelectableFields: common.selectableFields
      ? null
      : listOf(version.selectableFields, ({ jsonPath }) => ({ JSONPath: jsonPath })),
  }));
}

function internalSubresources(subresources: CustomResourceDefinitionVersion['subresources']): unknown {
  if (subresources === undefined) return null;
  const { status, scale } = subresources;
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath,
            StatusReplicasPath: scale.statusReplicasPath,
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

/** A schema in the spelling of its internal type. */
export function internalSchema(schema: JSONSchemaProps | undefined): unknown {
  if (schema === undefined) return null;
  const { items } = schema;
  return {
    ID: schema.id ?? '',
    Schema: schema.$schema ?? '',
    Ref: schema.$ref ?? null,
    Description: schema.description ?? '',
    Type: schema.type ?? '',
    Nullable: schema.nullable ?? false,
    Format: schema.format ?? '',
    Title: schema.title ?? '',
    Default: goMap(schema.default ?? null),
    Maximum: schema.maximum ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum ?? false,
    Minimum: schema.minimum ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum ?? false,
    MaxLength: schema.maxLength ?? null,
    MinLength: schema.minLength ?? null,
    Pattern: schema.pattern ?? '',
    MaxItems: schema.maxItems ?? null,
    MinItems: schema.minItems ?? null,
    UniqueItems: schema.uniqueItems ?? false,
    MultipleOf: schema.multipleOf ?? null,
    Enum: listOf(schema.enum, goMap),
    MaxProperties: schema.maxProperties ?? null,
    MinProperties: schema.minProperties ?? null,
    Required: schema.required ?? null,
    Items:
      items === undefined
        ? null
        : Array.isArray(items)
          ? { Schema: null, JSONSchemas: listOf(items, internalSchema) }
          : { Schema: internalSchema(items), JSONSchemas: null },
    AllOf: listOf(schema.allOf, internalSchema),
    OneOf: listOf(schema.oneOf, internalSchema),
    AnyOf: listOf(schema.anyOf, internalSchema),
    Not: internalSchema(schema.not),
    Properties: mapOf(schema.properties, internalSchema),
    AdditionalProperties: schemaOrBool(schema.additionalProperties),
    PatternProperties: mapOf(schema.patternProperties, internalSchema),
    Dependencies: mapOf(schema.dependencies, (one) =>
      Array.isArray(one) ? { Schema: null, Property: one } : { Schema: internalSchema(one), Property: null },
    ),
    AdditionalItems: schemaOrBool(schema.additionalItems),
    Definitions: mapOf(schema.definitions, internalSchema),
    ExternalDocs:
      schema.externalDocs === undefined
        ? null
        : { Description: schema.externalDocs.description ?? '', URL: schema.externalDocs.url ?? '' },
    Example: goMap(schema.example ?? null),
    XPreserveUnknownFields: schema['x-kubernetes-preserve-unknown-fields'] ?? null,
    XEmbeddedResource: schema['x-kubernetes-embedded-resource'] ?? false,
    XIntOrString: schema['x-kubernetes-int-or-string'] ?? false,
    XListMapKeys: schema['x-kubernetes-list-map-keys'] ?? null,
    XListType: schema['x-kubernetes-list-type'] ?? null,
    XMapType: schema['x-kubernetes-map-type'] ?? null,
    XValidations: listOf(schema['x-kubernetes-validations'], internalRule),
  };
}

const internalRule = (rule: ValidationRule): unknown => ({
  Rule: rule.rule,
  Message: rule.message ?? '',
  MessageExpression: rule.messageExpression ?? '',
  Reason: rule.reason ?? null,
  FieldPath: rule.fieldPath ?? '',
  OptionalOldSelf: rule.optionalOldSelf ?? null,
});

const schemaOrBool = (value: JSONSchemaProps | boolean | undefined): unknown => {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return { Allows: value, Schema: null };
  return { Allows: true, Schema: internalSchema(value) };
};

/** A list in Go: null when it has nothing. */
function listOf<T>(list: readonly T[] | undefined, form: (item: T) => unknown): unknown {
  return list === undefined || list.length === 0 ? null : list.map(form);
}

function mapOf<T>(map: Readonly<Record<string, T>> | undefined, form: (value: T) => unknown): unknown {
  if (map === undefined) return null;
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0
    ? null
    : Object.fromEntries(entries.map(([name, value]) => [name, form(value)]));
}
