import process from 'node:process';
import { runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
import { appServiceController } from './controllers/app-service.js';
// +kubebuilder:scaffold:imports

const controllers: ControllerDefinition[] = [
  appServiceController,
  // +kubebuilder:scaffold:controllers
];

const webhooks: WebhookDefinition[] = [
  // +kubebuilder:scaffold:webhooks
];

// Without webhooks on a machine that API servers cannot call: ENABLE_WEBHOOKS=false npm run run
const servesWebhooks = webhooks.length > 0 && process.env['ENABLE_WEBHOOKS'] !== 'false';

// What config/manager gives as arguments (--leader-elect, --metrics-bind-address, ...) goes before what stands here;
// `npm start -- --help` lists them.
await runOperator({
  name: 'appservice-operator',
  controllers,
  ...(servesWebhooks && { webhooks: { handlers: webhooks } }),
});
