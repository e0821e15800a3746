import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { publishedSourceOf } from '../crd/custom-resource-schema.js';
import type { ServedResource } from '../resources/served-resource.js';
import { schemaRef, sortedKeys } from './document.js';
import type { Schema } from './document.js';
import { listSchemaNameOf, schemaNameOf } from './names.js';
import { metaSchema } from './operations.js';

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const API_VERSION = `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`;
const KIND = `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`;
const METADATA = `Standard object's metadata. More info: ${CONVENTIONS}#metadata`;
const LIST_METADATA = `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`;
const EMBEDDED_API_VERSION = `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`;
const EMBEDDED_KIND = `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`;

/**
 * The schemas of a custom resource and of its list, as published for clients. After apiextensions-apiserver's
 * `pkg/controller/openapi/builder/builder.go`.
 */
export function customSchemas(resource: ServedResource): Array<[name: string, schema: Schema]> {
  return [
    [schemaNameOf(resource), publishedSchema(resource)],
    [listSchemaNameOf(resource), listSchema(resource)],
  ];
}

/** The schema of a custom resource, as published for clients. */
export function publishedSchema(resource: ServedResource): Schema {
  const source = publishedSourceOf(resource.schema);
  const published = source === undefined ? { type: 'object' } : withMeta(publish(source));
  return { ...published, ...extensionsOf(resource, resource.kind) };
}

function withMeta(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = {
    ...(schema['properties'] as Record<string, unknown> | undefined),
    ...metaProperties(API_VERSION, KIND, METADATA, 'ObjectMeta'),
  };
  return { ...schema, properties: sortedKeys(properties) };
}

const metaProperties = (
  apiVersion: string,
  kind: string,
  metadata: string,
  meta: string,
): Record<string, unknown> => ({
  apiVersion: { description: apiVersion, type: 'string' },
  kind: { description: kind, type: 'string' },
  metadata: { description: metadata, allOf: [schemaRef(metaSchema(meta))] },
});

function listSchema(resource: ServedResource): Schema {
  const { kind, listKind, plural } = resource;
  return {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: sortedKeys({
      ...metaProperties(API_VERSION, KIND, LIST_METADATA, 'ListMeta'),
      items: {
        description: `List of ${plural}. More info: ${CONVENTIONS}`,
        type: 'array',
        items: schemaRef(schemaNameOf(resource)),
      },
    }),
    ...extensionsOf(resource, listKind),
  };
}

function extensionsOf({ group, version, behaviour }: ServedResource, kind: string): Schema {
  const fields = Object.keys(behaviour.selectableFields ?? {});
  return {
    'x-kubernetes-group-version-kind': [{ group, kind, version }],
    ...(fields.length === 0
      ? {}
      : { 'x-kubernetes-selectable-fields': fields.map((fieldPath) => ({ fieldPath })) }),
  };
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** A schema as published: metadata of embedded resources and the alternatives of int-or-string spelled out. */
function publish(schema: JSONSchemaProps): Record<string, unknown> {
  const { properties, items, additionalProperties, ...rest } = schema;
  const output: Record<string, unknown> = { ...rest };
  if (properties !== undefined) {
    output['properties'] = sortedKeys(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, publish(one)])),
    );
  }
  if (items !== undefined && !Array.isArray(items)) output['items'] = publish(items);
  if (additionalProperties !== undefined) {
    output['additionalProperties'] =
      typeof additionalProperties === 'object' ? publish(additionalProperties) : additionalProperties;
  }
  if (schema['x-kubernetes-int-or-string'] === true) unfold(output, schema);
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const embedded = metaProperties(EMBEDDED_API_VERSION, EMBEDDED_KIND, METADATA, 'ObjectMeta');
    output['properties'] = sortedKeys({ ...(output['properties'] as object | undefined), ...embedded });
    output['required'] = [...new Set([...(schema.required ?? []), 'kind', 'apiVersion'])];
  }
  return output;
}

// After pkg/apiserver/schema/unfold.go: where other alternatives stand already, those go into an allOf.
function unfold(output: Record<string, unknown>, { anyOf, allOf }: JSONSchemaProps): void {
  const spelledOut = (branches: readonly JSONSchemaProps[] | undefined): boolean =>
    branches?.length === 2 && branches[0]?.type === 'integer' && branches[1]?.type === 'string';
  if (spelledOut(anyOf) || spelledOut(allOf?.[0]?.anyOf)) return;
  if (anyOf === undefined) output['anyOf'] = INT_OR_STRING;
  else output['allOf'] = [{ anyOf: INT_OR_STRING }, ...(allOf ?? [])];
}
