import { findStatusCondition, formatKey, updateStatus } from 'kubewright';
import type { ReconcileContext, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Pod } from 'kubewright/core/v1';
import type { App, AppStatus } from '../api/v1/app.js';
import type { AppMetrics } from '../metrics.js';
import { labelsOf } from '../resources/labels.js';
import type { Children } from './children.js';
import type { Problem } from './problem.js';
import { rolloutOf } from './rollout.js';
import { statusOf } from './status.js';

/** Writes the status of an App, and tells of what is new in it: in an event, and in the metrics. */
export async function report(
  app: Stored<App>,
  problem: Problem | undefined,
  { children, metrics }: { children: Children; metrics: AppMetrics },
  { client, events, clock, signal }: ReconcileContext,
): Promise<void> {
  const { namespace, name } = app.metadata;
  const deployment = await children.find(Deployment, name);
  const pods = await client.list(Pod, { namespace, labelSelector: labelsOf(app), signal });
  const now = clock.now();
  const rollout = rolloutOf(deployment, pods.items);
  const status = statusOf(app, { deployment, rollout, problem, now });
  await updateStatus(client, app, status, { signal });

  metrics.phase(formatKey(app.metadata), status.phase);
  const before = endOf(app.status);
  const after = endOf(status);
  if (after === undefined || after.reason === before?.reason) return;
  const { reason, message, failed } = after;
  events.event(app, { type: failed ? 'Warning' : 'Normal', reason, message, action: 'Rollout' });
  const since = startOf(app, now);
  if (since !== undefined) metrics.rollout(failed ? 'failed' : 'complete', now - since);
  if (reason === 'HostTaken') metrics.hostConflict();
}

/** What a rollout has come to; undefined while it is on its way. */
function endOf(
  status: AppStatus | undefined,
): { reason: string; message: string; failed: boolean } | undefined {
  const ready = findStatusCondition(status?.conditions, 'Ready');
  if (ready === undefined || (status?.phase !== 'Running' && status?.phase !== 'Failed')) return undefined;
  return { reason: ready.reason, message: ready.message, failed: status.phase === 'Failed' };
}

/** When the rollout began that has now ended, in milliseconds; undefined when there was none. */
function startOf({ metadata, status }: Stored<App>, now: number): number | undefined {
  const progressing = findStatusCondition(status?.conditions, 'Progressing');
  if (progressing?.status === 'True') return Date.parse(progressing.lastTransitionTime);
  if (progressing === undefined) return Date.parse(metadata.creationTimestamp ?? '') || now;
  // It was over before anybody saw it on its way.
  return status?.observedGeneration === metadata.generation ? undefined : now;
}
