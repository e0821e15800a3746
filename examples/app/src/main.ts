import process from 'node:process';
import { createPrometheusMetrics, managedCertificates, runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
import { appOperator } from './operator.js';
// +kubebuilder:scaffold:imports

// The operator's own namespace, as config/manager says; on a developer's machine any will do.
const namespace = process.env['POD_NAMESPACE'] ?? 'default';
const instruments = await createPrometheusMetrics();
const app = appOperator({ namespace, registry: instruments.registry });

const controllers: ControllerDefinition[] = [
  ...app.controllers,
  // +kubebuilder:scaffold:controllers
];

const webhooks: WebhookDefinition[] = [
  ...app.webhooks,
  // +kubebuilder:scaffold:webhooks
];

// The operator makes the certificate of its webhooks, keeps it in a Secret that its replicas share, and renews it.
const certificates = managedCertificates({
  secret: { namespace, name: 'app-operator-webhook-server-cert' },
  service: { namespace, name: 'app-operator-webhook-service' },
});

// Without webhooks on a machine that API servers cannot call: ENABLE_WEBHOOKS=false npm run run
const servesWebhooks = process.env['ENABLE_WEBHOOKS'] !== 'false';

// What config/manager gives as arguments (--leader-elect, --metrics-bind-address, ...) goes before what stands here;
// `npm start -- --help` lists them.
await runOperator({
  name: 'app-operator',
  controllers,
  cache: app.cache,
  metrics: { instruments },
  ...(servesWebhooks && { webhooks: { handlers: webhooks, certificates } }),
});
