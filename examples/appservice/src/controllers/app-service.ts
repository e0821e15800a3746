import { controllerFor, createOrUpdate, jsonEquals, setControllerReference } from 'kubewright';
import type { Client, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Service } from 'kubewright/core/v1';
import { AppService } from '../api/v1/app-service.js';
import { configureDeployment, configureService } from './children.js';

/** The spec as it was last rolled out, as JSON. */
export const OLD_SPEC_ANNOTATION = 'old/spec';

export const appServiceController = controllerFor(AppService)
  .owns(Deployment)
  .owns(Service)
  .reconcile(async (app, { client, events, log }) => {
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
      events.event(app, { reason: 'Synced', message: `deployment ${deployment.result}, service ${service.result}` });
    }
    const recorded = await recordSpec(client, app);
    await recordStatus(client, recorded, deployment.object);
  });

/** Keeps the last applied spec in the annotation `old/spec`, for people and for older tools that read it there. */
async function recordSpec(client: Client, app: Stored<AppService>): Promise<Stored<AppService>> {
  const spec = JSON.stringify(app.spec);
  if (app.metadata.annotations?.[OLD_SPEC_ANNOTATION] === spec) return app;
  const annotations = { ...app.metadata.annotations, [OLD_SPEC_ANNOTATION]: spec };
  return client.update({ ...app, metadata: { ...app.metadata, annotations } });
}

async function recordStatus(client: Client, app: Stored<AppService>, deployment: Stored<Deployment>): Promise<void> {
  const status = deployment.status ?? {};
  if (jsonEquals(app.status ?? {}, status)) return;
  await client.status.update({ ...app, status });
}
