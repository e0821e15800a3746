import { deepClone, findStatusCondition, setStatusCondition } from 'kubewright';
import type { Condition, Stored } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';
import type { App, AppPhase, AppStatus } from '../api/v1/app.js';
import { urlOf } from '../resources/ingress.js';
import { labelsOf } from '../resources/labels.js';
import type { Problem } from './problem.js';
import type { Rollout } from './rollout.js';

/** All that the status of an App is made of. */
export interface Observed {
  readonly deployment: Deployment | undefined;
  readonly rollout: Rollout;
  /** What the reconcile ended with, if not with success. */
  readonly problem: Problem | undefined;
  /** Milliseconds of a clock. */
  readonly now: number;
}

/** The status of an App, as a function of what is there. Times of conditions move only with their status. */
export function statusOf(app: Stored<App>, observed: Observed): AppStatus {
  const { deployment, rollout, problem, now } = observed;
  const { generation: observedGeneration } = app.metadata;
  const conditions = deepClone(app.status?.conditions ?? []);
  for (const [type, said] of Object.entries(conditionsOf(observed))) {
    const { status, reason, message } = said;
    setStatusCondition(
      conditions,
      { type, status, reason, message, ...(observedGeneration !== undefined && { observedGeneration }) },
      { now },
    );
  }
  const {
    replicas = 0,
    updatedReplicas = 0,
    readyReplicas = 0,
    availableReplicas = 0,
  } = deployment?.status ?? {};
  const url = urlOf(app);
  return {
    ...(observedGeneration !== undefined && { observedGeneration }),
    phase: phaseOf(rollout, problem, availableReplicas > 0),
    replicas,
    updatedReplicas,
    readyReplicas,
    availableReplicas,
    selector: Object.entries(labelsOf(app))
      .map(([key, value]) => `${key}=${value}`)
      .join(),
    ...(url !== undefined && problem === undefined && { url }),
    conditions,
  };
}

function phaseOf(rollout: Rollout, problem: Problem | undefined, isServing: boolean): AppPhase {
  if (problem?.needs === 'change') return 'Failed';
  if (problem?.needs === 'wait') return 'Pending';
  if (rollout.state === 'failed') return 'Failed';
  if (rollout.state === 'complete' && problem === undefined) return 'Running';
  return isServing ? 'Updating' : 'Pending';
}

type Said = Pick<Condition, 'status' | 'reason' | 'message'>;

function conditionsOf(observed: Observed): Record<'Available' | 'Progressing' | 'Ready', Said> {
  const { rollout, problem } = observed;
  return {
    Available: availability(observed),
    Progressing: progress(rollout, problem),
    Ready: {
      status: problem === undefined && rollout.state === 'complete' ? 'True' : 'False',
      reason: (problem ?? rollout).reason,
      message: (problem ?? rollout).message,
    },
  };
}

/** As the Deployment has it. */
function availability({ deployment, rollout }: Observed): Said {
  if (deployment === undefined) return { status: 'False', reason: rollout.reason, message: rollout.message };
  const condition = findStatusCondition(deployment.status?.conditions, 'Available');
  return {
    status: condition?.status === 'True' ? 'True' : condition?.status === 'False' ? 'False' : 'Unknown',
    reason: condition?.reason ?? 'DeploymentPending',
    message: condition?.message ?? 'the Deployment has not been looked at yet',
  };
}

/** True on the way; false at the end of it, and where it does not go on. */
function progress(rollout: Rollout, problem: Problem | undefined): Said {
  const { reason, message } = problem ?? rollout;
  const goesOn = problem === undefined ? rollout.state === 'progressing' : problem.needs === 'retry';
  return { status: goesOn ? 'True' : 'False', reason, message };
}
