// npm run test:kube: the suites written against the test environment (*.env.test.ts) and those under tests/kube,
// on a real kube-apiserver and etcd. Arguments are vitest's.
import { ensureAssets } from '../kubernetes/ensure-assets.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main } from './run.mjs';
import { runVitest } from './vitest.mjs';

await main(async (args) => {
  const folder = await ensureAssets();
  await ensureInstalled();
  await ensureBuilt();
  return runVitest(args, { KUBEWRIGHT_TEST_TARGET: 'kube', KUBEBUILDER_ASSETS: folder });
});
