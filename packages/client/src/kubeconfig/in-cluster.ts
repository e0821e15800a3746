import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

import { fileProblem, KubeconfigError } from './errors.js';
import { checkCertificates } from './pem.js';
import { environmentProxy } from './resolve-cluster.js';
import type { ClusterConfig } from './types.js';

export interface LoadInClusterConfigOptions {
  /**
   * Where KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, and HTTPS_PROXY and NO_PROXY, are looked up. Defaults to
   * the process's environment.
   */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where the service account is mounted. Defaults to `/var/run/secrets/kubernetes.io/serviceaccount`. */
  directory?: string | undefined;
}

const SERVICE_ACCOUNT_DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The configuration of a program in a pod: the service account that Kubernetes mounts (client-go's `InClusterConfig`).
 * Token and certificate authority are read again as time passes.
 *
 * @throws KubeconfigError 'NotInCluster' outside of a pod.
 */
export async function loadInClusterConfig(options: LoadInClusterConfigOptions = {}): Promise<ClusterConfig> {
  const { env = process.env, directory = SERVICE_ACCOUNT_DIRECTORY } = options;
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = env;
  if (host === '' || port === '') {
    throw new KubeconfigError(
      'NotInCluster',
      'not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set; use a kubeconfig outside of pods',
    );
  }
  const tokenFile = path.join(directory, 'token');
  await access(tokenFile).catch((error: unknown) => {
    throw unreadable('TokenUnreadable', 'token', tokenFile, error);
  });
  const caFile = path.join(directory, 'ca.crt');
  const caCertificatePem = await readFile(caFile, 'utf8').catch((error: unknown) => {
    throw unreadable('CertificateUnreadable', 'certificate authority', caFile, error);
  });
  checkCertificates(caCertificatePem, caFile);
  const namespace = (await readFile(path.join(directory, 'namespace'), 'utf8').catch(() => '')).trim();
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const proxyUrl = environmentProxy(server, env);
  return {
    server,
    namespace: namespace === '' ? 'default' : namespace,
    caCertificatePem,
    caCertificateFile: caFile,
    tokenFile,
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  };
}

function unreadable(
  code: 'TokenUnreadable' | 'CertificateUnreadable',
  what: string,
  file: string,
  error: unknown,
): KubeconfigError {
  return new KubeconfigError(
    code,
    `the service account's ${what} ${file} cannot be read: ${fileProblem(error)}; is automountServiceAccountToken false?`,
    { cause: error },
  );
}
