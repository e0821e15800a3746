// npm run test:first-hour: the command as a new user meets it (tests/first-hour), from an empty folder to a deployed
// operator, on the embedded control plane and on a real kube-apiserver. Arguments are vitest's.
import { ensureAssets } from '../kubernetes/ensure-assets.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main } from './run.mjs';
import { runVitest } from './vitest.mjs';

await main(async (args) => {
  const folder = await ensureAssets();
  await ensureInstalled();
  await ensureBuilt();
  return runVitest(args, { KUBEWRIGHT_TEST_TARGET: 'first-hour', KUBEBUILDER_ASSETS: folder });
});
