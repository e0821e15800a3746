// Must run before @peculiar/x509.
import 'reflect-metadata';

import { webcrypto } from 'node:crypto';

import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509';

export interface Pair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface Authority extends Pair {
  /** A certificate for `localhost` and 127.0.0.1, or for another name. */
  issue(commonName: string, dnsName?: string): Promise<Pair>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate authority for one test run. */
export async function createAuthority(commonName: string): Promise<Authority> {
  // The types of the DOM and of Node's webcrypto are the same thing twice.
  const crypto = webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0];
  cryptoProvider.set(crypto);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${commonName}`,
    ...validity,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
    ],
  });
  let serial = 1;
  const issue = async (subject: string, dnsName = 'localhost'): Promise<Pair> => {
    serial += 1;
    const pair = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial.toString(16).padStart(2, '0'),
      subject: `CN=${subject}`,
      issuer: authority.subject,
      ...validity,
      signingAlgorithm: ALGORITHM,
      publicKey: pair.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'dns', value: dnsName },
          ...(dnsName === 'localhost' ? [{ type: 'ip' as const, value: '127.0.0.1' }] : []),
        ]),
      ],
    });
    return { certificatePem: certificate.toString('pem'), keyPem: await exportKey(pair.privateKey) };
  };
  return { certificatePem: authority.toString('pem'), keyPem: await exportKey(keys.privateKey), issue };
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
