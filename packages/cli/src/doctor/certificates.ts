import { X509Certificate } from 'node:crypto';
import { Secret } from '@kubewright/api/core/v1';
import type { ClusterContext } from './check.js';
import { namespaceOf, operatorIn } from './project-objects.js';

/** A certificate that a Secret of the operator's namespace holds. */
export interface KeptCertificate {
  /** `namespace/name`. */
  readonly secret: string;
  readonly certificate: X509Certificate;
}

/** The certificates in a PEM text; what is none is left out. */
export function certificatesIn(pem: string): X509Certificate[] {
  return [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)].flatMap(
    ([block]) => {
      try {
        return [new X509Certificate(block)];
      } catch {
        return [];
      }
    },
  );
}

/** Whether one of the authorities has signed it, or it is among them. */
export function isTrusted(certificate: X509Certificate, authorities: readonly X509Certificate[]): boolean {
  return authorities.some(
    (authority) =>
      authority.fingerprint256 === certificate.fingerprint256 ||
      (certificate.checkIssued(authority) && certificate.verify(authority.publicKey)),
  );
}

/** Those in `tls.crt` of the Secrets in the operator's namespace; the first of each, which is the one that is served. */
export async function keptCertificates({ client, objects, io }: ClusterContext): Promise<KeptCertificate[]> {
  const operator = operatorIn(objects);
  if (operator === undefined) return [];
  const namespace = namespaceOf(operator);
  const { items } = await client.list(Secret, { namespace, signal: io.signal });
  return items.flatMap(({ metadata, data = {} }) => {
    const [certificate] = certificatesIn(Buffer.from(data['tls.crt'] ?? '', 'base64').toString('utf8'));
    return certificate === undefined ? [] : [{ secret: `${namespace}/${metadata.name}`, certificate }];
  });
}
