import { controllerFor, findObject, formatKey, requeueAfter, TerminalError } from 'kubewright';
import type { ControllerDefinition, ReconcileContext, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { HorizontalPodAutoscaler } from 'kubewright/autoscaling/v2';
import { Lease } from 'kubewright/coordination/v1';
import { ConfigMap, Pod, Service } from 'kubewright/core/v1';
import { Ingress } from 'kubewright/networking/v1';
import { App } from '../api/v1/app.js';
import type { AppMetrics } from '../metrics.js';
import { autoscalerOf } from '../resources/autoscaler.js';
import { configMapName, configMapOf } from '../resources/config-map.js';
import { ingressOf } from '../resources/ingress.js';
import { serviceOf } from '../resources/service.js';
import { childrenOf } from './children.js';
import type { Children } from './children.js';
import { appsOfConfigMap, CONFIG_MAP_INDEX, configMapsOf, hashOfConfig } from './config.js';
import { appsOfClaim, HOLDER_INDEX, holdersOf, HOST_INDEX, hostsOf } from './host-claims.js';
import type { HostClaims } from './host-claims.js';
import { problemOf } from './problem.js';
import { appOfPod, appOfSameName, isDeletion } from './related.js';
import { report } from './report.js';
import { rolloutOf } from './rollout.js';
import { applyDeployment } from './scaling.js';

// +kubebuilder:rbac:groups=platform.example.com,resources=apps,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=platform.example.com,resources=apps/status,verbs=patch
// +kubebuilder:rbac:groups=platform.example.com,resources=apps/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=services,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=list;watch;create;patch;delete
// +kubebuilder:rbac:groups="",resources=pods,verbs=list;watch
// +kubebuilder:rbac:groups=autoscaling,resources=horizontalpodautoscalers,verbs=list;watch;create;patch;delete
// +kubebuilder:rbac:groups=networking.k8s.io,resources=ingresses,verbs=list;watch;create;patch;delete
// +kubebuilder:rbac:groups=coordination.k8s.io,namespace=app-operator-system,resources=leases,verbs=get;list;watch;create;update;delete
// Each event tells of a new state of its App, so none is repeated, which would take `patch`.
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create

/** Keeps what an App has outside of its namespace, until it is given back. */
export const HOST_FINALIZER = 'platform.example.com/host';

/** A deleted Ingress tells when it is gone; this is for the case that nobody does. */
const CHECK_INGRESS_MS = 10_000;

export interface AppControllerOptions {
  claims: HostClaims;
  metrics: AppMetrics;
}

/** The controller of Apps. */
export function appController({ claims, metrics }: AppControllerOptions): ControllerDefinition {
  return controllerFor(App)
    .owns(Deployment)
    .owns(Service)
    .owns(ConfigMap)
    .owns(HorizontalPodAutoscaler)
    .owns(Ingress)
    .indexes(App, CONFIG_MAP_INDEX, configMapsOf)
    .indexes(App, HOST_INDEX, hostsOf)
    .indexes(Lease, HOLDER_INDEX, holdersOf)
    .watches(Pod, appOfPod)
    .watches(ConfigMap, appsOfConfigMap)
    .watches(Lease, appsOfClaim)
    .watches(Deployment, appOfSameName, { predicates: [isDeletion] })
    .watches(Service, appOfSameName, { predicates: [isDeletion] })
    .watches(HorizontalPodAutoscaler, appOfSameName, { predicates: [isDeletion] })
    .watches(Ingress, appOfSameName, { predicates: [isDeletion] })
    .finalizer(HOST_FINALIZER, async (app, context) => {
      const children = childrenOf(app, context);
      // While the Ingress is there its host is not free.
      if ((await children.find(Ingress, app.metadata.name)) !== undefined) {
        await children.remove(Ingress, app.metadata.name);
        return requeueAfter(CHECK_INGRESS_MS);
      }
      await claims.release(app, context);
      return undefined;
    })
    .reconcileRequest(async (request, context) => {
      const app = await findObject(context.client, App, request);
      if (app === undefined) {
        metrics.phase(formatKey(request), undefined);
        return claims.releaseLost(request, context);
      }
      const children = childrenOf(app, context);
      try {
        await converge(app, children, claims, context);
      } catch (error) {
        if (context.signal.aborted) throw error;
        const problem = problemOf(error);
        if (problem === undefined) return;
        await report(app, problem, { children, metrics }, context);
        if (problem.needs === 'retry') throw error;
        throw new TerminalError(problem.message, { cause: error });
      }
      await report(app, undefined, { children, metrics }, context);
    });
}

/** Brings everything that belongs to an App to what its spec says, and removes what it does not say any more. */
async function converge(
  app: Stored<App>,
  children: Children,
  claims: HostClaims,
  context: ReconcileContext,
): Promise<void> {
  const { name } = app.metadata;
  const [configMap, autoscaler, ingress] = [configMapOf(app), autoscalerOf(app), ingressOf(app)];
  const configHash = await hashOfConfig(app, context);

  if (configMap !== undefined) await children.apply(configMap);
  // Before the operator takes the number of pods back.
  if (autoscaler === undefined) await children.remove(HorizontalPodAutoscaler, name);
  const deployment = await applyDeployment(app, configHash, children, context);
  if (autoscaler !== undefined) await children.apply(autoscaler);
  await children.apply(serviceOf(app));
  // Pods of the spec before may still need it.
  if (configMap === undefined && rolloutOf(deployment, []).state === 'complete')
    await children.remove(ConfigMap, configMapName(app));

  const host = app.spec.ingress?.host;
  if (host !== undefined) await claims.claim(host, app, context);
  if (ingress !== undefined) await children.apply(ingress);
  else await children.remove(Ingress, name);
  if (host !== undefined || (await children.find(Ingress, name)) === undefined)
    await claims.release(app, context, host);
}
