import type { App } from '../../api/v1/app.js';

/** Tells people what works, and is seldom meant. */
export function warnOf({ spec }: App, warn: (message: string) => void): void {
  const { image, replicas = 1, autoscaling, probes } = spec;
  if (!isPinned(image))
    warn(`spec.image: ${image} has no fixed tag: pods that start later may run something else`);
  if (autoscaling !== undefined && replicas !== 1)
    warn('spec.replicas: does not count while spec.autoscaling is set');
  const most = autoscaling?.maxReplicas ?? replicas;
  if (most > 1 && probes?.readiness === undefined)
    warn('spec.probes.readiness: without it requests reach pods that are still starting');
}

/** Whether the image has a digest, or a tag other than `latest`. */
function isPinned(image: string): boolean {
  const name = image.slice(image.lastIndexOf('/') + 1);
  const tag = /:(.*)$/.exec(name)?.[1];
  return name.includes('@') || (tag !== undefined && tag !== 'latest');
}
