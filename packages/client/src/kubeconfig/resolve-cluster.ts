import { KubeconfigError } from './errors.js';
import { checkCertificates, readData } from './pem.js';
import type { ClusterConfig, ClusterEntry, Entry } from './types.js';

type ClusterPart = Pick<
  ClusterConfig,
  'server' | 'caCertificatePem' | 'tlsServerName' | 'insecureSkipTlsVerify' | 'proxyUrl'
>;

/** What a cluster entry says, checked, with its certificate authority read. */
export async function resolveCluster(name: string, entry: Entry<ClusterEntry>): Promise<ClusterPart> {
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
  const proxyUrl = value['proxy-url'];
  if (proxyUrl !== undefined) checkProxyUrl(proxyUrl, what);
  const tlsServerName = value['tls-server-name'];
  return {
    server: checkServer(value.server, caCertificatePem !== undefined || insecure, what),
    ...(caCertificatePem === undefined ? {} : { caCertificatePem }),
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

function checkProxyUrl(proxy: string, what: string): void {
  const protocol = parseUrl(proxy)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return;
  if (protocol === 'socks5:') {
    throw new KubeconfigError(
      'NotSupported',
      `${what} has a socks5 proxy-url, which is not supported yet: use an http:// or https:// proxy`,
    );
  }
  throw new KubeconfigError(
    'InvalidProxyUrl',
    `${what} has the proxy-url ${shown(proxy)}: write it as http://host:port`,
  );
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** For messages: without what may be a password. */
function shown(url: string): string {
  return JSON.stringify(url.replace(/\/\/[^/@]*@/, '//'));
}
