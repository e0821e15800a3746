import type { CustomResource, Stored, Client } from 'kubewright';
import { createClient, createHttpTransport, defineKind, loadKubeconfig } from 'kubewright';

/** The kind of the scaffolded project, as somebody else sees it. */
export interface Shop extends CustomResource<{ size?: number; image?: string }, ShopStatus> {}
interface ShopStatus {
  observedGeneration?: number;
  conditions?: Array<{ type: string; status: string }>;
}
export const Shop = defineKind<Shop>({ group: 'store.example.com', version: 'v1', kind: 'Shop' });

/** A client of whoever a kubeconfig names; `close` it. */
export async function connect(kubeconfig: string): Promise<{ client: Client; close: () => Promise<void> }> {
  const config = await loadKubeconfig({ path: kubeconfig });
  const transport = createHttpTransport(config);
  return {
    client: createClient({ transport, defaultNamespace: config.namespace, kinds: [Shop] }),
    close: () => transport.close(),
  };
}

/** Whether the operator has answered the object as it is now. */
export const isAnswered = ({ metadata, status }: Stored<Shop>): boolean =>
  status?.observedGeneration === metadata.generation &&
  (status?.conditions ?? []).some(({ type, status: value }) => type === 'Available' && value === 'True');
