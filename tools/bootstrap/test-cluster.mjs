// npm run test:cluster: the suites under tests/cluster, on a cluster that runs containers.
// KUBEWRIGHT_CLUSTER names the folder with cluster-up.sh and cluster-down.sh; without it ../shared/cluster is looked for.
// Without such a folder, root or Linux nothing can run, and the reason is printed. A cluster that is up already stays up;
// another one is brought down in the end, unless --keep is given. Other arguments are vitest's.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureAssets } from '../kubernetes/ensure-assets.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { BootstrapError, main, run } from './run.mjs';
import { runVitest } from './vitest.mjs';

const runFile = promisify(execFile);

await main(async (args) => {
  const scripts = path.resolve(process.env.KUBEWRIGHT_CLUSTER || inRoot('../shared/cluster'));
  const reason = whyNot(scripts);
  if (reason !== undefined) {
    console.log(`test:cluster: skipped: ${reason}`);
    return 0;
  }
  const keep = args.includes('--keep');
  const rest = args.filter((argument) => argument !== '--keep');
  const assets = await ensureAssets();
  await ensureInstalled();
  await ensureBuilt();

  const folder = clusterFolder();
  const kubeconfig = path.join(folder, 'kubeconfig');
  const wasUp = await isUp(path.join(assets, 'kubectl'), kubeconfig);
  const env = { ...process.env, KUBE_BIN: assets, METRICS: '1', CLUSTER_DIR: folder };
  const script = async (name) => {
    // What it prints is for shells.
    const code = await run(path.join(scripts, name), [], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (code !== 0) throw new BootstrapError(`${path.join(scripts, name)} failed with code ${code}`);
  };
  try {
    await script('cluster-up.sh');
    return await runVitest(rest, {
      KUBEWRIGHT_TEST_TARGET: 'cluster',
      KUBECONFIG: kubeconfig,
      KUBEWRIGHT_CLUSTER: scripts,
      CLUSTER_DIR: folder,
    });
  } finally {
    if (!wasUp && !keep) await script('cluster-down.sh');
  }
});

function whyNot(scripts) {
  if (!existsSync(path.join(scripts, 'cluster-up.sh')))
    return `there is no cluster-up.sh in ${scripts}; KUBEWRIGHT_CLUSTER names the folder that has it`;
  if (process.platform !== 'linux') return 'a node that runs containers needs Linux';
  return process.getuid() === 0 ? undefined : 'a node that runs containers needs root';
}

/** As the scripts find it. */
function clusterFolder() {
  const { CLUSTER_DIR, XDG_CACHE_HOME, HOME = '' } = process.env;
  return CLUSTER_DIR || path.join(XDG_CACHE_HOME || path.join(HOME, '.cache'), 'kube-cluster');
}

async function isUp(kubectl, kubeconfig) {
  if (!existsSync(kubeconfig)) return false;
  const asked = runFile(kubectl, [
    '--kubeconfig',
    kubeconfig,
    '--request-timeout=3s',
    'get',
    '--raw',
    '/readyz',
  ]);
  return asked.then(
    () => true,
    () => false,
  );
}
