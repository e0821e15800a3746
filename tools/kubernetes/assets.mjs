import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export const KUBERNETES_VERSION = '1.36.1';

/** What kube:build makes, in this order. */
export const BINARIES = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'helm',
  'registry',
  'crane',
  'go-operator',
];

/** What the suites cannot do without: pods are bound by a stand-in, and suites of single clients skip themselves. */
export const TEST_BINARIES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'];

/** The user's cache of built binaries: outside the tree, shared by all checkouts. */
export function assetsFolder(env = process.env) {
  const cache = env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const machine = `${process.platform}-${process.arch}`;
  return path.join(cache, 'kubewright', 'kubernetes', `${KUBERNETES_VERSION}-${machine}`);
}

export function missingBinaries(folder, wanted = TEST_BINARIES) {
  return wanted.filter((name) => !existsSync(path.join(folder, name)));
}
