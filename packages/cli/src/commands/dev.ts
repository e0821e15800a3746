import path from 'node:path';
import { DevRun } from '../dev/dev-run.js';
import type { DevRunOptions } from '../dev/dev-run.js';
import { loadProject } from '../dev/project.js';
import { Cleanup } from '../io/cleanup.js';
import type { CommandIo } from '../io/terminal.js';

export interface DevCommandOptions extends DevRunOptions {
  /** The operator's project, relative to the working directory. */
  readonly folder: string;
}

/**
 * `kubewright dev`: starts the control plane, installs the project's CRDs, runs its operator as a process of its own,
 * installs its webhooks, which are called on this machine, applies its samples and shows what becomes of them, again after
 * each change of the project, until the signal aborts. With `once` nothing is watched, and manifests are taken as they are.
 *
 * @throws CliError with the reason when the project is unusable, or (`once`) something is wrong or time runs out;
 *   with `once` the reason of the signal, too.
 */
export async function devCommand(options: DevCommandOptions, io: CommandIo): Promise<number> {
  const project = await loadProject(path.resolve(io.cwd, options.folder));
  const cleanup = new Cleanup();
  const stoppedBy = new AbortController();
  const signal = AbortSignal.any([io.signal, stoppedBy.signal]);
  try {
    const run = new DevRun(options, { ...io, signal }, project, cleanup);
    await run.start();
    await run.outcome.done;
    // A script must not take what was interrupted for samples that have converged.
    if (options.once) io.signal.throwIfAborted();
    return 0;
  } finally {
    stoppedBy.abort();
    await cleanup.run();
  }
}
