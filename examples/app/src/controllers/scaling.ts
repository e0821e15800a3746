import { hasApplied } from 'kubewright';
import type { ReconcileContext, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import type { App } from '../api/v1/app.js';
import { deploymentOf } from '../resources/deployment.js';
import type { Children } from './children.js';

/** Holds the number of pods between the operator, which lets go of it, and the autoscaler, which does not have it yet. */
const HANDOVER_MANAGER = 'app-operator-handover';

const REPLICAS = ['spec', 'replicas'];

/**
 * Brings the Deployment to what the App says. Its number of pods belongs to the operator, or to the autoscaler.
 *
 * A field that its only owner no longer applies is removed, and `replicas` would fall back to 1. So before the operator
 * leaves it out, another manager applies the number that there is, and owns it until the autoscaler changes it (Kubernetes'
 * documentation of server-side apply, "Transferring ownership"). The way back needs nothing: applying it takes it over.
 */
export async function applyDeployment(
  app: Stored<App>,
  configHash: string | undefined,
  children: Children,
  { client, signal }: ReconcileContext,
): Promise<Stored<Deployment>> {
  const { replicas = 1, autoscaling } = app.spec;
  if (autoscaling === undefined) return children.apply(deploymentOf(app, { configHash, replicas }));
  const { minReplicas = 1, maxReplicas } = autoscaling;
  const first = deploymentOf(app, { configHash, replicas: minReplicas });
  const live = (await children.find(Deployment, app.metadata.name)) ?? (await children.apply(first));
  if (hasApplied(live, client.fieldManager, REPLICAS)) {
    const { name, namespace } = live.metadata;
    // An autoscaler does nothing about 0 pods: that is how people switch one off.
    const within = Math.min(Math.max(live.spec?.replicas ?? 1, minReplicas), maxReplicas);
    const handover = { metadata: { name, namespace }, spec: { replicas: within } } as Deployment;
    const options = { fieldManager: HANDOVER_MANAGER, force: true, signal };
    await client.apply(Deployment(handover), options);
  }
  return children.apply(deploymentOf(app, { configHash, replicas: undefined }));
}
