import { controllerFor, updateStatus } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Pod } from 'kubewright/core/v1';
import { PodSet } from '../api/v1alpha1/pod-set.js';
import { deploymentOf, isActive, labelsOf, podSetOf } from './pods.js';

// +kubebuilder:rbac:groups=app.example.com,resources=podsets,verbs=list;watch
// +kubebuilder:rbac:groups=app.example.com,resources=podsets/status,verbs=patch
// +kubebuilder:rbac:groups=app.example.com,resources=podsets/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=pods,verbs=list;watch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

export const podSetController = controllerFor(PodSet)
  .owns(Deployment)
  .watches(Pod, podSetOf)
  .withOptions({ maxConcurrentReconciles: 2, failureEvents: true })
  .reconcile(async (podSet, { client, events }) => {
    const { metadata, spec, status } = podSet;
    // Its Deployment is being deleted with it: making it anew would only keep it alive.
    if (metadata.deletionTimestamp !== undefined) return;

    const deployment = await client.apply(deploymentOf(podSet), { owner: podSet });
    const pods = await client.list(Pod, {
      namespace: metadata.namespace,
      labelSelector: labelsOf(metadata.name),
    });
    const nodes = pods.items
      .filter(isActive)
      .map((pod) => pod.metadata.name)
      .sort();
    const availableReplicas = deployment.status?.availableReplicas ?? 0;

    if (availableReplicas !== status?.availableReplicas) {
      const message = `${availableReplicas} of ${spec.size} pods are available`;
      events.event(podSet, { reason: 'PodsAvailable', message });
    }
    await updateStatus(client, podSet, { nodes, availableReplicas });
  });
