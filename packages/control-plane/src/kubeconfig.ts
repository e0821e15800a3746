/** What a client needs to reach the server. */
export interface KubeconfigAccess {
  url: string;
  /** PEM. */
  caCertificate: string;
  /** PEM; with `clientKey` instead of, or besides, the token. */
  clientCertificate?: string;
  clientKey?: string;
  token?: string;
  /** Where objects are whose namespace is not told; absent: `default`. */
  namespace?: string;
}

const name = 'kubewright';

/** A kubeconfig, as YAML, with one cluster, one user and one context, all named `kubewright`. */
export function formatKubeconfig(access: KubeconfigAccess): string {
  const { url, caCertificate, clientCertificate, clientKey, token, namespace } = access;
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `- name: ${name}`,
    '  cluster:',
    `    server: ${url}`,
    `    certificate-authority-data: ${base64(caCertificate)}`,
    'contexts:',
    `- name: ${name}`,
    '  context:',
    `    cluster: ${name}`,
    `    user: ${name}`,
    ...(namespace === undefined ? [] : [`    namespace: ${namespace}`]),
    `current-context: ${name}`,
    'preferences: {}',
    'users:',
    `- name: ${name}`,
    '  user:',
  ];
  if (clientCertificate !== undefined && clientKey !== undefined) {
    lines.push(`    client-certificate-data: ${base64(clientCertificate)}`);
    lines.push(`    client-key-data: ${base64(clientKey)}`);
  }
  if (token !== undefined) lines.push(`    token: ${JSON.stringify(token)}`);
  return `${lines.join('\n')}\n`;
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
