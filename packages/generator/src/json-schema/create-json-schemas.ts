import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kubewright/api/apiextensions/v1';
import type { OutputFile } from '../output/write-files.js';
import { convertSchema } from './convert-schema.js';
import { objectMetaSchema } from './object-meta.js';
import type { JsonSchema } from './object-meta.js';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** The file for all kinds. */
const CATALOGUE = 'all.json';

/**
 * JSON Schemas (draft-07) for editors and kubeconform: one file for each served version of each kind, named as
 * CRD catalogues name them (`app.example.com/appservice_v1.json`), and `all.json`, which takes objects of any kind and
 * checks those that it knows.
 */
export function createJsonSchemas(definitions: readonly CustomResourceDefinition[]): OutputFile[] {
  const files: OutputFile[] = [];
  const known: JsonSchema[] = [];
  for (const definition of [...definitions].sort(byName))
    for (const version of definition.spec.versions) {
      if (!version.served) continue;
      const { group, names } = definition.spec;
      const path = `${group}/${names.kind.toLowerCase()}_${version.name}.json`;
      files.push({ path, content: written(schemaOf(definition, version)) });
      known.push({ if: isKind(definition, version), then: { $ref: path } });
    }
  if (known.length > 0)
    files.push({ path: CATALOGUE, content: written({ $schema: DRAFT, type: 'object', allOf: known }) });
  return files;
}

const written = (schema: JsonSchema): string => `${JSON.stringify(schema, undefined, 2)}\n`;

function isKind({ spec }: CustomResourceDefinition, { name }: CustomResourceDefinitionVersion): JsonSchema {
  const properties = { apiVersion: { const: `${spec.group}/${name}` }, kind: { const: spec.names.kind } };
  return { properties, required: ['apiVersion', 'kind'] };
}

function schemaOf({ spec }: CustomResourceDefinition, version: CustomResourceDefinitionVersion): JsonSchema {
  const source = version.schema?.openAPIV3Schema ?? {};
  const root: JSONSchemaProps =
    spec.preserveUnknownFields === true
      ? { ...source, 'x-kubernetes-preserve-unknown-fields': true }
      : source;
  const converted = convertSchema({ type: 'object', ...root });
  const fields = (converted['properties'] ?? {}) as Record<string, JsonSchema>;
  const apiVersion = `${spec.group}/${version.name}`;
  const { apiVersion: ownVersion, kind: ownKind, metadata, ...others } = fields;
  return {
    $schema: DRAFT,
    title: `${spec.names.kind} (${apiVersion})`,
    ...converted,
    properties: {
      apiVersion: { ...ownVersion, type: 'string', const: apiVersion },
      kind: { ...ownKind, type: 'string', const: spec.names.kind },
      metadata: withRules(objectMetaSchema(), metadata),
      ...others,
    },
    required: [
      ...new Set([
        'apiVersion',
        'kind',
        'metadata',
        ...((converted['required'] as string[] | undefined) ?? []),
      ]),
    ],
  };
}

/** The metadata of all objects, with what a definition says of names. */
function withRules(metadata: JsonSchema, rules: JsonSchema | undefined): JsonSchema {
  const fields = metadata['properties'] as Record<string, JsonSchema>;
  const properties = { ...fields };
  for (const [name, rule] of Object.entries((rules?.['properties'] ?? {}) as Record<string, JsonSchema>))
    properties[name] = { ...fields[name], ...rule };
  return { ...metadata, properties };
}

function byName(a: CustomResourceDefinition, b: CustomResourceDefinition): number {
  const name = ({ spec }: CustomResourceDefinition): string => `${spec.group}/${spec.names.kind}`;
  return name(a) < name(b) ? -1 : Number(name(a) > name(b));
}
