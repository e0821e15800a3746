import { forKind } from 'kubewright';
import type { CacheSettings, ControllerDefinition, WebhookDefinition } from 'kubewright';
import { Lease } from 'kubewright/coordination/v1';
import { Pod } from 'kubewright/core/v1';
import type { Registry } from 'prom-client';
import { appController } from './controllers/app.js';
import { claimLabels, hostClaims } from './controllers/host-claims.js';
import { createAppMetrics } from './metrics.js';
import { managedLabels } from './resources/labels.js';
import { appWebhook } from './webhooks/v1/app.js';

export interface AppOperatorOptions {
  /** Where the operator keeps what belongs to no App alone: its own namespace. */
  namespace: string;
  registry: Registry;
}

/** The parts of the operator, as its program and its tests run them. */
export interface AppOperator {
  controllers: ControllerDefinition[];
  webhooks: WebhookDefinition[];
  cache: CacheSettings;
}

/** Makes the operator; nothing runs yet. */
export function appOperator({ namespace, registry }: AppOperatorOptions): AppOperator {
  const claims = hostClaims(namespace);
  return {
    controllers: [appController({ claims, metrics: createAppMetrics(registry) })],
    webhooks: [appWebhook({ claims })],
    cache: {
      // Of pods there are many in a cluster, and of Leases one that changes every two seconds for each leader.
      byKind: [
        forKind(Pod, { labelSelector: managedLabels }),
        forKind(Lease, { namespaces: [namespace], labelSelector: claimLabels }),
      ],
    },
  };
}
