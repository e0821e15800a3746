import { Namespace, ServiceAccount } from '@kubewright/api/core/v1';
import { isAlreadyExists } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';

const name = 'default';

/** Keeps a ServiceAccount `default` in every active namespace (k8s.io/kubernetes/pkg/controller/serviceaccount). */
export function serviceAccountController(): ControllerDefinition {
  return controllerFor(Namespace)
    .named('serviceaccount-controller')
    .watches(ServiceAccount, ({ metadata }) =>
      metadata.name === name && metadata.namespace !== undefined ? [{ name: metadata.namespace }] : [],
    )
    .reconcile(async (namespace, context) => {
      if (namespace.status?.phase === 'Terminating' || namespace.metadata.deletionTimestamp !== undefined)
        return;
      const key = { namespace: namespace.metadata.name, name };
      if ((await findCached(ServiceAccount, key, context)) !== undefined) return;
      try {
        await context.client.create(ServiceAccount({ metadata: key }));
      } catch (error) {
        if (!isAlreadyExists(error) && !hasStatusCause(error, namespaceTerminatingCause)) throw error;
      }
    });
}
