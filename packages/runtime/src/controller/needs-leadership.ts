import type { ControllerOptions } from './definition.js';

/** Whether a controller runs only on the replica that leads. */
export function needsLeadership({
  sharded = false,
  needLeaderElection = !sharded,
}: ControllerOptions): boolean {
  return needLeaderElection;
}
