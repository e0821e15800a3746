import path from 'node:path';
import type { Stored } from '@kubewright/api';
import { Pod } from '@kubewright/api/core/v1';
import { listenPortForward } from '@kubewright/client';
import type { ListeningPortForward } from '@kubewright/client';
import { withCluster } from '../io/connect-cluster.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import type { CommandIo } from '../io/terminal.js';
import { CliError } from '../errors.js';
import { readReconciles } from './debug-answer.js';
import { debugAddressIn } from '../project/debug-address.js';
import { debugPortOf, operatorPod } from './find-pod.js';

export interface DebugServerFlags extends ClusterFlags {
  /** The operator's project. */
  readonly folder: string;
  readonly kustomization: string;
  /** Where a debug server is; goes before all else. */
  readonly address?: string;
  /** A pod, in `namespace`. */
  readonly pod?: string;
  readonly namespace?: string;
  /** The pod of the operator that the project deployed. */
  readonly deployed: boolean;
  /** Of the debug server in the pod. Default: as its flags say. */
  readonly port?: number;
}

const DEFAULT_URL = 'http://127.0.0.1:8082';

/** How a port of a pod comes here; tests have no kubelet. */
export type Forward = (
  ...args: Parameters<typeof listenPortForward>
) => Promise<Pick<ListeningPortForward, 'port' | 'close'>>;

/**
 * Runs `use` with the address of the debug server that the flags mean: that of an address, of a pod, of the operator that
 * `kubewright run` or `dev` runs for this project, else the default one.
 */
export async function withDebugServer<T>(
  flags: DebugServerFlags,
  io: CommandIo,
  use: (url: string) => Promise<T>,
  forward: Forward = listenPortForward,
): Promise<T> {
  const { address, pod: podName, deployed } = flags;
  if (address !== undefined) return use(urlOf(address));
  const folder = path.resolve(io.cwd, flags.folder);
  if (podName === undefined && !deployed) return use(await localUrl(folder, DEFAULT_URL, io.signal));
  return withCluster(flags, io, async (client) => {
    const { signal, clock } = io;
    const namespace = flags.namespace ?? client.defaultNamespace;
    const pod =
      podName === undefined
        ? await operatorPod(client, { folder, kustomization: flags.kustomization, signal })
        : await client.get(Pod, { namespace, name: podName }, { signal });
    let failure: Error | undefined;
    const { port, close } = await forward(client, pod.metadata, {
      port: flags.port ?? debugPortOf(pod),
      signal,
      clock,
      onError: (error) => (failure = error),
    });
    try {
      return await use(`http://127.0.0.1:${port}`);
    } catch (error) {
      // What the pod said is nearer to the cause than that the connection ended.
      throw failure === undefined ? error : unreachable(pod, failure);
    } finally {
      await close();
    }
  });
}

/** That of the operator which runs for the project, if it still does, else the other. */
export async function localUrl(folder: string, otherwise: string, signal: AbortSignal): Promise<string> {
  const left = await debugAddressIn(folder);
  if (left === undefined) return otherwise;
  try {
    await readReconciles(left, { limit: 1, signal });
    return left;
  } catch {
    signal.throwIfAborted();
    return otherwise;
  }
}

function unreachable({ metadata }: Stored<Pod>, cause: Error): CliError {
  const pod = `${metadata.namespace ?? ''}/${metadata.name}`;
  return new CliError(
    'CannotConnect',
    `the debug server of pod ${pod} cannot be reached: ${cause.message}; the operator must be started with --debug-bind-address=:8082, and a kubelet must run it`,
    { cause },
  );
}

/** `:8082`, `localhost:8082` and URLs. */
function urlOf(address: string): string {
  if (/^https?:\/\//.test(address)) return address;
  return `http://${address.startsWith(':') ? `127.0.0.1${address}` : address}`;
}
