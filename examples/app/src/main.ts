import { createPrometheusMetrics, managedCertificates, runOperator } from 'kubewright';
import { appOperator } from './operator.js';

const namespace = process.env['POD_NAMESPACE'] ?? 'default';
const instruments = await createPrometheusMetrics();
const { webhooks, ...operator } = appOperator({ namespace, registry: instruments.registry });

await runOperator({
  name: 'app-operator',
  ...operator,
  metrics: { instruments },
  webhooks: {
    handlers: webhooks,
    certificates: managedCertificates({
      secret: { namespace, name: 'app-operator-webhook-server-cert' },
      service: { namespace, name: 'app-operator-webhook-service' },
    }),
  },
});
