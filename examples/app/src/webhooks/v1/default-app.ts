import type { App } from '../../api/v1/app.js';

/** What a container is taken to need where an autoscaler must know and nobody says. */
const DEFAULT_REQUESTS = { cpu: '100m', memory: '128Mi' };

/** Autoscalers measure use in percent of what is requested: without a request they never scale. */
export function defaultApp({ spec }: App): void {
  const { autoscaling } = spec;
  if (autoscaling === undefined) return;
  const measured = {
    cpu: autoscaling.targetCPUUtilizationPercentage,
    memory: autoscaling.targetMemoryUtilizationPercentage,
  };
  for (const name of ['cpu', 'memory'] as const) {
    const { requests, limits } = spec.resources ?? {};
    // What is limited and not requested is requested as it is limited, by the API server.
    if (measured[name] === undefined || requests?.[name] !== undefined || limits?.[name] !== undefined)
      continue;
    spec.resources = { ...spec.resources, requests: { ...requests, [name]: DEFAULT_REQUESTS[name] } };
  }
}
