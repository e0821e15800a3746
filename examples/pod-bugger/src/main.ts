import process from 'node:process';
import { dropManagedFields, forKind, runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import { podBuggerToolController } from './controllers/pod-bugger-tool.js';
// +kubebuilder:scaffold:imports

const controllers: ControllerDefinition[] = [
  podBuggerToolController,
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
  name: 'pod-bugger-operator',
  controllers,
  // It follows all the pods of a cluster: what it does not need of them is not kept.
  cache: { byKind: [forKind(Pod, { transform: dropManagedFields })] },
  ...(servesWebhooks && { webhooks: { handlers: webhooks } }),
});
