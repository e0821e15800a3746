import { KubeconfigError } from './errors.js';
import { resolveCluster } from './resolve-cluster.js';
import { resolveUser } from './resolve-user.js';
import type { ClusterConfig, Entry, KubeconfigFile } from './types.js';

const DEFAULT_NAMESPACE = 'default';

/** Follows a context to its cluster and user. `source` names the file or files for errors. */
export async function resolveContext(
  file: KubeconfigFile,
  options: { context?: string | undefined; source: string },
): Promise<ClusterConfig> {
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
  if (value.cluster === undefined) {
    throw new KubeconfigError(
      'ClusterNotFound',
      `the context ${JSON.stringify(context)} of ${source} names no cluster: ${choice('name one', file.clusters)}`,
    );
  }
  const cluster = lookUp(file.clusters, value.cluster, 'ClusterNotFound', missing('cluster', value.cluster));
  const user =
    value.user === undefined
      ? undefined
      : lookUp(file.users, value.user, 'UserNotFound', missing('user', value.user));
  return {
    context,
    namespace: value.namespace ?? DEFAULT_NAMESPACE,
    ...(await resolveCluster(value.cluster, cluster)),
    ...(user === undefined ? {} : await resolveUser(value.user ?? '', user)),
  };

  function missing(what: string, name: string): string {
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
