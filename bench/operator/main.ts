// The operator that is measured beside bench/peers/controller-runtime: AppService -> Deployment + Service + status. It
// tells on standard output, one JSON line each, when its first reconcile ended, when it has reconciled as many objects
// as it was told to expect, and when its cache was full.
import {
  controllerFor,
  createOrUpdate,
  formatKey,
  mergePatch,
  runOperator,
  setControllerReference,
} from 'kubewright';
import type { ControllerDefinition, ObjectKey } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { ConfigMap, Service } from 'kubewright/core/v1';

import { AppService } from './app-service.js';
import { configureDeployment, configureService } from './children.js';

const mode = process.env['BENCH_MODE'];
const expected = Number(process.env['BENCH_EXPECT']);
const tell = (event: 'first' | 'all' | 'synced') => process.stdout.write(`{"event":"${event}"}\n`);

const seen = new Set<string>();
function reconciled(key: ObjectKey): void {
  const before = seen.size;
  if (before === expected || seen.add(formatKey(key)).size === before) return;
  if (before === 0) tell('first');
  if (seen.size === expected) tell('all');
}

const appServices = controllerFor(AppService)
  .owns(Deployment)
  .owns(Service)
  .withOptions({ maxConcurrentReconciles: 10 })
  .reconcile(async (app, { client }) => {
    const { name, namespace, generation } = app.metadata;
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    const { object: deployment } = await createOrUpdate(client, Deployment({ metadata }), (current) => {
      setControllerReference(app, current);
      configureDeployment(current, app);
    });
    await createOrUpdate(client, Service({ metadata }), (current) => {
      setControllerReference(app, current);
      configureService(current, app);
    });
    const replicas = deployment.status?.replicas ?? 0;
    if (app.status?.observedGeneration !== generation || app.status?.replicas !== replicas) {
      const status = { observedGeneration: generation, replicas };
      await client.status.patch(AppService, app.metadata, mergePatch({ status }));
    }
    reconciled(app.metadata);
  });

const configMaps = controllerFor(ConfigMap)
  .withOptions({ maxConcurrentReconciles: 10 })
  .reconcile((configMap) => {
    reconciled(configMap.metadata);
  });

const controllers: ControllerDefinition[] =
  mode === 'appservices' ? [appServices] : mode === 'configmaps' ? [configMaps] : [];

await runOperator({
  name: 'bench-operator',
  controllers,
  setup: (manager) => {
    if (mode !== 'cache') return;
    void manager.cache
      .informer(ConfigMap)
      .whenSynced()
      .then(() => tell('synced'));
  },
});
