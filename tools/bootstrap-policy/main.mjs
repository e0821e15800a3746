// npm run generate:rbac: writes packages/apiserver/src/rbac/generated/bootstrap-policy.ts, the roles and bindings with
// which a cluster begins, as a real kube-apiserver made them and its controllers aggregated them.
// Needs the binaries of npm run kube:build.
import path from 'node:path';
import { assetsFolder, KUBERNETES_VERSION, missingBinaries } from '../kubernetes/assets.mjs';
import { write } from '../schema-generator/write.mjs';
import { renderPolicy } from './policy.mjs';
import { recordPolicy } from './record.mjs';

const binaries = assetsFolder();
const missing = missingBinaries(binaries, ['etcd', 'kube-apiserver', 'kube-controller-manager']);
if (missing.length > 0) {
  console.error(`generate:rbac: no ${missing.join(', ')} in ${binaries}; npm run kube:build makes them`);
  process.exit(1);
}

const recorded = await recordPolicy(binaries);
const file = 'packages/apiserver/src/rbac/generated/bootstrap-policy.ts';
write(file, renderPolicy(recorded, KUBERNETES_VERSION));
const counts = Object.entries(recorded).map(([plural, items]) => `${items.length} ${plural}`);
console.log(`generate:rbac: ${counts.join(', ')} in ${path.basename(file)}`);
