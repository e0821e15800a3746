import process from 'node:process';
import { createPrometheusMetrics, managedCertificates, runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
import { nginxOperatorController } from './controllers/nginx-operator.js';
import { createGoldenSignals } from './metrics/golden-signals.js';
import { Upgradeable } from './operator-condition/upgradeable.js';
import { nginxOperatorConversion } from './webhooks/v1/nginx-operator.js';
// +kubebuilder:scaffold:imports

const metrics = await createPrometheusMetrics();

const controllers: ControllerDefinition[] = [
  nginxOperatorController({
    // In the project's folder, and in /app of the image: where the operator is started.
    assets: 'assets',
    signals: createGoldenSignals(metrics.registry),
    // Named by the Operator Lifecycle Manager, where it runs the operator.
    upgradeable: new Upgradeable(process.env['OPERATOR_CONDITION_NAME']),
  }),
  // +kubebuilder:scaffold:controllers
];

const webhooks: WebhookDefinition[] = [
  nginxOperatorConversion,
  // +kubebuilder:scaffold:webhooks
];

// ENABLE_WEBHOOKS=false leaves them out, on a machine that API servers cannot call.
const servesWebhooks = webhooks.length > 0 && process.env['ENABLE_WEBHOOKS'] !== 'false';

// The operator makes the certificate of its webhooks, keeps it in a Secret that its replicas share, and renews it.
const namespace = process.env['POD_NAMESPACE'] ?? 'nginx-operator-system';
const certificates = managedCertificates({
  secret: { namespace, name: 'nginx-operator-webhook-server-cert' },
  service: { namespace, name: 'nginx-operator-webhook-service' },
});

// The command line goes before what stands here: --leader-elect, --metrics-bind-address, ...; --help lists it all.
await runOperator({
  name: 'nginx-operator',
  controllers,
  metrics: { instruments: metrics },
  ...(servesWebhooks && { webhooks: { handlers: webhooks, certificates } }),
});
