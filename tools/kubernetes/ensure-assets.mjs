import { BootstrapError } from '../bootstrap/run.mjs';
import { TEST_BINARIES, assetsFolder, missingBinaries } from './assets.mjs';
import { buildKubernetes, goProblem } from './build.mjs';

/** The folder of the binaries: KUBEBUILDER_ASSETS, else the cache of kube:build, filled first where Go is installed. */
export async function ensureAssets() {
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
    `a real control plane needs ${TEST_BINARIES.join(', ')}: set KUBEBUILDER_ASSETS to a folder that has them, or let ` +
      `"npm run kube:build" build them (${problem})`,
  );
}
