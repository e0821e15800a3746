import { readFile } from 'node:fs/promises';

import { fileProblem } from '../kubeconfig/errors.js';
import { checkPair } from '../kubeconfig/pem.js';
import type { ClusterConfig } from '../kubeconfig/types.js';
import type { TlsMaterial } from './credentials.js';

/** @throws Error with a sentence that names the file. */
export async function readTokenFile(file: string): Promise<string> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text === '') throw new Error('it is empty');
    return text;
  } catch (error) {
    throw new Error(`the token file ${file} cannot be read: ${fileProblem(error)}`, { cause: error });
  }
}

/**
 * What the files hold now; what was there before where a file cannot be read, or where certificate and key do not belong
 * together, as while they are being replaced. The same object when nothing has changed.
 */
export async function readTlsFiles(config: ClusterConfig, before: TlsMaterial): Promise<TlsMaterial> {
  const { caCertificateFile, clientCertificateFile, clientKeyFile } = config;
  const [ca, certificate, key] = await Promise.all([
    read(caCertificateFile, before.ca),
    read(clientCertificateFile, before.certificate),
    read(clientKeyFile, before.key),
  ]);
  const pair = isPair(certificate, key)
    ? { certificate, key }
    : { certificate: before.certificate, key: before.key };
  const same = ca === before.ca && pair.certificate === before.certificate && pair.key === before.key;
  return same ? before : { ca, ...pair };
}

async function read(file: string | undefined, before: string | undefined): Promise<string | undefined> {
  if (file === undefined) return before;
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.includes('-----BEGIN ') ? text : before;
}

function isPair(certificate: string | undefined, key: string | undefined): boolean {
  if (certificate === undefined || key === undefined) return certificate === key;
  try {
    checkPair(certificate, key, { certificate: 'the certificate', key: 'the key' });
    return true;
  } catch {
    return false;
  }
}
