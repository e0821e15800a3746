import { KubeconfigError } from './errors.js';
import { checkCertificates, fileOf, readData } from './pem.js';
import { proxyFromEnvironment } from './proxy-from-environment.js';
import type { ClusterConfig, ClusterEntry, Entry, Environment } from './types.js';

type ClusterPart = Pick<
  ClusterConfig,
  'server' | 'caCertificatePem' | 'caCertificateFile' | 'tlsServerName' | 'insecureSkipTlsVerify' | 'proxyUrl'
>;

/** What a cluster entry says, checked, with its certificate authority read. */
export async function resolveCluster(
  name: string,
  entry: Entry<ClusterEntry>,
  env: Environment,
): Promise<ClusterPart> {
  const { value, source } = entry;
  const what = `the cluster ${JSON.stringify(name)} of ${source}`;
  const caCertificatePem = await readData(entry, 'certificate-authority', what);
  const insecure = value['insecure-skip-tls-verify'] === true;
  if (caCertificatePem !== undefined) checkCertificates(caCertificatePem, `certificate-authority of ${what}`);
  if (caCertificatePem !== undefined && insecure) {
    throw new KubeconfigError(
      'InvalidCluster',
      `${what} has a certificate-authority and insecure-skip-tls-verify: remove one of them`,
    );
  }
  const server = checkServer(value.server, caCertificatePem !== undefined || insecure, what);
  const ownProxy = value['proxy-url'];
  if (ownProxy !== undefined) checkProxyUrl(ownProxy, `${what} has the proxy-url`);
  const proxyUrl = ownProxy ?? environmentProxy(server, env);
  const caCertificateFile = fileOf(entry, 'certificate-authority');
  const tlsServerName = value['tls-server-name'];
  return {
    server,
    ...(caCertificatePem === undefined ? {} : { caCertificatePem }),
    ...(caCertificateFile === undefined ? {} : { caCertificateFile }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(insecure ? { insecureSkipTlsVerify: true } : {}),
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  };
}

/** A server without a scheme is HTTPS when the entry speaks of TLS (client-go's rest/url_utils.go). */
function checkServer(server: string | undefined, defaultTls: boolean, what: string): string {
  if (server === undefined) {
    throw new KubeconfigError(
      'InvalidServerUrl',
      `${what} has no server: set it to the URL of the API server`,
    );
  }
  const text = server.includes('://') ? server : `${defaultTls ? 'https' : 'http'}://${server}`;
  const url = parseUrl(text);
  if (
    url === undefined ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new KubeconfigError(
      'InvalidServerUrl',
      `${what} has the server ${shown(server)}, which is no URL of an API server: write it as https://host:port`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new KubeconfigError(
      'InvalidServerUrl',
      `${what} has credentials in its server URL: put them into the user entry`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The proxy that the environment names for the server, checked. */
export function environmentProxy(server: string, env: Environment): string | undefined {
  const proxy = proxyFromEnvironment(server, env);
  if (proxy !== undefined) checkProxyUrl(proxy, 'the environment (HTTPS_PROXY, HTTP_PROXY) has the proxy');
  return proxy;
}

/** clientcmd's `parseProxyURL`. */
function checkProxyUrl(proxy: string, subject: string): void {
  const protocol = parseUrl(proxy)?.protocol;
  if (protocol !== undefined && ['http:', 'https:', 'socks5:', 'socks5h:'].includes(protocol)) return;
  throw new KubeconfigError(
    'InvalidProxyUrl',
    `${subject} ${shown(proxy)}: write it as http://host:port, https://host:port or socks5://host:port`,
  );
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** For messages: without what may be a password. */
function shown(url: string): string {
  return JSON.stringify(url.replace(/\/\/[^/@]*@/, '//'));
}
