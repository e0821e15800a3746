import {
  controllerFor,
  createMergePatch,
  createOrUpdate,
  jsonEquals,
  mergePatch,
  setControllerReference,
} from 'kubewright';
import type { Client, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Service } from 'kubewright/core/v1';
import { AppService } from '../api/v1/app-service.js';
import type { AppServiceStatus } from '../api/v1/app-service.js';
import { configureDeployment, configureService } from './children.js';

/** The spec as it was last rolled out, as JSON. */
export const OLD_SPEC_ANNOTATION = 'old/spec';

export const appServiceController = controllerFor(AppService)
  .owns(Deployment)
  .owns(Service)
  .reconcile(async (app, { client, events, log }) => {
    // Its children are being deleted with it: making them anew would only keep it alive.
    if (app.metadata.deletionTimestamp !== undefined) return;
    const { name, namespace } = app.metadata;
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };

    const deployment = await createOrUpdate(client, Deployment({ metadata: { ...metadata } }), (current) => {
      setControllerReference(app, current);
      configureDeployment(current, app);
    });
    const service = await createOrUpdate(client, Service({ metadata: { ...metadata } }), (current) => {
      setControllerReference(app, current);
      configureService(current, app);
    });
    if (deployment.result !== 'unchanged' || service.result !== 'unchanged') {
      log.info('children written', { deployment: deployment.result, service: service.result });
      events.event(app, {
        reason: 'Synced',
        message: `deployment ${deployment.result}, service ${service.result}`,
      });
    }
    await recordSpec(client, app);
    await recordStatus(client, app, deployment.object.status ?? {});
  });

/** Keeps the last applied spec in the annotation `old/spec`, for people and for older tools that read it there. */
async function recordSpec(client: Client, app: Stored<AppService>): Promise<void> {
  const spec = JSON.stringify(app.spec);
  if (app.metadata.annotations?.[OLD_SPEC_ANNOTATION] === spec) return;
  const patch = mergePatch({ metadata: { annotations: { [OLD_SPEC_ANNOTATION]: spec } } });
  await client.patch(AppService, app.metadata, patch);
}

/** Patches what differs, so that it never collides with those who change the spec. */
async function recordStatus(
  client: Client,
  app: Stored<AppService>,
  status: AppServiceStatus,
): Promise<void> {
  const current = app.status ?? {};
  if (jsonEquals(current, status)) return;
  await client.status.patch(
    AppService,
    app.metadata,
    mergePatch({ status: createMergePatch(current, status) }),
  );
}
