import type { Kind, KubernetesObject } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { Namespace, Pod, Secret, Service, ServiceAccount } from '@kubewright/api/core/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/api/rbac/v1';
import { listItems } from '@kubewright/client';
import type { Client } from '@kubewright/client';

const KINDS = [
  ...[CustomResourceDefinition, MutatingWebhookConfiguration, ValidatingWebhookConfiguration],
  ...[ClusterRole, ClusterRoleBinding, Role, RoleBinding, ServiceAccount],
  ...[Deployment, ReplicaSet, Pod, Service, Secret, Lease, Namespace],
] as unknown as ReadonlyArray<Kind<KubernetesObject>>;

/** The names of everything that operators and their objects bring along, in all namespaces but those of the cluster itself. */
export async function inventory(client: Client): Promise<string[]> {
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const names: string[] = [];
      for await (const { metadata } of listItems(client, kind))
        if (metadata.namespace?.startsWith('kube-') !== true)
          names.push(`${kind.kind} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`);
      return names;
    }),
  );
  return found.flat().sort();
}
