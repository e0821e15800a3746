// The schemas that only documents of discovery and of the server's version have.
import { isDeepStrictEqual } from 'node:util';
import { literal, OPENAPI_HEADER } from './write.mjs';

/** Map<name, schema>, sorted by name. */
export function discoverySchemas(documents, groupVersions) {
  const elsewhere = new Set(
    [...groupVersions.values()].flatMap((document) => Object.keys(schemasOf(document))),
  );
  const found = new Map();
  for (const [route, document] of documents) {
    if (groupVersions.has(route)) continue;
    for (const [name, schema] of Object.entries(schemasOf(document))) {
      if (elsewhere.has(name)) continue;
      if (found.has(name) && !isDeepStrictEqual(found.get(name), schema))
        throw new Error(`${route}: the schema ${name} differs from that of another document`);
      found.set(name, schema);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const schemasOf = (document) => document.components?.schemas ?? {};

export function renderDiscoverySchemas(schemas) {
  const lines = [...schemas].map(
    ([name, schema]) => `  ${literal(name)}: ${literal(JSON.stringify(schema))},\n`,
  );
  return `${OPENAPI_HEADER}
/** The schemas of discovery and of the server's version, which no group-version uses: name -> JSON text. */
export const discoverySchemaTexts: Readonly<Record<string, string>> = {
${lines.join('')}};
`;
}
