// npm run generate:api: writes the generated parts of packages/api from the OpenAPI documents of Kubernetes 1.36.
// Source: first argument, or the folder of oracles (KUBEWRIGHT_ORACLES, ../shared/oracles).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderResources, renderSchemas } from './data.mjs';
import { collectResources, collectSchemas, readOpenApi } from './openapi.mjs';
import { CATEGORIES, SHORT_NAMES } from './short-names.mjs';
import { renderModules } from './types.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oracles = process.env.KUBEWRIGHT_ORACLES ?? path.join(root, '../shared/oracles');
const source = process.argv[2] ?? path.join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
if (!existsSync(source)) {
  console.error(`generate:api: no OpenAPI documents at ${source}; name a folder or .tar.gz of them`);
  process.exit(1);
}

const documents = readOpenApi(source);
const schemas = collectSchemas(documents);
const kinds = new Map();
const groups = [];
for (const [groupVersionPath, document] of documents) {
  const [, group = '', version] = /^(?:api|apis\/([^/]+))\/([^/]+)$/.exec(groupVersionPath);
  const resources = collectResources(groupVersionPath, document).filter((r) => r.kind !== undefined);
  for (const resource of resources) kinds.set(`${group}/${version}/${resource.kind}`, resource);
  groups.push({ group, version, resources: resources.map((r) => describe(group, version, r)) });
}

function describe(group, version, r) {
  return {
    name: r.plural,
    singularName: r.kind.toLowerCase(),
    kind: r.kind,
    namespaced: r.namespaced,
    verbs: [...r.verbs].sort(),
    shortNames: SHORT_NAMES[`${group}/${r.plural}`] ?? [],
    categories: CATEGORIES[`${group}/${r.plural}`] ?? [],
    subresources: [...r.subresources.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((s) => ({
        name: s.name,
        group: s.gvk.group,
        version: s.gvk.version,
        kind: s.gvk.kind,
        verbs: [...s.verbs].sort(),
      })),
  };
}

const groupsFolder = path.join(root, 'packages/api/src/groups');
rmSync(groupsFolder, { recursive: true, force: true });
for (const [module, text] of renderModules(schemas, kinds)) write(path.join(groupsFolder, `${module}.ts`), text);
const generated = path.join(root, 'packages/api/src/schema/generated');
const { structure, descriptions } = renderSchemas(schemas);
write(path.join(generated, 'schemas.ts'), structure);
write(path.join(generated, 'descriptions.ts'), descriptions);
write(path.join(generated, 'resources.ts'), renderResources(groups));
console.log(`generate:api: ${schemas.size} schemas, ${kinds.size} kinds from ${documents.size} group-versions`);

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
}
