import path from 'node:path';

import { KubeconfigError } from './errors.js';
import type { ClusterEntry, Entry, ExecConfig, UserEntry } from './types.js';

const API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const;
const INTERACTIVE_MODES = ['Never', 'IfAvailable', 'Always'] as const;
/** The cluster's extension that is handed to plugins (client-go's tools/clientcmd/client_config.go). */
const CLUSTER_EXTENSION = 'client.authentication.k8s.io/exec';

/** The credential plugin of a user entry, checked as clientcmd's `validateAuthInfo` does. */
export function resolveExec(
  { value, directory }: Entry<UserEntry>,
  cluster: ClusterEntry,
  what: string,
): ExecConfig | undefined {
  const { exec } = value;
  if (exec === undefined) return undefined;
  const fail = (why: string) => new KubeconfigError('InvalidUser', `the exec plugin of ${what} ${why}`);
  const text = (field: string): string | undefined => {
    const found = exec[field];
    if (found === undefined || found === null || found === '') return undefined;
    if (typeof found !== 'string') throw fail(`has a ${field} that is no text`);
    return found;
  };
  const command = text('command');
  if (command === undefined) throw fail('has no command: name the program that makes the credential');
  const apiVersion = API_VERSIONS.find((one) => one === exec['apiVersion']);
  if (apiVersion === undefined) {
    throw fail(
      `has the apiVersion ${JSON.stringify(exec['apiVersion'] ?? '')}: it must be ${API_VERSIONS.join(' or ')}`,
    );
  }
  // v1beta1 had no such field at first; in v1 it must be said.
  const mode = text('interactiveMode') ?? (apiVersion.endsWith('v1beta1') ? 'IfAvailable' : undefined);
  const interactiveMode = INTERACTIVE_MODES.find((one) => one === mode);
  if (interactiveMode === undefined) {
    throw fail(`needs an interactiveMode: one of ${INTERACTIVE_MODES.join(', ')}`);
  }
  const { provideClusterInfo } = exec;
  if (provideClusterInfo !== undefined && typeof provideClusterInfo !== 'boolean') {
    throw fail('has a provideClusterInfo that is neither true nor false');
  }
  const args = exec['args'] ?? [];
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string')) {
    throw fail('has args that are no list of texts');
  }
  const installHint = text('installHint');
  const clusterConfig = clusterExtension(cluster);
  return {
    apiVersion,
    // A name is looked for in PATH; a path is relative to the kubeconfig.
    command: command.includes(path.sep) ? path.resolve(directory, command) : command,
    args,
    env: environment(exec['env'] ?? [], fail),
    interactiveMode,
    ...(provideClusterInfo === undefined ? {} : { provideClusterInfo }),
    ...(installHint === undefined ? {} : { installHint }),
    ...(clusterConfig === undefined ? {} : { clusterConfig }),
  };
}

function environment(list: unknown, fail: (why: string) => KubeconfigError): Record<string, string> {
  const variables: Record<string, string> = {};
  if (!Array.isArray(list)) throw fail('has an env that is no list of name and value');
  for (const item of list as ReadonlyArray<{ name?: unknown; value?: unknown } | null>) {
    const { name, value } = item ?? {};
    if (typeof name !== 'string' || name === '' || typeof value !== 'string') {
      throw fail('has an env with an entry that lacks name or value');
    }
    variables[name] = value;
  }
  return variables;
}

function clusterExtension(cluster: ClusterEntry): unknown {
  const extensions = (cluster.extensions ?? []) as ReadonlyArray<{
    name?: unknown;
    extension?: unknown;
  } | null>;
  return extensions.find((one) => one?.name === CLUSTER_EXTENSION)?.extension;
}
