import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { selfSignedCertificates } from '@kubewright/runtime';

/** A certificate and key for the webhooks, in a folder of their own. */
export async function writeCertificates(folder: string): Promise<{ folder: string; caBundle: string }> {
  const source = selfSignedCertificates();
  const made = new AbortController();
  const target = path.join(folder, 'certificates');
  await mkdir(target);
  const pair = await new Promise<{ certificate: string; key: string }>((resolve, reject) => {
    source.follow(resolve, made.signal).catch(reject);
  });
  made.abort();
  await writeFile(path.join(target, 'tls.crt'), pair.certificate);
  await writeFile(path.join(target, 'tls.key'), pair.key, { mode: 0o600 });
  return { folder: target, caBundle: await source.caBundle() };
}
