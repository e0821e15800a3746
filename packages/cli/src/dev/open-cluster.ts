import path from 'node:path';
import type { CommandIo } from '../io/terminal.js';
import type { DevClusterPlan } from './cluster.js';
import { planContextCluster } from './context-cluster.js';
import { planEmbeddedCluster } from './embedded-cluster.js';
import type { Project } from './project.js';

/** Where an operator is developed. */
export interface DevClusterFlags {
  /** Where to write the kubeconfig of the embedded control plane; with `context` the one to read. */
  readonly kubeconfig?: string;
  /** A context of the kubeconfig, or `true` for the current one, instead of the embedded control plane. */
  readonly context?: string | true;
  /** With `context`: nobody is asked. */
  readonly yes: boolean;
  /** With `context`: under what name its API server reaches this machine. */
  readonly webhookHost?: string;
  /** Of the embedded API server, on loopback; 0 takes any free one. */
  readonly port: number;
}

const KUBECONFIG = path.join('.kubewright', 'kubeconfig');

/** Finds the cluster, and asks where it is not one of this run alone. Throws a CliError `Cancelled` for a no. */
export function planDevCluster(
  flags: DevClusterFlags,
  project: Project,
  io: CommandIo,
): Promise<DevClusterPlan> {
  const { kubeconfig, context, yes, webhookHost, port } = flags;
  if (context !== undefined)
    return planContextCluster({ kubeconfig, context, yes, webhookHost, folder: project.folder }, io);
  return planEmbeddedCluster({
    clock: io.clock,
    signal: io.signal,
    port,
    kubeconfig: path.resolve(io.cwd, kubeconfig ?? KUBECONFIG),
    mayRename: kubeconfig === undefined,
  });
}
