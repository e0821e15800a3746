import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Clock, Random } from '@kubewright/api';
import { signCertificate } from './x509.js';
import type { CertificateRequest, DistinguishedName } from './x509.js';

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
export function makeCertificates({ clock, random, serverNames, client }: CertificateOptions): Certificates {
  const authority = newKeys();
  const issuer = { name: { commonName: 'kubewright-ca' }, ...authority };
  const issue = (
    subject: DistinguishedName,
    publicKey: KeyObject,
    use: CertificateRequest['use'],
    alternativeNames: readonly string[] = [],
  ): string =>
    signCertificate({
      serialNumber: Buffer.from(random.uuid().replaceAll('-', ''), 'hex'),
      subject,
      publicKey,
      issuer,
      notBeforeMs: clock.now() - BACKDATED_MS,
      notAfterMs: clock.now() + YEAR_MS,
      use,
      alternativeNames,
    });
  const serverKeys = newKeys();
  const clientKeys = newKeys();
  return {
    caPem: issue(issuer.name, authority.publicKey, 'authority'),
    serverPem: issue({ commonName: 'kube-apiserver' }, serverKeys.publicKey, 'server', serverNames),
    serverKeyPem: privatePem(serverKeys.privateKey),
    clientPem: issue(client, clientKeys.publicKey, 'client'),
    clientKeyPem: privatePem(clientKeys.privateKey),
  };
}

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' });

const privatePem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
