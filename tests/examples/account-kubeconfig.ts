import { writeFile } from 'node:fs/promises';
import { createToken, loadKubeconfig } from '@kubewright/client';
import type { Client } from '@kubewright/client';

export interface AccountKubeconfigOptions {
  /** Of an administrator. */
  readonly client: Client;
  /** That of an administrator: which server. */
  readonly kubeconfig: string;
  readonly namespace: string;
  /** The service account. */
  readonly account: string;
  /** Where to write. */
  readonly file: string;
}

/** Writes a kubeconfig with the rights of a service account, and no others. */
export async function writeAccountKubeconfig(options: AccountKubeconfigOptions): Promise<void> {
  const { client, kubeconfig, namespace, account, file } = options;
  const { token } = await createToken(client, `${namespace}/${account}`);
  const { server, caCertificatePem = '' } = await loadKubeconfig({ path: kubeconfig });
  const certificate = Buffer.from(caCertificatePem).toString('base64');
  await writeFile(
    file,
    JSON.stringify({
      'current-context': 'operator',
      clusters: [{ name: 'it', cluster: { server, 'certificate-authority-data': certificate } }],
      users: [{ name: 'operator', user: { token } }],
      contexts: [{ name: 'operator', context: { cluster: 'it', user: 'operator', namespace } }],
    }),
  );
}
