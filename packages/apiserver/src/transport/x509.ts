import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tagged,
  time,
  utf8String,
} from './der.js';

/** A certificate to be signed (RFC 5280). Keys are ECDSA; signatures use SHA-256. */
export interface CertificateRequest {
  readonly serialNumber: Uint8Array;
  readonly subject: DistinguishedName;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: DistinguishedName; readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly use: 'authority' | 'server' | 'client';
  /** DNS names and IP addresses of a server. */
  readonly alternativeNames: readonly string[];
}

export interface DistinguishedName {
  readonly commonName: string;
  readonly organization?: string;
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
} as const;

/** The certificate as PEM. */
export function signCertificate(request: CertificateRequest): string {
  const { serialNumber, subject, publicKey, issuer, notBeforeMs, notAfterMs } = request;
  const toBeSigned = sequence(
    tagged(0, true, integer(Buffer.from([2]))), // version 3
    integer(serialNumber),
    ECDSA_WITH_SHA256,
    nameOf(issuer.name),
    sequence(time(notBeforeMs), time(notAfterMs)),
    nameOf(subject),
    publicKeyInfo(publicKey),
    tagged(3, true, sequence(...extensions(request))),
  );
  const signature = sign('sha256', toBeSigned, issuer.privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(signature));
  const lines = Buffer.from(der).toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions({ use, publicKey, issuer, alternativeNames }: CertificateRequest): Uint8Array[] {
  const common = [
    extension(OID.authorityKeyIdentifier, false, sequence(tagged(0, false, keyIdentifier(issuer.publicKey)))),
    extension(OID.subjectKeyIdentifier, false, octetString(keyIdentifier(publicKey))),
  ];
  if (use === 'authority') {
    // digitalSignature and keyCertSign, the first and the sixth bit
    return [
      ...common,
      extension(OID.basicConstraints, true, sequence(boolean(true))),
      extension(OID.keyUsage, true, bitString(Buffer.from([0b1000_0100]), 2)),
    ];
  }
  const names = alternativeNames.map(generalName);
  return [
    ...common,
    extension(OID.basicConstraints, true, sequence()),
    extension(OID.keyUsage, true, bitString(Buffer.from([0b1000_0000]), 7)),
    extension(OID.extendedKeyUsage, false, sequence(objectIdentifier(OID[use]))),
    ...(names.length === 0 ? [] : [extension(OID.subjectAlternativeName, false, sequence(...names))]),
  ];
}

function extension(identifier: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(identifier), ...(critical ? [boolean(true)] : []), octetString(value));
}

function nameOf({ commonName, organization }: DistinguishedName): Uint8Array {
  const attribute = (identifier: string, value: string) =>
    set(sequence(objectIdentifier(identifier), utf8String(value)));
  return sequence(
    ...(organization === undefined ? [] : [attribute(OID.organization, organization)]),
    attribute(OID.commonName, commonName),
  );
}

function generalName(name: string): Uint8Array {
  return isIP(name) === 0 ? tagged(2, false, Buffer.from(name)) : tagged(7, false, addressOctets(name));
}

function addressOctets(address: string): Uint8Array {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(':'));
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const all = tail === undefined ? groups(head) : [...groups(head), ...zeros, ...groups(tail)];
  return Buffer.from(all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]));
}

const publicKeyInfo = (key: KeyObject): Uint8Array => key.export({ type: 'spki', format: 'der' });

const keyIdentifier = (key: KeyObject): Uint8Array => createHash('sha1').update(publicKeyInfo(key)).digest();
