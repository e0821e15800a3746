import path from 'node:path';
import { startControlPlane } from '@kubewright/control-plane';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { untilAborted } from '../io/until-aborted.js';
import { writePrivateFile } from '../io/write-file.js';

export interface ControlPlaneCommandOptions {
  /** Where the kubeconfig goes. */
  readonly kubeconfig: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** `kubewright control-plane`: the control plane alone, for kubectl and for operators in any language. */
export async function controlPlaneCommand(
  options: ControlPlaneCommandOptions,
  io: CommandIo,
): Promise<number> {
  const controlPlane = await startControlPlane({ clock: io.clock, listen: { port: options.port } });
  try {
    const file = path.resolve(io.cwd, options.kubeconfig);
    await writePrivateFile(file, controlPlane.kubeconfig());
    writeLine(io.stdout, `ready: ${controlPlane.url ?? ''} (export KUBECONFIG=${file})`);
    await untilAborted(io.signal);
    return 0;
  } finally {
    await controlPlane.stop();
  }
}
