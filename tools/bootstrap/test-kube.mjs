// npm run test:kube: the suites written against the test environment (*.env.test.ts) and those under tests/kube,
// on a real kube-apiserver and etcd. Arguments are vitest's.
import { TEST_BINARIES, assetsFolder, missingBinaries } from '../kubernetes/assets.mjs';
import { buildKubernetes, goProblem } from '../kubernetes/build.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { BootstrapError, main } from './run.mjs';
import { runVitest } from './vitest.mjs';

await main(async (args) => {
  const folder = await ensureAssets();
  await ensureInstalled();
  await ensureBuilt();
  return runVitest(args, { KUBEWRIGHT_TEST_TARGET: 'kube', KUBEBUILDER_ASSETS: folder });
});

/** KUBEBUILDER_ASSETS, else the cache of kube:build, filled first where Go is installed. */
async function ensureAssets() {
  const named = process.env.KUBEBUILDER_ASSETS;
  if (named !== undefined && named !== '') {
    const missing = missingBinaries(named);
    if (missing.length === 0) return named;
    throw new BootstrapError(`KUBEBUILDER_ASSETS names ${named}, which lacks ${missing.join(', ')}`);
  }
  const problem = goProblem();
  if (problem === undefined) return buildKubernetes();
  const folder = assetsFolder();
  if (missingBinaries(folder).length === 0) return folder;
  throw new BootstrapError(
    `test:kube needs ${TEST_BINARIES.join(', ')}: set KUBEBUILDER_ASSETS to a folder that has them, or let ` +
      `"npm run kube:build" build them (${problem})`,
  );
}
