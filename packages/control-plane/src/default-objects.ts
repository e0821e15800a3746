import { Namespace } from '@kubewright/api/core/v1';
import { isAlreadyExists } from '@kubewright/client';
import type { Client } from '@kubewright/client';

// The namespaces that kube-apiserver makes (pkg/controlplane/controller/systemnamespaces, default among them).
const systemNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Makes what every cluster has from the start, where the server has not made it itself. */
export async function ensureDefaultObjects(client: Client): Promise<void> {
  await Promise.all(
    systemNamespaces.map(async (name) => {
      try {
        await client.create(Namespace({ metadata: { name } }));
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }),
  );
}
