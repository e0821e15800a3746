// npm run generate:api: writes the generated parts of packages/api and packages/kubewright from the OpenAPI documents of Kubernetes 1.36.
// Source: first argument, or the folder of oracles (KUBEWRIGHT_ORACLES, ../shared/oracles).
// With --compare <url> it writes nothing, and compares its resources with the discovery of a kube-apiserver.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareDiscovery } from './compare.mjs';
import { renderResources, renderSchemas } from './data.mjs';
import { CATEGORIES, GROUP_VERSION_ORDER, SHORT_NAMES, STORED_AS } from './discovery-facts.mjs';
import { collectResources, collectSchemas, readOpenApi } from './openapi.mjs';
import { renderDoor, renderModules } from './types.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oracles = process.env.KUBEWRIGHT_ORACLES ?? path.join(root, '../shared/oracles');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'string' } },
});
const source = positionals[0] ?? path.join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
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
groups.sort((a, b) => placeOf(a) - placeOf(b));

function placeOf({ group, version }) {
  const place = GROUP_VERSION_ORDER.indexOf(`${group}/${version}`);
  if (place < 0)
    throw new Error(`${group}/${version} is missing in GROUP_VERSION_ORDER of discovery-facts.mjs`);
  return place;
}

function describe(group, version, r) {
  const watched = r.verbs.has('watch');
  return {
    name: r.plural,
    singularName: r.kind.toLowerCase(),
    kind: r.kind,
    namespaced: r.namespaced,
    verbs: [...r.verbs].sort(),
    shortNames: SHORT_NAMES[`${group}/${r.plural}`] ?? [],
    categories: CATEGORIES[`${group}/${r.plural}`] ?? [],
    ...(watched ? { storageVersionHash: storageVersionHash(group, version, r) } : {}),
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

/** As apiserver's pkg/endpoints/discovery/storageversionhash.go computes it; only what is stored has one. */
function storageVersionHash(group, version, r) {
  const stored = STORED_AS[`${group}/${version}/${r.plural}`] ?? `${group}/${version}`;
  return createHash('sha256').update(`${stored}/${r.kind}`).digest().subarray(0, 8).toString('base64');
}

if (values.compare !== undefined) await compare(values.compare);
else writeAll();

async function compare(url) {
  const faults = await compareDiscovery(groups, url);
  for (const fault of faults) console.error(fault);
  console.log(`generate:api: ${faults.length} differences from the discovery of ${url}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function writeAll() {
  const modules = renderModules(schemas, kinds);
  writeFolder(path.join(root, 'packages/api/src/groups'), modules);
  writeFolder(path.join(root, 'packages/kubewright/src/groups'), renderDoor([...modules.keys()]));
  const generated = path.join(root, 'packages/api/src/schema/generated');
  const { structure, descriptions } = renderSchemas(schemas);
  write(path.join(generated, 'schemas.ts'), structure);
  write(path.join(generated, 'descriptions.ts'), descriptions);
  write(path.join(generated, 'resources.ts'), renderResources(groups));
  console.log(
    `generate:api: ${schemas.size} schemas, ${kinds.size} kinds from ${documents.size} group-versions`,
  );
}

/** Writes `<module>.ts` for each, and removes what is no longer among them. */
function writeFolder(folder, modules) {
  for (const [module, text] of modules) write(path.join(folder, `${module}.ts`), text);
  for (const file of readdirSync(folder, { recursive: true }))
    if (file.endsWith('.ts') && !modules.has(file.slice(0, -3).replaceAll('\\', '/')))
      rmSync(path.join(folder, file));
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
}
