import { systemClock } from '@kubewright/api';
import { createApiServer, createMemoryStorage } from '@kubewright/apiserver';
import type { Storage } from '@kubewright/apiserver';
import { startKubeControlPlane } from '@kubewright/testing';
import type { RestartableServer } from '@kubewright/testing';

import type { FollowChanges, StoredObject } from './changes.js';
import { etcdChanges } from './etcd-changes.js';

/** The server under the operator. */
export interface SoakServer {
  readonly url: string;
  readonly caCertificatePem: string;
  /** Of an administrator. */
  readonly token: string;
  /** Undefined for one that cannot be ended without its objects. */
  readonly apiServer?: RestartableServer;
  readonly followChanges: FollowChanges;
  stop(): Promise<void>;
}

export type SoakTarget = 'kube' | 'embedded';

export const startServer: Record<SoakTarget, () => Promise<SoakServer>> = {
  kube: async () => {
    const server = await startKubeControlPlane({
      env: process.env,
      clock: systemClock,
      controllers: false,
      // So that the journal can read what etcd has.
      apiServerArguments: ['--storage-media-type=application/json'],
    });
    return { ...server, followChanges: etcdChanges(server.etcdUrl) };
  },
  embedded: async () => {
    const storage = createMemoryStorage();
    const server = createApiServer({ storage });
    try {
      const { url, caCertificatePem, token } = await server.listen();
      const stop = (): Promise<void> => server.close();
      return { url, caCertificatePem, token, followChanges: storageChanges(storage), stop };
    } catch (error) {
      await server.close();
      throw error;
    }
  },
};

function storageChanges(storage: Storage): FollowChanges {
  return ({ prefix, onChange, signal }) => {
    const watch = storage.watch(prefix, storage.revision, {
      onEvent: ({ type, revision, entry }) => {
        const object =
          type === 'delete' ? undefined : (JSON.parse(Buffer.from(entry.bytes).toString()) as StoredObject);
        onChange({ revision, key: entry.key, object });
      },
    });
    signal.addEventListener('abort', () => watch.stop(), { once: true });
    return Promise.resolve();
  };
}
