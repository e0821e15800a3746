import { jsonEquals } from '@kubewright/api';
import { ConfigMap, Namespace } from '@kubewright/api/core/v1';
import { isAlreadyExists } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';

const name = 'kube-root-ca.crt';
const descriptionAnnotation = 'kubernetes.io/description';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
  'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/**
 * Keeps the certificate authority of the API server in a ConfigMap `kube-root-ca.crt` of every active namespace
 * (k8s.io/kubernetes/pkg/controller/certificates/rootcacertpublisher).
 */
export function rootCaPublisher(caCertificatePem: string): ControllerDefinition {
  const data = { 'ca.crt': caCertificatePem };
  return controllerFor(Namespace)
    .named('root-ca-certificate-publisher')
    .watches(ConfigMap, ({ metadata }) =>
      metadata.name === name && metadata.namespace !== undefined ? [{ name: metadata.namespace }] : [],
    )
    .reconcile(async (namespace, context) => {
      if (namespace.status?.phase === 'Terminating' || namespace.metadata.deletionTimestamp !== undefined)
        return;
      const key = { namespace: namespace.metadata.name, name };
      const existing = await findCached(ConfigMap, key, context);
      const annotations = { ...existing?.metadata.annotations, [descriptionAnnotation]: description };
      if (existing !== undefined) {
        const { metadata } = existing;
        if (jsonEquals(existing.data ?? {}, data) && jsonEquals(metadata.annotations ?? {}, annotations))
          return;
        await context.client.update({ ...existing, metadata: { ...metadata, annotations }, data });
        return;
      }
      try {
        await context.client.create(ConfigMap({ metadata: { ...key, annotations }, data }));
      } catch (error) {
        if (!isAlreadyExists(error) && !hasStatusCause(error, namespaceTerminatingCause)) throw error;
      }
    });
}
