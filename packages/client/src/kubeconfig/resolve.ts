import type { Clock } from '@kubewright/api';

import { KubeconfigError } from './errors.js';
import { resolveCluster } from './resolve-cluster.js';
import { resolveUser } from './resolve-user.js';
import type { ClusterConfig, ContextOverrides, Entry, Environment, KubeconfigFile } from './types.js';

const DEFAULT_NAMESPACE = 'default';

export interface ResolveOptions extends ContextOverrides {
  source: string;
  /** For proxies. */
  env: Environment;
  /** For certificates that have expired. */
  clock: Clock;
}

/** Follows a context to its cluster and user. `source` names the file or files for errors. */
export async function resolveContext(file: KubeconfigFile, options: ResolveOptions): Promise<ClusterConfig> {
  const { source } = options;
  const context = options.context ?? file.currentContext;
  if (context === undefined) {
    throw new KubeconfigError(
      'NoCurrentContext',
      `${source} has no current-context: ${choice('name a context', file.contexts)}`,
    );
  }
  const { value } = lookUp(
    file.contexts,
    context,
    'ContextNotFound',
    `${source} has no context ${JSON.stringify(context)}`,
  );
  const clusterName = options.cluster ?? value.cluster;
  const userName = options.user ?? value.user;
  if (clusterName === undefined) {
    throw new KubeconfigError(
      'ClusterNotFound',
      `the context ${JSON.stringify(context)} of ${source} names no cluster: ${choice('name one', file.clusters)}`,
    );
  }
  const cluster = lookUp(
    file.clusters,
    clusterName,
    'ClusterNotFound',
    missing('cluster', clusterName, options.cluster !== undefined),
  );
  const user =
    userName === undefined
      ? undefined
      : lookUp(file.users, userName, 'UserNotFound', missing('user', userName, options.user !== undefined));
  const now = options.clock.now();
  return {
    context,
    namespace: options.namespace ?? value.namespace ?? DEFAULT_NAMESPACE,
    ...(await resolveCluster(clusterName, cluster, options.env)),
    ...(user === undefined ? {} : await resolveUser(userName ?? '', user, { cluster: cluster.value, now })),
  };

  function missing(what: string, name: string, asked: boolean): string {
    if (asked) return `${source} has no ${what} ${JSON.stringify(name)}`;
    return `the context ${JSON.stringify(context)} of ${source} names the ${what} ${JSON.stringify(name)}, which is not there`;
  }
}

function lookUp<T>(
  entries: ReadonlyMap<string, Entry<T>>,
  name: string,
  code: 'ContextNotFound' | 'ClusterNotFound' | 'UserNotFound',
  message: string,
): Entry<T> {
  const entry = entries.get(name);
  if (entry === undefined) throw new KubeconfigError(code, `${message}: ${choice('choose one', entries)}`);
  return entry;
}

function choice(what: string, entries: ReadonlyMap<string, unknown>): string {
  const names = [...entries.keys()];
  return names.length === 0 ? 'it has none at all' : `${what} of ${names.join(', ')}`;
}
