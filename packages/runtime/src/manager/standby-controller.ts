import type { Controller } from '../controller/controller.js';
import type { ControllerDefinition } from '../controller/definition.js';
import type { Runnable } from './runnable.js';

export interface StandbyOptions {
  /** Makes the controller and connects it when first called. */
  controller: () => Controller;
  /** Asks for the caches of its sources, and resolves when they are full. */
  whenSynced: (signal: AbortSignal) => Promise<void>;
}

/**
 * A controller that waits for leadership: its caches fill, but nothing comes into its queue, which would only grow.
 * What is there when it starts comes to it as if it had just been listed.
 */
export function standbyController(definition: ControllerDefinition, options: StandbyOptions): Runnable {
  const { controller, whenSynced } = options;
  return {
    name: `controller ${definition.name}`,
    needLeaderElection: true,
    ...((definition.options.enableWarmup ?? true) && { warmup: whenSynced }),
    start: (signal) => controller().run(signal),
    whenReady: () => controller().whenReady(),
  };
}
