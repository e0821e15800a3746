// npm run generate:go-types: writes packages/apiserver/src/schema/generated/go-types.ts, what the Go structs of the
// API say of fields and OpenAPI does not, with the Go program beside this file. Needs Go, and the modules of its go.mod.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { literal, root, write } from './write.mjs';

const structs = readGoTypes();
const lines = schemaNames().flatMap((name) => {
  const fields = structs[name] ?? [];
  return fields.length === 0 ? [] : [`  ${literal(name)}: ${literal(compact(fields))},\n`];
});
write('packages/apiserver/src/schema/generated/go-types.ts', render(lines));
console.log(`generate:go-types: ${lines.length} structs`);

/** Schema name -> fields, as go-types/main.go prints them. */
function readGoTypes() {
  const { error, status, stdout } = spawnSync('go', ['run', '.'], {
    cwd: fileURLToPath(new URL('go-types', import.meta.url)),
    // Read-only: go.mod and go.sum of the tree decide.
    env: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error === undefined && status === 0) return JSON.parse(stdout);
  console.error(
    `generate:go-types: ${error === undefined ? 'go failed: see its message above' : 'no "go" on the PATH'}`,
  );
  return process.exit(1);
}

/** Those that the server knows, of all that Go does. */
function schemaNames() {
  const file = path.join(root, 'packages/api/src/schema/generated/schemas.ts');
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}'([^']+)': '/gm)].map(([, name]) => name);
}

function compact(fields) {
  const runs = [];
  const types = [];
  const embedded = {};
  for (const field of fields) {
    const kind = field.pointer ? 'p' : 'v';
    const mark = field.omitEmpty ? kind.toUpperCase() : kind;
    if (runs.at(-1)?.[0] !== mark) runs.push([mark, []]);
    runs.at(-1)[1].push(field.name);
    if (field.type !== undefined) types.push(`${field.name}=${field.type}`);
    if (field.embedded !== undefined) (embedded[field.embedded.join('.')] ??= []).push(field.name);
  }
  return [
    ...runs,
    ...(types.length > 0 ? [[':', types]] : []),
    ...Object.keys(embedded)
      .sort()
      .map((name) => [`@${name}`, embedded[name]]),
  ]
    .map(([mark, words]) => `${mark} ${words.join(' ')}`)
    .join('|');
}

function render(lines) {
  return `// Generated from the Go types of Kubernetes' API by tools/schema-generator; do not edit.

/**
 * Schema name -> what its Go struct adds to it, in parts separated by \`|\`. First the fields in the order of the struct,
 * \`V\`: values left out when empty; \`v\`: values always written; \`P\`, \`p\`: the same for pointers. Then \`:\` field=Go
 * type, where it is no plain type and no struct, and \`@Name\`: fields of an embedded struct.
 */
export const goTypes: Readonly<Record<string, string>> = {
${lines.join('')}};
`;
}
