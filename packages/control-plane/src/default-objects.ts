import { Service } from '@kubewright/api/core/v1';
import { isAlreadyExists } from '@kubewright/client';
import type { Client } from '@kubewright/client';

// As the defaults of kube-apiserver's --service-cluster-ip-range and --secure-port have it.
const serviceIP = '10.96.0.1';
const securePort = 6443;

const defaultObjects = [
  // pkg/controlplane/controller/kubernetesservice/controller.go
  Service({
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: serviceIP,
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: securePort }],
      sessionAffinity: 'None',
      type: 'ClusterIP',
    },
  }),
];

/** Makes what a kube-apiserver makes at its start besides namespaces and priority classes, unless it is there. */
export async function ensureDefaultObjects(client: Client): Promise<void> {
  await Promise.all(
    defaultObjects.map(async (object) => {
      try {
        await client.create(object);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }),
  );
}
