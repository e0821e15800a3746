import process from 'node:process';
import { forKind, runOperator } from 'kubewright';
import type { ControllerDefinition, WebhookDefinition } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import { podSetController } from './controllers/pod-set.js';
import { COMMON_LABELS } from './controllers/pods.js';
// +kubebuilder:scaffold:imports

const controllers: ControllerDefinition[] = [
  podSetController,
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
  name: 'podset-operator',
  controllers,
  // Of all the pods of a cluster, only those of PodSets are followed.
  cache: { byKind: [forKind(Pod, { labelSelector: COMMON_LABELS })] },
  ...(servesWebhooks && { webhooks: { handlers: webhooks } }),
});
