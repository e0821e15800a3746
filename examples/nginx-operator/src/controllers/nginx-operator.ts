import {
  TerminalError,
  controllerFor,
  generationChanged,
  isInvalid,
  isNotFound,
  setStatusCondition,
  updateStatus,
} from 'kubewright';
import type { ControllerDefinition, ReconcileContext, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { ConfigMap, Service } from 'kubewright/core/v1';
import { NginxOperator } from '../api/v1/nginx-operator.js';
import type { GoldenSignals } from '../metrics/golden-signals.js';
import { RolloutWatch } from '../metrics/rollout-watch.js';
import { ManifestError, readOperandManifests } from '../operand/manifests.js';
import { operandOf } from '../operand/operand.js';
import { rolloutOf } from '../operand/rollout.js';
import type { Upgradeable } from '../operator-condition/upgradeable.js';

/** Whether the operator fails to do what the spec asks for. */
export const OPERATOR_DEGRADED = 'OperatorDegraded';
/** Whether all pods are as the spec asks, and available. */
export const OPERAND_AVAILABLE = 'OperandAvailable';

/** Reasons of OperatorDegraded. */
export type DegradedReason =
  | 'OperatorSucceeded'
  | 'OperandManifestNotAvailable'
  | 'OperandManifestInvalid'
  | 'OperandFailed'
  | 'OperandDeploymentNotAvailable';

export interface NginxOperatorControllerOptions {
  /** The folder of the operand's manifests. */
  readonly assets: string;
  readonly signals: GoldenSignals;
  readonly upgradeable: Upgradeable;
}

// +kubebuilder:rbac:groups=operator.example.com,resources=nginxoperators,verbs=list;watch
// +kubebuilder:rbac:groups=operator.example.com,resources=nginxoperators/status,verbs=patch
// +kubebuilder:rbac:groups=operator.example.com,resources=nginxoperators/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=configmaps;services,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=operators.coreos.com,namespace=nginx-operator-system,resources=operatorconditions,verbs=get;patch

/** Brings the operand of each NginxOperator to what manifests and spec say, and tells in its status how that went. */
export function nginxOperatorController(options: NginxOperatorControllerOptions): ControllerDefinition {
  const { assets, signals, upgradeable } = options;
  const rollouts = new RolloutWatch(signals);
  // Its own writes to the status are nothing to reconcile.
  return controllerFor(NginxOperator, { predicates: [generationChanged] })
    .owns(ConfigMap)
    .owns(Deployment)
    .owns(Service)
    .reconcileRequest(async (request, context) => {
      signals.reconciles.inc();
      const { client, clock } = context;
      const nginx = await client.get(NginxOperator, request).catch(unlessNotFound);
      // Its children are deleted with it: making them anew would only keep it alive.
      if (nginx === undefined || nginx.metadata.deletionTimestamp !== undefined) rollouts.forget(request);
      else {
        const complete = await reconcile(nginx, context);
        rollouts.seen(nginx, complete, clock);
      }
      await upgradeable.set(rollouts.running === 0, context);
    });

  /** Returns whether the operand is what it should be. */
  async function reconcile(nginx: Stored<NginxOperator>, context: ReconcileContext): Promise<boolean> {
    const { client, signal } = context;
    const owned = { owner: nginx, signal };
    let deployment: Stored<Deployment>;
    try {
      const operand = operandOf(nginx, await readOperandManifests(assets));
      await client.apply(operand.configMap, owned);
      deployment = await client.apply(operand.deployment, owned);
      await client.apply(operand.service, owned);
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = error instanceof ManifestError ? error.reason : 'OperandFailed';
      const message = error instanceof Error ? error.message : String(error);
      signals.failures.inc({ reason });
      await report(nginx, { degraded: { reason, message } }, context);
      // Neither what came with the image nor what the server refuses gets better by trying again.
      const isFinal = error instanceof ManifestError || isInvalid(error);
      throw isFinal ? new TerminalError(message, { cause: error }) : error;
    }
    const { state, message } = rolloutOf(deployment);
    const isStuck = state === 'stuck';
    if (isStuck) signals.failures.inc({ reason: 'OperandDeploymentNotAvailable' });
    await report(
      nginx,
      {
        ...(isStuck && { degraded: { reason: 'OperandDeploymentNotAvailable', message } }),
        available: { is: state === 'complete', message },
        readyReplicas: deployment.status?.readyReplicas ?? 0,
      },
      context,
    );
    return state === 'complete';
  }
}

interface Report {
  readonly degraded?: {
    readonly reason: Exclude<DegradedReason, 'OperatorSucceeded'>;
    readonly message: string;
  };
  /** Absent when nothing is known. */
  readonly available?: { readonly is: boolean; readonly message: string };
  readonly readyReplicas?: number;
}

async function report(
  nginx: Stored<NginxOperator>,
  { degraded, available, readyReplicas }: Report,
  { client, clock, signal }: ReconcileContext,
): Promise<void> {
  const observedGeneration = nginx.metadata.generation ?? 0;
  const at = { now: clock.now() };
  await updateStatus(
    client,
    nginx,
    (status) => {
      const conditions = (status.conditions ??= []);
      const succeeded = { reason: 'OperatorSucceeded', message: 'operator successfully reconciling' };
      setStatusCondition(
        conditions,
        {
          type: OPERATOR_DEGRADED,
          status: degraded === undefined ? 'False' : 'True',
          ...(degraded ?? succeeded),
          observedGeneration,
        },
        at,
      );
      if (available !== undefined)
        setStatusCondition(
          conditions,
          {
            type: OPERAND_AVAILABLE,
            status: available.is ? 'True' : 'False',
            reason: available.is ? 'RolloutComplete' : 'RolloutIncomplete',
            message: available.message,
            observedGeneration,
          },
          at,
        );
      if (readyReplicas !== undefined) status.readyReplicas = readyReplicas;
    },
    { signal },
  );
}

function unlessNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
