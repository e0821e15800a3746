import type { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type { Extension, X509CertificateGenerator } from '@peculiar/x509';

/** A key pair for ECDSA on P-256. */
export type KeyPair = webcrypto.CryptoKeyPair;
export type Key = webcrypto.CryptoKey;

/** A certificate to be signed (RFC 5280), with ECDSA and SHA-256. */
export interface CertificateRequest {
  readonly serialNumber: Uint8Array;
  readonly subject: DistinguishedName;
  readonly publicKey: Key;
  readonly issuer: { readonly name: DistinguishedName; readonly keys: KeyPair };
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

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

type Library = typeof import('@peculiar/x509');

/** The library is loaded here and not before: a server that does not listen needs no certificates. */
export function loadX509(): CertificateSigner {
  // It is CommonJS, which `import` parses for its exports before it runs it: twice the time and memory.
  const require = createRequire(import.meta.url);
  // Its dependency container asks for the metadata part of Reflect when it is loaded.
  require('reflect-metadata');
  return new CertificateSigner(require('@peculiar/x509') as Library);
}

/** Makes keys and signs certificates. */
export class CertificateSigner {
  readonly #x509: Library;

  constructor(library: Library) {
    this.#x509 = library;
  }

  newKeys(): Promise<KeyPair> {
    return globalThis.crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  }

  /** The certificate as PEM. */
  async sign(request: CertificateRequest): Promise<string> {
    const generator: typeof X509CertificateGenerator = this.#x509.X509CertificateGenerator;
    const certificate = await generator.create({
      serialNumber: Buffer.from(request.serialNumber).toString('hex'),
      subject: nameOf(request.subject),
      issuer: nameOf(request.issuer.name),
      notBefore: new Date(request.notBeforeMs),
      notAfter: new Date(request.notAfterMs),
      signingKey: request.issuer.keys.privateKey,
      publicKey: request.publicKey,
      signingAlgorithm: ALGORITHM,
      extensions: await this.#extensions(request),
    });
    return `${certificate.toString('pem')}\n`;
  }

  /** The private key as PEM (PKCS 8). */
  async privatePem(key: Key): Promise<string> {
    const der = await globalThis.crypto.subtle.exportKey('pkcs8', key);
    return `${this.#x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`;
  }

  async #extensions({ use, publicKey, issuer, alternativeNames }: CertificateRequest): Promise<Extension[]> {
    const x509 = this.#x509;
    const common = [
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ];
    const { digitalSignature, keyCertSign } = x509.KeyUsageFlags;
    if (use === 'authority') {
      return [
        ...common,
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(digitalSignature | keyCertSign, true),
      ];
    }
    const names = alternativeNames.map((value) => ({
      type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
      value,
    }));
    const purpose = use === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth;
    return [
      ...common,
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([purpose]),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ];
  }
}

/** In the order in which Go writes names: organization before common name. */
function nameOf({ commonName, organization }: DistinguishedName): Array<Record<string, string[]>> {
  return [...(organization === undefined ? [] : [{ O: [organization] }]), { CN: [commonName] }];
}
