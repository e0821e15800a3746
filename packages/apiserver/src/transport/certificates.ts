import type { Clock, Random } from '@kubewright/api';
import { loadX509 } from './x509.js';
import type { CertificateRequest, DistinguishedName, Key } from './x509.js';

export interface CertificateOptions {
  readonly clock: Clock;
  /** Draws serial numbers; keys come from the operating system. */
  readonly random: Random;
  /** Names and addresses under which the server is reached. */
  readonly serverNames: readonly string[];
  /** Whom the client certificate stands for. */
  readonly client: DistinguishedName;
}

/** What a server that listens needs: its own certificate, and one for its administrator, both signed by a new authority. */
export interface Certificates {
  readonly caPem: string;
  readonly serverPem: string;
  readonly serverKeyPem: string;
  readonly clientPem: string;
  readonly clientKeyPem: string;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
// Clocks of clients may be behind.
const BACKDATED_MS = 60 * 60 * 1000;

/** Makes fresh keys and certificates (ECDSA P-256), valid for one year. Nothing is written anywhere. */
export async function makeCertificates(options: CertificateOptions): Promise<Certificates> {
  const { clock, random, serverNames, client } = options;
  const signer = loadX509();
  const [authority, serverKeys, clientKeys] = await Promise.all([
    signer.newKeys(),
    signer.newKeys(),
    signer.newKeys(),
  ]);
  const issuer = { name: { commonName: 'kubewright-ca' }, keys: authority };
  const issue = (
    subject: DistinguishedName,
    publicKey: Key,
    use: CertificateRequest['use'],
    alternativeNames: readonly string[] = [],
  ): Promise<string> =>
    signer.sign({
      serialNumber: serialNumber(random),
      subject,
      publicKey,
      issuer,
      notBeforeMs: clock.now() - BACKDATED_MS,
      notAfterMs: clock.now() + YEAR_MS,
      use,
      alternativeNames,
    });
  const [caPem, serverPem, clientPem, serverKeyPem, clientKeyPem] = await Promise.all([
    issue(issuer.name, authority.publicKey, 'authority'),
    issue({ commonName: 'kube-apiserver' }, serverKeys.publicKey, 'server', serverNames),
    issue(client, clientKeys.publicKey, 'client'),
    signer.privatePem(serverKeys.privateKey),
    signer.privatePem(clientKeys.privateKey),
  ]);
  return { caPem, serverPem, serverKeyPem, clientPem, clientKeyPem };
}

/** 16 octets that read as a positive number, as RFC 5280 wants it. */
function serialNumber(random: Random): Uint8Array {
  const octets = Buffer.from(random.uuid().replaceAll('-', ''), 'hex');
  octets[0] = ((octets[0] ?? 0) & 0x7f) | 0x40;
  return octets;
}
