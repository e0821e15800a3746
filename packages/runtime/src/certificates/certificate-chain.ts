import { createPrivateKey, X509Certificate } from 'node:crypto';

/** A certificate as far as renewing it is concerned. */
export interface ParsedCertificate {
  readonly pem: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly x509: X509Certificate;
}

/** The certificates in a PEM text; what is none is left out. */
export function parseCertificates(text: string): ParsedCertificate[] {
  const found: ParsedCertificate[] = [];
  for (const [block] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)) {
    try {
      const x509 = new X509Certificate(block);
      found.push({
        pem: `${block}\n`,
        x509,
        notBeforeMs: Date.parse(x509.validFrom),
        notAfterMs: Date.parse(x509.validTo),
      });
    } catch {
      // Somebody's edit; the others count.
    }
  }
  return found;
}

export function isKeyOf(certificate: ParsedCertificate, key: string): boolean {
  try {
    return certificate.x509.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Whether the authority has signed the certificate. */
export function isSignedBy(certificate: ParsedCertificate, authority: ParsedCertificate): boolean {
  return certificate.x509.checkIssued(authority.x509) && certificate.x509.verify(authority.x509.publicKey);
}

/** Whether the certificate is for all these DNS names and IP addresses. */
export function isFor({ x509 }: ParsedCertificate, names: readonly string[]): boolean {
  return names.every((name) => (x509.checkHost(name) ?? x509.checkIP(name)) !== undefined);
}
