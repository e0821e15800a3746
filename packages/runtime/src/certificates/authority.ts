import type { webcrypto } from 'node:crypto';
import type { Clock, Random } from '@kubewright/api';

import type { CertificatePair } from './certificate-source.js';

export interface ValidityOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly commonName: string;
  readonly validityMs: number;
}

/** Signs certificates for servers; `certificate` is what their clients must trust. */
export type Authority = Pick<CertificatePair, 'certificate' | 'key'>;

type Library = typeof import('@peculiar/x509');

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** How long before it was made a certificate is valid: clocks of clients may be behind. */
export const BACKDATED_MS = 60 * 60 * 1000;

/** A new authority (ECDSA P-256). Its keys come from the operating system, its serial number from `random`. */
export async function createAuthority(options: ValidityOptions): Promise<Authority> {
  const x509 = await loadX509();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...common(options),
    name: [{ CN: [options.commonName] }],
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await privatePem(x509, keys.privateKey) };
}

/** A new certificate for a server, under the DNS names and IP addresses given. */
export async function issueCertificate(
  authority: Authority,
  options: ValidityOptions & { readonly names: readonly string[] },
): Promise<CertificatePair> {
  const { isIP } = await import('node:net');
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const signingKey = await globalThis.crypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await newKeys();
  const names = options.names.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }));
  const certificate = await x509.X509CertificateGenerator.create({
    ...common(options),
    subject: [{ CN: [options.commonName] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await privatePem(x509, keys.privateKey) };
}

let library: Promise<Library> | undefined;

/** The library is loaded here and not before: who has certificates in files needs none. */
function loadX509(): Promise<Library> {
  return (library ??= (async () => {
    // Its dependency container asks for the metadata part of Reflect when it is loaded. Bundlers follow both imports.
    await import('reflect-metadata');
    return import('@peculiar/x509');
  })());
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return globalThis.crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function privatePem(x509: Library, key: webcrypto.CryptoKey): Promise<string> {
  const der = await globalThis.crypto.subtle.exportKey('pkcs8', key);
  return `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`;
}

function common({ clock, random, validityMs }: ValidityOptions) {
  return {
    serialNumber: serialNumber(random),
    notBefore: new Date(clock.now() - BACKDATED_MS),
    notAfter: new Date(clock.now() + validityMs),
    signingAlgorithm: ALGORITHM,
  };
}

/** 16 octets that read as a positive number, as RFC 5280 wants it. */
function serialNumber(random: Random): string {
  const octets = Buffer.from(random.uuid().replaceAll('-', ''), 'hex');
  octets[0] = ((octets[0] ?? 0) & 0x7f) | 0x40;
  return octets.toString('hex');
}
