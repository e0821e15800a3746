// Writes packages/apiserver/src/protobuf/generated/messages.ts: the protobuf messages of Kubernetes' API, from the
// generated.proto files in the Go module cache. Usage: node tools/protobuf-generator/main.mjs [GOMODCACHE]
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtinGroupVersions, builtinSchema } from '../../packages/api/dist/schema/index.js';
import { EMBEDDED, JSON_NAMES, SPECIAL } from './facts.mjs';
import { parseProto } from './proto.mjs';

const VERSION = 'v0.36.1';
const MODULES = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator'];
const target = fileURLToPath(
  new URL('../../packages/apiserver/src/protobuf/generated/messages.ts', import.meta.url),
);

const cache = process.argv[2] ?? execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim();
const messages = new Map();
for (const module of MODULES) {
  const folder = path.join(cache, 'k8s.io', `${module}@${VERSION}`);
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('generated.proto'))) {
    for (const [name, fields] of parseProto(readFileSync(path.join(folder, file), 'utf8'))) {
      messages.set(shortName(name), fields);
    }
  }
}

/** `k8s.io.api.apps.v1.Deployment` -> `apps.v1.Deployment`. */
function shortName(name) {
  const short = name
    .replace(/^k8s\.io\.api\./, '')
    .replace(/^k8s\.io\.apimachinery\.pkg\.(apis\.|api\.|util\.)?/, '')
    .replace(/^k8s\.io\.(apiextensions_apiserver|kube_aggregator)\.pkg\.apis\./, '');
  return short;
}

const shortGroup = (group) => (group === '' ? 'core' : group.replace('.apiserver.k8s.io', '').split('.')[0]);
const roots = builtinGroupVersions.flatMap(({ group, version, resources }) =>
  resources.flatMap((resource) => [
    `${shortGroup(group)}.${version}.${resource.kind}`,
    ...resource.subresources.map((sub) => `${shortGroup(sub.group)}.${sub.version}.${sub.kind}`),
  ]),
);
const reachable = new Set();
const queue = [...roots, 'meta.v1.DeleteOptions'].filter((name) => messages.has(name));
while (queue.length > 0) {
  const name = queue.pop();
  if (reachable.has(name)) continue;
  reachable.add(name);
  if (SPECIAL.has(name)) continue;
  for (const field of messages.get(name)) {
    if (field.message === undefined) continue;
    const next = shortName(field.message);
    if (!messages.has(next)) throw new Error(`${name}.${field.name}: unknown message ${field.message}`);
    queue.push(next);
  }
}

const unknown = [];
const lines = [...reachable]
  .filter((name) => !SPECIAL.has(name))
  .sort()
  .map((name) => `  '${name}': '${messages.get(name).map((field) => render(name, field)).join('|')}',\n`);

function render(name, field) {
  const json = JSON_NAMES[`${name}.${field.name}`] ?? JSON_NAMES[`*.${field.name}`] ?? field.name;
  checkJsonName(name, json);
  const type = field.message === undefined ? field.type : shortName(field.message);
  return `${field.number} ${json} ${field.modifier}${type}`;
}

// The OpenAPI schema of the type knows what the field is called in JSON.
function checkJsonName(name, json) {
  if (json === EMBEDDED) return;
  const prefix = name.startsWith('meta.') ? 'apimachinery.pkg.apis.' : 'api.';
  const schema = builtinSchema(`io.k8s.${prefix}${name}`) ?? builtinSchema(`io.k8s.apiextensions-apiserver.pkg.apis.${name}`);
  if (schema?.properties !== undefined && schema.properties[json] === undefined) {
    unknown.push(`${name}.${json}`);
  }
}

if (unknown.length > 0) {
  throw new Error(`add the names these have in JSON to facts.mjs: ${unknown.join(', ')}`);
}
writeFileSync(
  target,
  `// Generated from the .proto files of Kubernetes by tools/protobuf-generator; do not edit.

/**
 * Message -> its fields, separated by \`|\`: number, name in JSON, type. \`*\` before the type: repeated; \`%\`: a map from
 * strings. Types with a dot are messages; the name \`-\` stands for a message whose fields belong to the one around it.
 */
export const messageTexts: Readonly<Record<string, string>> = {
${lines.join('')}};
`,
);
console.log(`${reachable.size} messages`);
