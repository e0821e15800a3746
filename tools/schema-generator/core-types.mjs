// npm run generate:core-types: writes packages/generator/src/core-types/generated, the Go types of Kubernetes' API with
// their comments, one module a Go package, with the Go program in go-types/core-types. OpenAPI has lost their line breaks
// and markers, which the schemas of custom resources show. Needs Go, and the modules of go-types/go.mod.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { literal, root, write } from './write.mjs';

const folder = 'packages/generator/src/core-types/generated';
const groups = path.join(root, 'packages/api/src/groups');

/** Groups whose Go package does not stand at k8s.io/api/<group>/<version>. */
const ELSEWHERE = {
  meta: 'k8s.io/apimachinery/pkg/apis/meta',
  apiextensions: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions',
  apiregistration: 'k8s.io/kube-aggregator/pkg/apis/apiregistration',
};

/** What controller-gen, too, reads of the comments of these types; the others are for other generators. */
const KEPT =
  /^\+(default|enum|example|kubebuilder:|list(Type|MapKey)|mapType|structType|nullable|optional|required|k8s:(optional|required|immutable|listType|listMapKey|maxLength|minLength|minimum|maximum|enum|format))\b/;

const packages = readdirSync(groups).flatMap((group) =>
  readdirSync(path.join(groups, group)).map((file) => {
    const version = path.parse(file).name;
    return `${ELSEWHERE[group] ?? `k8s.io/api/${group}`}/${version}`;
  }),
);
packages.push('k8s.io/apimachinery/pkg/types');
const folders = go(['list', '-f', '{{.ImportPath}} {{.Dir}}', ...packages]);
const found = JSON.parse(go(['run', './core-types'], folders));

const names = Object.keys(found).sort();
rmSync(path.join(root, folder), { recursive: true, force: true });
for (const name of names) write(`${folder}/${moduleOf(name)}.ts`, renderPackage(name));
write(`${folder}/index.ts`, renderIndex());
console.log(`generate:core-types: ${names.length} packages`);

function go(args, input = '') {
  const { error, status, stdout } = spawnSync('go', args, {
    cwd: fileURLToPath(new URL('go-types', import.meta.url)),
    // Read-only: go.mod and go.sum of the tree decide.
    env: { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio: ['pipe', 'pipe', 'inherit'],
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error === undefined && status === 0) return stdout;
  console.error(
    `generate:core-types: ${error === undefined ? 'go failed: see its message above' : 'no "go" on the PATH'}`,
  );
  return process.exit(1);
}

function moduleOf(name) {
  return name.split('/').slice(-2).join('-').replace('pkg-types', 'types');
}

function renderPackage(name) {
  const entries = Object.entries(found[name])
    // Events within Go programs, never on the wire.
    .filter(([type]) => type !== 'InternalEvent')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, declaration]) => `  ${type}: ${literal(JSON.stringify(trimmed(declaration)))},\n`);
  return `// Generated from the Go types of Kubernetes by tools/schema-generator; do not edit.
// Comments: Copyright The Kubernetes Authors, Apache-2.0.

/** ${name}: type -> its declaration as JSON. */
export const types: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
}

function trimmed({ fields, markers, ...rest }) {
  return {
    ...rest,
    ...(markers === undefined ? {} : kept(markers)),
    ...(fields === undefined
      ? {}
      : { fields: fields.map(({ markers: of = [], ...field }) => ({ ...field, ...kept(of) })) }),
  };
}

function kept(markers) {
  const of = markers.filter((marker) => KEPT.test(marker));
  return of.length === 0 ? {} : { markers: of };
}

function renderIndex() {
  const identifier = (name) => moduleOf(name).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return `// Generated from the Go types of Kubernetes by tools/schema-generator; do not edit.

${names.map((name) => `import { types as ${identifier(name)} } from './${moduleOf(name)}.js';\n`).join('')}
/** Go package -> type -> its declaration as JSON. */
export const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${names.map((name) => `  '${name}': ${identifier(name)},\n`).join('')}};
`;
}
