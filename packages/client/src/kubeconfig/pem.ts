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

/** Refuses what is no private key. The cause is left out: it could show the key. */
export function checkKey(pem: string, what: string): void {
  try {
    createPrivateKey(pem);
  } catch {
    throw new KubeconfigError('InvalidCertificate', `${what} is no PEM private key without a passphrase`);
  }
}

function decodeBase64(data: string, what: string): string {
  const compact = data.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact) || compact.length % 4 !== 0) {
    throw new KubeconfigError('InvalidCertificate', `${what} is not base64`);
  }
  return Buffer.from(compact, 'base64').toString('utf8');
}
