// npm run generate:protobuf: writes packages/apiserver/src/protobuf/generated/messages.ts, the shapes of Kubernetes'
// protobuf messages, from the generated.proto files and Go structs of the modules that define the API.
// Source: first argument, or the Go module cache (`go env GOMODCACHE`).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGoPackage } from './go-structs.mjs';
import { renderMessages } from './messages.mjs';
import { apiVersionOf, findPackages, VERSION } from './packages.mjs';
import { readProto } from './proto.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = process.argv[2] ?? execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim();
if (!existsSync(path.join(cache, `k8s.io/api@${VERSION}`))) {
  console.error(
    `generate:protobuf: no k8s.io/api@${VERSION} in ${cache}; name a Go module cache that has it (npm run kube:build fills one)`,
  );
  process.exit(1);
}

const packages = findPackages(cache).map((folder) => {
  const go = readGoPackage(folder);
  return { ...readProto(path.join(folder, 'generated.proto')), go, apiVersion: apiVersionOf(folder) };
});
const { text, count } = renderMessages(packages);
write(path.join(root, 'packages/apiserver/src/protobuf/generated/messages.ts'), text);
console.log(`generate:protobuf: ${count} messages from ${packages.length} packages`);

function write(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  writeFileSync(file, content);
}
