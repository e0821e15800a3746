import { controllerFor, mergePatch, updateStatus } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Service } from 'kubewright/core/v1';
import { AppService } from '../api/v1/app-service.js';
import { deploymentOf, serviceOf } from './children.js';

/** The spec as it was last rolled out, as JSON: for people, and for older tools that read it there. */
export const OLD_SPEC_ANNOTATION = 'old/spec';

// +kubebuilder:rbac:groups=app.example.com,resources=appservices,verbs=list;watch;patch
// +kubebuilder:rbac:groups=app.example.com,resources=appservices/status,verbs=patch
// +kubebuilder:rbac:groups=app.example.com,resources=appservices/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

export const appServiceController = controllerFor(AppService)
  .owns(Deployment)
  .owns(Service)
  .withOptions({ failureEvents: true })
  .reconcile(async (app, { client }) => {
    // Its children are being deleted with it: making them anew would only keep it alive.
    if (app.metadata.deletionTimestamp !== undefined) return;
    const deployment = await client.apply(deploymentOf(app), { owner: app });
    await client.apply(serviceOf(app), { owner: app });

    const spec = JSON.stringify(app.spec);
    if (app.metadata.annotations?.[OLD_SPEC_ANNOTATION] !== spec) {
      const annotations = { [OLD_SPEC_ANNOTATION]: spec };
      await client.patch(AppService, app.metadata, mergePatch({ metadata: { annotations } }));
    }
    await updateStatus(client, app, deployment.status ?? {});
  });
