import type { Request, Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import type { Pod } from 'kubewright/core/v1';
import type { PodSet } from '../api/v1alpha1/pod-set.js';

/** What the pods of all PodSets have in common. */
export const COMMON_LABELS = { 'app.kubernetes.io/name': 'podset' };
const INSTANCE_LABEL = 'app.kubernetes.io/instance';

/** The labels by which the pods of one PodSet are found. */
export function labelsOf(name: string): Record<string, string> {
  return { ...COMMON_LABELS, [INSTANCE_LABEL]: name };
}

/** What a PodSet asks of its Deployment; all else is up to the server's defaults. */
export function deploymentOf({ metadata: { name }, spec: { size } }: Stored<PodSet>): Deployment {
  const labels = labelsOf(name);
  return Deployment({
    metadata: { name, labels },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 65532,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'busybox',
              image: 'busybox:1.37',
              command: ['sleep', '3600'],
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    },
  });
}

/** The PodSet that a pod belongs to, by its labels: between the two stand a Deployment and a ReplicaSet. */
export function podSetOf({ metadata: { namespace, labels = {} } }: Stored<Pod>): Request[] {
  const name = labels[INSTANCE_LABEL];
  return name === undefined ? [] : [{ namespace, name }];
}

/** Whether the pod runs, or still may. */
export function isActive({ metadata, status }: Stored<Pod>): boolean {
  return (
    metadata.deletionTimestamp === undefined && status?.phase !== 'Succeeded' && status?.phase !== 'Failed'
  );
}
