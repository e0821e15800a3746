import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { ImportError } from './import-error.js';
import type { ImportedKind } from './imported-kind.js';

const SCHEMAS = '#/components/schemas/';

/** Collections of kinds: those of subresources have more segments. */
const COLLECTION = /^\/(?:api|apis\/([^/{}]+))\/([^/{}]+)\/(namespaces\/\{namespace\}\/)?([^/{}]+)$/;

/** Whether a document is OpenAPI of any version. */
export function isOpenApiDocument(value: JsonObject): boolean {
  return typeof value['openapi'] === 'string' || typeof value['swagger'] === 'string';
}

/**
 * The kinds that an OpenAPI v3 document has paths for, as an API server serves it for each group and version.
 *
 * @throws ImportError 'UnsupportedDocument' for OpenAPI v2; 'InvalidDocument' without schemas
 */
export function kindsOfOpenApi(value: JsonObject, source: string): ImportedKind[] {
  const { openapi, components, paths } = value;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.'))
    throw new ImportError(
      'UnsupportedDocument',
      `${source}: OpenAPI ${String(value['swagger'] ?? openapi)} is not supported: take the document of version 3 that API servers serve at /openapi/v3/apis/GROUP/VERSION`,
    );
  if (!isJsonObject(components) || !isJsonObject(components['schemas']))
    throw new ImportError('InvalidDocument', `${source}: the OpenAPI document has no components.schemas`);
  const definitions = Object.fromEntries(
    Object.entries(components['schemas'])
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      .map(([name, schema]) => [name, normalized(schema)]),
  );
  const kinds = new Map<string, ImportedKind>();
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    const match = COLLECTION.exec(path);
    if (match === null || !isJsonObject(item)) continue;
    const [, group = '', version = '', inNamespace, plural = ''] = match;
    for (const kind of kindsOfOperations(item, group, version)) {
      const schema = Object.values(definitions).find((one) => isOf(one, group, version, kind));
      if (schema === undefined) continue;
      const key = `${group}/${version}/${kind}`;
      const namespaced = inNamespace !== undefined || kinds.get(key)?.namespaced === true;
      kinds.set(key, { group, version, kind, plural, namespaced, schema, definitions, source });
    }
  }
  return [...kinds.values()];
}

/** The name of the definition that a `$ref` leads to. */
export function definitionName(reference: string): string | undefined {
  return reference.startsWith(SCHEMAS) ? reference.slice(SCHEMAS.length) : undefined;
}

function kindsOfOperations(item: JsonObject, group: string, version: string): Set<string> {
  const kinds = new Set<string>();
  for (const operation of Object.values(item)) {
    const named = isJsonObject(operation) ? operation['x-kubernetes-group-version-kind'] : undefined;
    if (!isJsonObject(named) || named['group'] !== group || named['version'] !== version) continue;
    if (typeof named['kind'] === 'string') kinds.add(named['kind']);
  }
  return kinds;
}

/** Types of all groups, `DeleteOptions` for example, name many. */
function isOf(schema: JSONSchemaProps, group: string, version: string, kind: string): boolean {
  const names = (schema as JsonObject)['x-kubernetes-group-version-kind'];
  if (!Array.isArray(names) || names.length !== 1) return false;
  const [name] = names as JsonObject[];
  return name?.['group'] === group && name['version'] === version && name['kind'] === kind;
}

/** API servers write a reference that something is said beside as `allOf` of one; the empty object as its default says nothing. */
function normalized(schema: JsonObject): JSONSchemaProps {
  const result: JsonObject = {};
  const { allOf } = schema;
  const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const isReference = isJsonObject(only) && typeof only['$ref'] === 'string';
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'allOf' && isReference) result['$ref'] = only['$ref'];
    else if (keyword === 'default' && isReference && isJsonObject(value) && Object.keys(value).length === 0)
      continue;
    else result[keyword] = normalizedKeyword(keyword, value);
  }
  return result as JSONSchemaProps;
}

function normalizedKeyword(keyword: string, value: unknown): unknown {
  if ((keyword === 'items' || keyword === 'additionalProperties') && isJsonObject(value))
    return normalized(value);
  if (keyword !== 'properties' || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [
      name,
      isJsonObject(property) ? normalized(property) : property,
    ]),
  );
}
