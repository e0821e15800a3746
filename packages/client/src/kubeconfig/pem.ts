import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { fileProblem, KubeconfigError } from './errors.js';
import type { Entry } from './types.js';

/** The text of a field that is either inline in base64 (`FIELD-data`, which wins) or a file. */
export async function readData<F extends string>(
  { value, directory }: Entry<{ readonly [K in F | `${F}-data`]?: string }>,
  field: F,
  what: string,
): Promise<string | undefined> {
  const data: string | undefined = value[`${field}-data`];
  if (data !== undefined) return decodeBase64(data, `${field}-data of ${what}`);
  const file: string | undefined = value[field];
  if (file === undefined) return undefined;
  const resolved = path.resolve(directory, file);
  try {
    return await readFile(resolved, 'utf8');
  } catch (error) {
    throw new KubeconfigError(
      'CertificateUnreadable',
      `${field} of ${what} is ${resolved}, which cannot be read: ${fileProblem(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Refuses what holds no certificate or a broken one. */
export function checkCertificates(pem: string, what: string): void {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  if (certificates === null)
    throw new KubeconfigError('InvalidCertificate', `${what} holds no PEM certificate`);
  for (const certificate of certificates) {
    try {
      void new X509Certificate(certificate);
    } catch (error) {
      throw new KubeconfigError('InvalidCertificate', `${what} holds a certificate that cannot be read`, {
        cause: error,
      });
    }
  }
}

/** Refuses a certificate and a key that cannot be read or do not belong together; `what` names each. */
export function checkPair(
  certificatePem: string,
  keyPem: string,
  what: { certificate: string; key: string },
): void {
  checkCertificates(certificatePem, what.certificate);
  checkKey(keyPem, what.key);
  if (new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem))) return;
  throw new KubeconfigError(
    'InvalidCertificate',
    `${what.certificate} and ${what.key} do not belong together: give the key the certificate was made for`,
  );
}

/** When a certificate, the first of a chain, stopped to be valid; undefined while it is. */
export function expiredSince(certificatePem: string, now: number): string | undefined {
  const { validTo } = new X509Certificate(certificatePem);
  const until = Date.parse(validTo);
  return until < now ? new Date(until).toISOString() : undefined;
}

/** Refuses what is no private key. The cause is left out: it could show the key. */
function checkKey(pem: string, what: string): void {
  try {
    createPrivateKey(pem);
  } catch {
    throw new KubeconfigError('InvalidCertificate', `${what} is no PEM private key without a passphrase`);
  }
}

/** Where a field is read from; undefined when it is inline or missing. */
export function fileOf<F extends string>(
  { value, directory }: Entry<{ readonly [K in F | `${F}-data`]?: string }>,
  field: F,
): string | undefined {
  const data: string | undefined = value[`${field}-data`];
  const file: string | undefined = value[field];
  return data !== undefined || file === undefined ? undefined : path.resolve(directory, file);
}

function decodeBase64(data: string, what: string): string {
  const compact = data.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact) || compact.length % 4 !== 0) {
    throw new KubeconfigError('InvalidCertificate', `${what} is not base64`);
  }
  return Buffer.from(compact, 'base64').toString('utf8');
}
