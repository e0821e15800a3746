import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { writeFiles, writeYaml } from '@kubewright/generator';
import { applyObjects, deleteObjects, nameOf } from '../deploy/objects.js';
import type { ObjectsOptions, Outcome } from '../deploy/objects.js';
import { definitionObjects, deploymentObjects } from '../deploy/project-objects.js';
import { untilRolledOut } from '../deploy/rollout.js';
import { withCluster } from '../io/connect-cluster.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface ProjectFlags extends ClusterFlags {
  /** The operator's project. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly output: OutputFormat;
}

export interface DeployFlags extends ProjectFlags {
  readonly image?: string;
  /** A folder of the project with a kustomization. */
  readonly kustomization: string;
  /** Wait until the Deployment is rolled out. */
  readonly wait: boolean;
}

export type InstallerFlags = Pick<DeployFlags, 'folder' | 'image' | 'kustomization'> & {
  /** `-` is standard output. */
  readonly output: string;
};

/** `kubewright install`: the CRDs of a project. */
export async function installCommand(flags: ProjectFlags, io: CommandIo): Promise<number> {
  const objects = await definitionObjects(path.resolve(io.cwd, flags.folder));
  return withObjects(flags, io, (options) => applyObjects(objects, options));
}

/** `kubewright uninstall`: removes the CRDs of a project, and with them all objects of their kinds. */
export async function uninstallCommand(flags: ProjectFlags, io: CommandIo): Promise<number> {
  const objects = await definitionObjects(path.resolve(io.cwd, flags.folder));
  return withObjects(flags, io, (options) => deleteObjects(objects, options));
}

/** `kubewright deploy`: an operator with all that it needs. */
export async function deployCommand(flags: DeployFlags, io: CommandIo): Promise<number> {
  const objects = await objectsOf(flags, io);
  return withObjects(flags, io, async (options) => {
    await applyObjects(objects, options);
    if (flags.wait) await untilRolledOut(objects, options);
  });
}

/** `kubewright undeploy`: removes what `deploy` made. */
export async function undeployCommand(flags: DeployFlags, io: CommandIo): Promise<number> {
  const objects = await objectsOf(flags, io);
  return withObjects(flags, io, (options) => deleteObjects(objects, options));
}

/** `kubewright build-installer`: everything that `deploy` applies, in one file for `kubectl apply -f`. */
export async function buildInstallerCommand(flags: InstallerFlags, io: CommandIo): Promise<number> {
  const text = writeYaml(await objectsOf(flags, io));
  if (flags.output === '-') {
    io.stdout.write(text);
    return 0;
  }
  const file = path.resolve(io.cwd, flags.output);
  const { written } = await writeFiles({
    folder: path.dirname(file),
    files: [{ path: path.basename(file), content: text }],
  });
  writeLine(io.stdout, `${written.length > 0 ? 'wrote' : 'unchanged'} ${flags.output}`);
  return 0;
}

function objectsOf(
  { folder, kustomization, image }: Omit<InstallerFlags, 'output'>,
  io: CommandIo,
): Promise<KubernetesObject[]> {
  const project = path.resolve(io.cwd, folder);
  return deploymentObjects({ folder: project, kustomization, ...(image === undefined ? {} : { image }) });
}

/** Tells each object as it is done, or all of them as JSON in the end, also those before a failure. */
function withObjects(
  flags: ProjectFlags,
  io: CommandIo,
  use: (options: ObjectsOptions) => Promise<void>,
): Promise<number> {
  return withCluster(flags, io, async (client) => {
    const done: object[] = [];
    const onObject = (object: KubernetesObject, outcome: Outcome): void => {
      const { apiVersion, kind, metadata } = object;
      done.push({ apiVersion, kind, namespace: metadata?.namespace, name: metadata?.name, outcome });
      if (flags.output === 'text') writeLine(io.stdout, `${nameOf(object)} ${outcome}`);
    };
    try {
      await use({ client, clock: io.clock, signal: io.signal, timeoutMs: flags.timeoutMs, onObject });
    } finally {
      if (flags.output === 'json') writeJson(io.stdout, { objects: done });
    }
    return 0;
  });
}
