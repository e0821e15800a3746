import { mkdtemp, rename, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '@kubewright/api';

import { ManualClock } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { createAuthority } from './authority.js';
import { certificatesFromFiles } from './certificate-files.js';
import type { CertificateFilesOptions } from './certificate-files.js';
import type { CertificatePair } from './certificate-source.js';

const clock = new ManualClock();
const newPair = (commonName: string): Promise<CertificatePair> =>
  createAuthority({ clock, random: systemRandom, commonName, validityMs: 1000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-certificates-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async ({ certificate, key }: Partial<CertificatePair>, to = folder) => {
  if (certificate !== undefined) await writeFile(path.join(to, 'tls.crt'), certificate);
  if (key !== undefined) await writeFile(path.join(to, 'tls.key'), key);
};

/** Follows the folder, and hands over one pair after the other. */
function follow(options: Partial<CertificateFilesOptions> = {}) {
  const end = new AbortController();
  const pairs: CertificatePair[] = [];
  let wake: () => void = () => undefined;
  const { logger, records } = recordingLogger();
  const ended = certificatesFromFiles({ folder, logger, ...options }).follow((pair) => {
    pairs.push(pair);
    wake();
  }, end.signal);
  const seen = async (count: number) => {
    while (pairs.length < count)
      await Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
    return pairs;
  };
  const stop = () => {
    end.abort();
    return ended;
  };
  return { ended, pairs, records, seen, stop };
}

describe('certificates from files', () => {
  it('are handed out once there, and again when the system tells of a change', async () => {
    const [first, second] = [await newPair('first'), await newPair('second')];
    await write(first);
    const { seen, stop } = follow({ clock });
    expect(await seen(1)).toEqual([first]);
    await write(second);
    expect(await seen(2)).toEqual([first, second]);
    await stop();
    expect(clock.pending).toBe(0);
  });

  it('are not handed out while certificate and key do not belong together; that is logged', async () => {
    const [first, second] = [await newPair('first'), await newPair('second')];
    await write(first);
    const { seen, stop, records } = follow({ clock });
    await seen(1);
    await write({ certificate: second.certificate });
    const reasons = () => records.map(({ fields }) => (fields['error'] as Error).message);
    // The file may be seen empty before it is seen whole.
    while (!reasons().some((reason) => reason.endsWith("the key is not the certificate's")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    for (const record of records)
      expect(record).toMatchObject({
        level: 'warn',
        message: 'certificate files cannot be used, the last pair stays',
      });
    await write({ key: second.key });
    expect(await seen(2)).toEqual([first, second]);
    await stop();
  });

  it('are followed through the links of a mounted secret', async () => {
    const [first, second] = [await newPair('first'), await newPair('second')];
    const version = async (name: string, pair: CertificatePair) => {
      await mkdir(path.join(folder, name));
      await write(pair, path.join(folder, name));
      await symlink(name, path.join(folder, '..data_tmp'));
      await rename(path.join(folder, '..data_tmp'), path.join(folder, '..data'));
    };
    await version('..1', first);
    for (const file of ['tls.crt', 'tls.key'])
      await symlink(path.join('..data', file), path.join(folder, file));
    const { seen, stop } = follow({ clock });
    await seen(1);
    await version('..2', second);
    expect(await seen(2)).toEqual([first, second]);
    await stop();
  });

  it('are followed when they are moved away, and when others are moved into their place', async () => {
    const [first, second, third] = [await newPair('first'), await newPair('second'), await newPair('third')];
    await write(first);
    const { seen, stop } = follow({ clock });
    await seen(1);
    const move = async (from: string, to: string) => {
      for (const file of ['tls.crt', 'tls.key'])
        await rename(path.join(folder, `${file}${from}`), path.join(folder, `${file}${to}`));
    };
    await writeFile(path.join(folder, 'tls.crt.new'), second.certificate);
    await writeFile(path.join(folder, 'tls.key.new'), second.key);
    await move('.new', '');
    expect(await seen(2)).toEqual([first, second]);
    await move('', '.old');
    await write(third);
    expect(await seen(3)).toEqual([first, second, third]);
    await stop();
  });

  it('count what was read, and what could not be', async () => {
    const counted: string[] = [];
    let wake: () => void = () => undefined;
    const count = (what: string) => () => {
      counted.push(what);
      wake();
    };
    const counts = async (what: string) => {
      while (!counted.includes(what)) await new Promise<void>((resolve) => (wake = resolve));
    };
    await write(await newPair('first'));
    const { seen, stop } = follow({ clock, metrics: { read: count('read'), failed: count('failed') } });
    await seen(1);
    expect(counted).toEqual(['read']);
    await rm(path.join(folder, 'tls.crt'));
    await counts('failed');
    await stop();
  });

  it('are looked at from time to time in any case', async () => {
    const reads: string[] = [];
    await write(await newPair('first'));
    const manual = new ManualClock();
    const metrics = { read: () => void reads.push('read'), failed: () => void reads.push('failed') };
    const { seen, stop } = follow({ clock: manual, metrics });
    await seen(1);
    while (manual.pending === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const before = reads.length;
    await manual.advance(10_000);
    expect(reads.length).toBeGreaterThan(before);
    await stop();
  });

  it('may name other files, and authorities of clients', async () => {
    const pair = await newPair('first');
    await writeFile(path.join(folder, 'a.pem'), pair.certificate);
    await writeFile(path.join(folder, 'b.pem'), pair.key);
    await writeFile(path.join(folder, 'ca.pem'), 'authorities');
    const { seen, stop } = follow({ certificateName: 'a.pem', keyName: 'b.pem', clientCaName: 'ca.pem' });
    expect(await seen(1)).toEqual([{ ...pair, clientCa: 'authorities' }]);
    await stop();
  });

  it('that are missing, no PEM or no pair fail at the start', async () => {
    await expect(follow().ended).rejects.toThrow(/ENOENT.*tls\.crt/);
    await write({ certificate: 'x', key: 'y' });
    await expect(follow().ended).rejects.toThrow('tls.crt and tls.key: not PEM of a certificate and its key');
    await write({ certificate: (await newPair('a')).certificate, key: (await newPair('b')).key });
    await expect(follow().ended).rejects.toThrow("tls.crt and tls.key: the key is not the certificate's");
  });
});
