import type { KubeconfigFile } from './types.js';

/**
 * One kubeconfig of several: of entries with the same name, and of current contexts, the first file's is taken, whole
 * (client-go's `ClientConfigLoadingRules.Load`).
 */
export function mergeKubeconfigs(files: readonly KubeconfigFile[]): KubeconfigFile {
  return {
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    users: firstOfEach(files.map((file) => file.users)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
  };
}

function firstOfEach<T>(maps: ReadonlyArray<ReadonlyMap<string, T>>): Map<string, T> {
  // Later entries of a map constructor win.
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}
