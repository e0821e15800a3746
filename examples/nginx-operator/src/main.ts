import { fileURLToPath } from 'node:url';
import { createPrometheusMetrics, managedCertificates, runOperator } from 'kubewright';
import { nginxOperatorController } from './controllers/nginx-operator.js';
import { createGoldenSignals } from './metrics/golden-signals.js';
import { Upgradeable } from './operator-condition/upgradeable.js';
import { nginxOperatorConversion } from './webhooks/v1/nginx-operator.js';

// +kubebuilder:rbac:groups=core,namespace=nginx-operator-system,resources=secrets,verbs=get;create;update
// +kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=nginxoperators.operator.example.com,verbs=get;update
const { OPERATOR_CONDITION_NAME, POD_NAMESPACE: namespace = 'nginx-operator-system' } = process.env;
const metrics = await createPrometheusMetrics();

await runOperator({
  name: 'nginx-operator',
  controllers: [
    nginxOperatorController({
      // Beside `src`, and beside `dist` in the image.
      assets: fileURLToPath(new URL('../assets', import.meta.url)),
      signals: createGoldenSignals(metrics.registry),
      upgradeable: new Upgradeable(OPERATOR_CONDITION_NAME),
    }),
  ],
  metrics: { instruments: metrics },
  webhooks: {
    handlers: [nginxOperatorConversion],
    certificates: managedCertificates({
      secret: { namespace, name: 'nginx-operator-webhook-server-cert' },
      mutatingWebhookConfigurations: [],
      validatingWebhookConfigurations: [],
      service: { namespace, name: 'nginx-operator-webhook-service' },
    }),
  },
});
