import { sortedKeys } from './document.js';
import type { OpenApiDocument, Operation, Parameter, PathItem, Schema } from './document.js';

/**
 * OpenAPI v2 made from v3 documents: what v2 cannot say is left out (alternatives, nullable, defaults of objects), as
 * kube-openapi's `pkg/schemaconv` and apiextensions-apiserver's `pkg/controller/openapi/v2/conversion.go` do.
 */
export function swaggerOf(documents: readonly OpenApiDocument[]): Record<string, unknown> {
  const paths: Record<string, unknown> = {};
  const definitions: Record<string, unknown> = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) paths[path] = swaggerPath(item);
    for (const [name, schema] of Object.entries(document.components.schemas ?? {}))
      definitions[name] ??= swaggerSchema(schema, true);
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: '1.36' },
    paths: sortedKeys(paths),
    definitions: sortedKeys(definitions),
    securityDefinitions: {
      BearerToken: {
        description: 'Bearer Token authentication',
        type: 'apiKey',
        name: 'authorization',
        in: 'header',
      },
    },
    security: [{ BearerToken: [] }],
  };
}

function swaggerPath(item: PathItem): Record<string, unknown> {
  const { parameters, ...operations } = item;
  return {
    ...Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, swaggerOperation(operation)]),
    ),
    ...(parameters === undefined ? {} : { parameters: parameters.map(swaggerParameter) }),
  };
}

function swaggerOperation(operation: Operation): Record<string, unknown> {
  const { requestBody, parameters = [], responses, ...rest } = operation;
  const produced = Object.keys(responses['200']?.content ?? {});
  const bodySchema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const body =
    bodySchema === undefined
      ? []
      : [
          {
            name: 'body',
            in: 'body',
            ...(requestBody?.required === true ? { required: true } : {}),
            schema: swaggerRef(bodySchema),
          },
        ];
  const all = [...body, ...parameters.map(swaggerParameter)];
  return {
    ...rest,
    consumes: requestBody === undefined ? ['*/*'] : Object.keys(requestBody.content),
    produces: produced,
    schemes: ['https'],
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, { description, content }]) => {
        const schema = Object.values(content ?? {})[0]?.schema;
        return [code, { description, ...(schema === undefined ? {} : { schema: swaggerRef(schema) }) }];
      }),
    ),
  };
}

const swaggerParameter = ({ schema, ...rest }: Parameter): Record<string, unknown> => ({
  ...schema,
  ...rest,
});

const swaggerRef = (schema: Schema): Schema =>
  typeof schema['$ref'] === 'string'
    ? { $ref: schema['$ref'].replace('#/components/schemas/', '#/definitions/') }
    : schema;

const DROPPED = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'nullable', 'default', '$ref']);

function swaggerSchema(schema: Schema, isRoot = false): Schema {
  const preserve = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isRoot && preserve) return { type: 'object', ...onlyKinds(schema) };
  const ref = schema['$ref'] ?? singleRef(schema['allOf']);
  const output: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) if (!DROPPED.has(key)) output[key] = value;
  if (typeof ref === 'string') output['$ref'] = ref.replace('#/components/schemas/', '#/definitions/');
  if (schema['oneOf'] !== undefined && schema['type'] === undefined)
    Object.assign(output, typeOfAlternatives(schema));
  const nullable = schema['nullable'] === true;
  // Clients of v2 take a schema without items or properties as free-form only when it has no type either.
  if (nullable || preserve) {
    for (const key of ['items', 'properties']) delete output[key];
    if (nullable || schema['type'] === 'object') delete output['type'];
    if (preserve && schema['x-kubernetes-embedded-resource'] === true) delete output['required'];
  }
  if (output['type'] === 'array' && output['items'] === undefined) delete output['type'];
  if (typeof output['items'] === 'object') output['items'] = swaggerSchema(output['items'] as Schema);
  if (typeof output['additionalProperties'] === 'object') {
    output['additionalProperties'] = swaggerSchema(output['additionalProperties'] as Schema);
  }
  const properties = output['properties'] as Record<string, Schema> | undefined;
  if (properties !== undefined) {
    output['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, swaggerSchema(one)]),
    );
    const required = (output['required'] as string[] | undefined)?.filter(
      (name) => properties[name]?.['nullable'] !== true,
    );
    if (required?.length === 0) delete output['required'];
    else if (required !== undefined) output['required'] = required;
  }
  return output;
}

const onlyKinds = (schema: Schema): Schema => {
  const kinds = schema['x-kubernetes-group-version-kind'];
  return kinds === undefined ? {} : { 'x-kubernetes-group-version-kind': kinds };
};

function singleRef(allOf: unknown): unknown {
  return Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as Schema)['$ref'] : undefined;
}

// Types that v3 describes by alternatives (Quantity, IntOrString) are strings in v2.
function typeOfAlternatives({ oneOf }: Schema): Record<string, unknown> {
  const types = (oneOf as Schema[]).map(({ type }) => type);
  return types.includes('string') ? { type: 'string' } : {};
}
