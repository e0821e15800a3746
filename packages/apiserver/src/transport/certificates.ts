import { webcrypto } from 'node:crypto';
import type { Clock } from '@kubewright/api';

export interface CertificateOptions {
  readonly clock: Clock;
  /** Names and addresses under which the server is reached. */
  readonly serverNames: readonly string[];
}

/** What a server that listens needs: its own certificate, and one for its administrator, both signed by a new authority. */
export interface Certificates {
  readonly caPem: string;
  readonly serverPem: string;
  readonly serverKeyPem: string;
  readonly clientPem: string;
  readonly clientKeyPem: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
// Clocks of clients may be behind.
const BACKDATED_MS = 60 * 60 * 1000;

/** Makes fresh keys and certificates (ECDSA P-256), valid for one year. Nothing is written anywhere. */
export async function makeCertificates({ clock, serverNames }: CertificateOptions): Promise<Certificates> {
  // Loads slowly, and only those who listen need it.
  const x509 = await import('@peculiar/x509');
  const crypto = webcrypto;
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [caKeys, serverKeys, clientKeys] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const validity = {
    notBefore: new Date(clock.now() - BACKDATED_MS),
    notAfter: new Date(clock.now() + YEAR_MS),
    signingAlgorithm: ALGORITHM,
  };
  const issuer = 'CN=kubewright-ca';
  const { KeyUsageFlags, ExtendedKeyUsage } = x509;

  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: issuer,
    keys: caKeys,
    serialNumber: '01',
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const sign = async (subject: string, serialNumber: string, publicKey: webcrypto.CryptoKey, usage: string, names: readonly string[]) =>
    x509.X509CertificateGenerator.create({
      ...validity,
      subject,
      issuer,
      serialNumber,
      publicKey,
      signingKey: caKeys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([usage]),
        await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
        ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names.map(alternativeName))]),
      ],
    });
  const [server, client] = await Promise.all([
    sign('CN=kube-apiserver', '02', serverKeys.publicKey, ExtendedKeyUsage.serverAuth, serverNames),
    sign('CN=kubernetes-admin,O=system:masters', '03', clientKeys.publicKey, ExtendedKeyUsage.clientAuth, []),
  ]);
  const keyPem = async (key: webcrypto.CryptoKey) =>
    x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
  return {
    caPem: ca.toString('pem'),
    serverPem: server.toString('pem'),
    serverKeyPem: await keyPem(serverKeys.privateKey),
    clientPem: client.toString('pem'),
    clientKeyPem: await keyPem(clientKeys.privateKey),
  };
}

function alternativeName(name: string): { type: 'ip' | 'dns'; value: string } {
  const isAddress = /^[\d.]+$/.test(name) || name.includes(':');
  return { type: isAddress ? 'ip' : 'dns', value: name };
}
