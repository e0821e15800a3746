import path from 'node:path';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { isApiError, isNotFound } from '@kubewright/client';
import { bundleProject } from '../build/bundle.js';
import { definitionObjects } from '../deploy/project-objects.js';
import { debugUrlOf } from '../dashboard/follow-operator.js';
import { readLogLine } from '../dev/log-line.js';
import { withCluster } from '../io/connect-cluster.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { leaveDebugAddress } from '../project/debug-address.js';
import { runOperatorChild } from '../run/operator-child.js';
import { openProject } from '../scaffold/project-folder.js';
import { hasWebhooks } from '../scaffold/resources.js';

export interface RunCommandOptions extends ClusterFlags {
  /** The operator's project. */
  readonly folder: string;
  /** For the operator. */
  readonly args: readonly string[];
  /** Its output as it is; otherwise a terminal shows its log readably. */
  readonly raw: boolean;
}

/**
 * `kubewright run`: the operator of a project as a process of this machine, against a cluster that is there, as `make run` of
 * kubebuilder's projects. CRDs that are missing there are told before. Returns the operator's exit code.
 *
 * @throws CliError when it cannot be bundled; what the client throws when the cluster cannot be reached
 */
export async function runCommand(options: RunCommandOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  const { file } = await bundleProject({ folder, output: path.join(folder, '.kubewright', 'run') });
  for (const name of await missingDefinitions(folder, options, io))
    writeLine(
      io.stderr,
      `kubewright: the CustomResourceDefinition ${name} is not installed: run "kubewright install" for the operator to begin`,
    );
  if (io.env['ENABLE_WEBHOOKS'] === undefined && (await servesWebhooks(folder)))
    writeLine(
      io.stderr,
      'kubewright: the project has webhooks, which an API server does not call on this machine: ENABLE_WEBHOOKS=false leaves them out',
    );
  const kubeconfig = options.kubeconfig === undefined ? [] : [path.resolve(io.cwd, options.kubeconfig)];
  const args = [
    ...kubeconfig.map((given) => `--kubeconfig=${given}`),
    ...(options.context === undefined ? [] : [`--context=${options.context}`]),
    ...options.args,
  ];
  const isReadable = io.stdout.isTTY === true && !options.raw;
  let takeBack: Promise<(() => Promise<void>) | undefined> | undefined;
  const code = await runOperatorChild(
    {
      file,
      args,
      cwd: folder,
      onLine: (line, stream) => {
        const url = debugUrlOf(line);
        // A folder that cannot be written to is no reason to stop: `explain` can be told the address.
        if (url !== undefined) takeBack ??= leaveDebugAddress(folder, url).catch(() => undefined);
        if (!isReadable || !line.startsWith('{')) return writeLine(io[stream], line);
        const { level, text } = readLogLine(line);
        writeLine(io[stream], level === 'info' ? text : `${level}: ${text}`);
      },
    },
    io,
  );
  await (
    await takeBack
  )?.();
  return code;
}

/** By its PROJECT file; who has none knows himself. */
async function servesWebhooks(folder: string): Promise<boolean> {
  const project = await openProject(folder).catch(() => undefined);
  return project?.config.resources.some(hasWebhooks) ?? false;
}

/** Names of the project's CRDs that the cluster does not have; none when it may not be asked. */
async function missingDefinitions(folder: string, flags: ClusterFlags, io: CommandIo): Promise<string[]> {
  const definitions = await definitionObjects(folder).catch(() => []);
  const names = definitions.flatMap(({ kind, metadata }) =>
    kind === 'CustomResourceDefinition' && metadata?.name !== undefined ? [metadata.name] : [],
  );
  if (names.length === 0) return [];
  return withCluster(flags, io, async (client) => {
    const missing: string[] = [];
    for (const name of names) {
      try {
        await client.get(CustomResourceDefinition, name, { signal: io.signal });
      } catch (error) {
        if (isNotFound(error)) missing.push(name);
        else if (!isApiError(error)) throw error;
      }
    }
    return missing;
  });
}
