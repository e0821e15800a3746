import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { TestEnvironmentError } from '../errors.js';

/** The release that `npm run kube:build` builds. */
const KUBERNETES_VERSION = '1.36.1';

const BINARIES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;
export type KubeBinary = (typeof BINARIES)[number];

/** Where the binaries of a real control plane lie. */
export type KubeAssets = Readonly<Record<KubeBinary, string>>;

/**
 * Finds the binaries: the folder given, or KUBEBUILDER_ASSETS, or the cache that `npm run kube:build` fills.
 *
 * @throws TestEnvironmentError 'AssetsMissing' naming the folders that were looked into and what to run.
 */
export function findKubeAssets(options: {
  folder?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}): KubeAssets {
  const named = options.folder ?? nonEmpty(options.env['KUBEBUILDER_ASSETS']);
  const folder = named ?? cacheFolder(options.env);
  const missing = BINARIES.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) {
    const hint =
      named === undefined
        ? 'run "npm run kube:build" (it needs Go), or set KUBEBUILDER_ASSETS'
        : 'name a folder that has them, or unset KUBEBUILDER_ASSETS and run "npm run kube:build"';
    throw new TestEnvironmentError('AssetsMissing', `${missing.join(', ')} not found in ${folder}: ${hint}`);
  }
  return Object.fromEntries(BINARIES.map((name) => [name, path.join(folder, name)])) as KubeAssets;
}

function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base = nonEmpty(env['XDG_CACHE_HOME']) ?? path.join(homedir(), '.cache');
  return path.join(
    base,
    'kubewright',
    'kubernetes',
    `${KUBERNETES_VERSION}-${process.platform}-${process.arch}`,
  );
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
