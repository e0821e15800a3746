import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { fileProblem, KubeconfigError } from './errors.js';
import { loadInClusterConfig } from './in-cluster.js';
import { mergeKubeconfigs } from './merge.js';
import { parseKubeconfig } from './parse.js';
import { resolveContext } from './resolve.js';
import type { ResolveOptions } from './resolve.js';
import { checkShape } from './shape.js';
import type { ClusterConfig, ContextOverrides, Environment, KubeconfigFile } from './types.js';

export interface LoadKubeconfigOptions extends ContextOverrides {
  /** This file and no other; it must exist. */
  path?: string | undefined;
  /** These files, merged; those that do not exist are left out, but one must. */
  paths?: readonly string[] | undefined;
  /**
   * Where KUBECONFIG (paths, as in PATH), HOME, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up. Defaults to the
   * process's environment.
   */
  env?: Environment | undefined;
  /** Tells whether certificates have expired. Defaults to the machine's. */
  clock?: Clock | undefined;
}

/**
 * Learns from kubeconfig files how to reach a cluster, as client-go does: `path`, else `paths`, else those in
 * KUBECONFIG, else `~/.kube/config`. Certificates are read now, token files by the transport.
 *
 * @throws KubeconfigError with a sentence that names file, value and remedy.
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClusterConfig> {
  const { files, sources } = await readFiles(options);
  return resolveContext(mergeKubeconfigs(files), resolveOptions(options, sources.join(', ')));
}

export interface KubeconfigFromObjectOptions extends ContextOverrides {
  /** What relative paths in it are relative to. Defaults to the working directory. */
  directory?: string | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are looked up. Defaults to the process's environment. */
  env?: Environment | undefined;
  /** Tells whether certificates have expired. Defaults to the machine's. */
  clock?: Clock | undefined;
}

/** The same from a kubeconfig that is already an object. */
export async function kubeconfigFromObject(
  object: unknown,
  options: KubeconfigFromObjectOptions = {},
): Promise<ClusterConfig> {
  const source = 'the kubeconfig object';
  const file = checkShape(object, { source, directory: options.directory ?? '.' });
  return resolveContext(file, resolveOptions(options, source));
}

function resolveOptions(
  options: ContextOverrides & { env?: Environment | undefined; clock?: Clock | undefined },
  source: string,
): ResolveOptions {
  const { context, cluster, user, namespace, env = process.env, clock = systemClock } = options;
  return { context, cluster, user, namespace, env, clock, source };
}

/**
 * Finds the cluster by itself, as controller-runtime's `config.GetConfig`: the files named by `path`, `paths` or
 * KUBECONFIG, else the service account when the program runs in a pod, else `~/.kube/config`.
 */
export async function loadClusterConfig(options: LoadKubeconfigOptions = {}): Promise<ClusterConfig> {
  const { env = process.env } = options;
  const named =
    options.path !== undefined ||
    options.paths !== undefined ||
    isSet(env.KUBECONFIG) ||
    (options.context ?? options.cluster ?? options.user) !== undefined;
  return !named && isSet(env.KUBERNETES_SERVICE_HOST)
    ? loadInClusterConfig({ env })
    : loadKubeconfig(options);
}

async function readFiles(
  options: LoadKubeconfigOptions,
): Promise<{ files: KubeconfigFile[]; sources: string[] }> {
  const { candidates, origin } = findCandidates(options);
  const files: KubeconfigFile[] = [];
  const sources: string[] = [];
  for (const source of candidates) {
    const text = await readText(source);
    if (text === undefined) continue;
    files.push(await parseKubeconfig(text, { source, directory: path.dirname(source) }));
    sources.push(source);
  }
  if (files.length === 0) {
    throw new KubeconfigError(
      'FileNotFound',
      `no kubeconfig: ${candidates.join(', ')} (${origin}) does not exist; name another with KUBECONFIG`,
    );
  }
  return { files, sources };
}

function findCandidates(options: LoadKubeconfigOptions): { candidates: string[]; origin: string } {
  const { env = process.env } = options;
  if (options.path !== undefined) return { candidates: [options.path], origin: 'the path given' };
  if (options.paths !== undefined) return { candidates: unique(options.paths), origin: 'the paths given' };
  if (isSet(env.KUBECONFIG))
    return { candidates: unique(env.KUBECONFIG.split(path.delimiter)), origin: 'from KUBECONFIG' };
  return {
    candidates: [path.join(isSet(env.HOME) ? env.HOME : homedir(), '.kube', 'config')],
    origin: 'the default',
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw new KubeconfigError(
      'FileUnreadable',
      `the kubeconfig ${file} cannot be read: ${fileProblem(error)}`,
      { cause: error },
    );
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((one) => one !== '');
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
