import path from 'node:path';
import { startControlPlane } from '@kubewright/control-plane';
import { Cleanup } from '../io/cleanup.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { writeOwnKubeconfig } from '../io/own-kubeconfig.js';
import { untilAborted } from '../io/until-aborted.js';

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
  const cleanup = new Cleanup();
  try {
    const controlPlane = await startControlPlane({ clock: io.clock, listen: { port: options.port } });
    cleanup.defer(() => controlPlane.stop());
    const file = path.resolve(io.cwd, options.kubeconfig);
    cleanup.defer(await writeOwnKubeconfig(file, controlPlane.kubeconfig()));
    writeLine(io.stdout, `ready: ${controlPlane.url ?? ''} (export KUBECONFIG=${file})`);
    await untilAborted(io.signal);
    return 0;
  } finally {
    await cleanup.run();
  }
}
