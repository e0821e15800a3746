// The schemas and resources as data: what the API server validates, defaults, merges and publishes with.
const HEADER = `// Generated from the OpenAPI v3 documents of Kubernetes by tools/api-generator; do not edit.
`;

/** Descriptions apart, because only OpenAPI documents (kubectl explain) need them and they are three quarters of the bytes. */
export function renderSchemas(schemas) {
  const structure = [];
  const descriptions = [];
  for (const [name, schema] of schemas) {
    structure.push(`  ${literal(name)}: ${literal(JSON.stringify(withoutDescriptions(schema)))},\n`);
    const found = {};
    collectDescriptions(schema, '', found);
    descriptions.push(`  ${literal(name)}: ${literal(JSON.stringify(found))},\n`);
  }
  return {
    structure: `${HEADER}
/** Schema name -> the schema as JSON text, without descriptions; parsed when first needed. */
export const schemaTexts: Readonly<Record<string, string>> = {
${structure.join('')}};
`,
    descriptions: `${HEADER}// Descriptions: Copyright The Kubernetes Authors, Apache-2.0.

/** Schema name -> JSON text of an object: JSON pointer into the schema ('' is the schema itself) -> description. */
export const descriptionTexts: Readonly<Record<string, string>> = {
${descriptions.join('')}};
`,
  };
}

const literal = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

function withoutDescriptions(value, inProperties = false) {
  if (Array.isArray(value)) return value.map((v) => withoutDescriptions(v));
  if (value === null || typeof value !== 'object') return value;
  const out = {};
  for (const [key, child] of Object.entries(value)) {
    if (key === 'description' && !inProperties && typeof child === 'string') continue;
    out[key] = withoutDescriptions(child, key === 'properties' && !inProperties);
  }
  return out;
}

function collectDescriptions(schema, pointer, found) {
  if (typeof schema.description === 'string') found[pointer] = schema.description;
  for (const [key, property] of Object.entries(schema.properties ?? {}))
    collectDescriptions(
      property,
      `${pointer}/properties/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      found,
    );
  if (schema.items) collectDescriptions(schema.items, `${pointer}/items`, found);
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    collectDescriptions(schema.additionalProperties, `${pointer}/additionalProperties`, found);
}

export function renderResources(groups) {
  const lines = groups.map(({ group, version, resources }) => {
    const rows = resources.map((r) => `    ${JSON.stringify(r)},\n`).join('');
    return `  { group: '${group}', version: '${version}', resources: [\n${rows}  ] },\n`;
  });
  return `${HEADER}import type { BuiltinGroupVersion } from '../types.js';

/** Every group-version and resource that Kubernetes serves by default, in the order of its discovery. */
export const builtinGroupVersions: readonly BuiltinGroupVersion[] = [
${lines.join('')}];
`;
}
