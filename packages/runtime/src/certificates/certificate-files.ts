import path from 'node:path';
import { silentLogger, systemClock } from '@kubewright/api';
import type { Clock, Logger } from '@kubewright/api';

import { toError } from '../internal/errors.js';
import { noMetrics } from '../metrics/metrics.js';
import type { CertificateMetrics } from '../metrics/metrics.js';
import type { CertificatePair, CertificateSource } from './certificate-source.js';

/*
 * What certificates from files promise:
 *  1. `follow` rejects when the files cannot be read at the start, or are no pair: the message names the file.
 *  2. A change is noticed at once where the system tells of it, and after `pollMs` in any case: the links by which
 *     kubelets replace mounted secrets count too.
 *  3. A pair is handed out when certificate and key belong together, and once. While one of them is half-written, or
 *     written before the other, the last pair stays.
 */

export interface CertificateFilesOptions {
  folder: string;
  /** Defaults to `tls.crt`. */
  certificateName?: string;
  /** Defaults to `tls.key`. */
  keyName?: string;
  /** A file with the authorities that clients' certificates must be signed by. By default clients need none. */
  clientCaName?: string;
  /** How often to look whether the system forgot to tell of a change. Defaults to 10000, as in controller-runtime's certwatcher. */
  pollMs?: number;
  clock?: Clock;
  logger?: Logger;
  metrics?: CertificateMetrics;
}

/** A certificate and its key from files that somebody else keeps up to date: a mounted secret, cert-manager. */
export function certificatesFromFiles(options: CertificateFilesOptions): CertificateSource {
  return { follow: (onPair, signal) => new FileFollower(options, onPair).run(signal) };
}

class FileFollower {
  readonly #options: CertificateFilesOptions;
  readonly #onPair: (pair: CertificatePair) => void;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #last: CertificatePair | undefined;
  #lastFault: string | undefined;
  #wake: (() => void) | undefined;
  #changed = false;

  constructor(options: CertificateFilesOptions, onPair: (pair: CertificatePair) => void) {
    this.#options = options;
    this.#onPair = onPair;
    this.#clock = options.clock ?? systemClock;
    this.#logger = (options.logger ?? silentLogger).with({ folder: options.folder });
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#use(await this.#read());
    const stopWatching = await this.#watch();
    const onAbort = (): void => this.#wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // What changed before the watch began is seen by one more look.
      this.#changed = true;
      while (!signal.aborted) {
        if (!this.#changed) await this.#wait();
        this.#changed = false;
        if (!signal.aborted) await this.#look();
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      stopWatching();
    }
  }

  /** Until something changes, the next look is due, or the end. */
  async #wait(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#clock.setTimer(resolve, this.#options.pollMs ?? 10_000, { unref: true });
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }

  async #look(): Promise<void> {
    try {
      this.#use(await this.#read());
      this.#lastFault = undefined;
    } catch (error) {
      const { message } = toError(error);
      // Between two looks nothing new has to be said.
      if (message !== this.#lastFault)
        this.#logger.warn('certificate files cannot be used, the last pair stays', { error: toError(error) });
      this.#lastFault = message;
    }
  }

  #use(pair: CertificatePair): void {
    const { certificate, key, clientCa } = this.#last ?? {};
    if (certificate === pair.certificate && key === pair.key && clientCa === pair.clientCa) return;
    this.#last = pair;
    this.#onPair(pair);
  }

  async #read(): Promise<CertificatePair> {
    const { folder, certificateName = 'tls.crt', keyName = 'tls.key', clientCaName } = this.#options;
    const metrics = this.#options.metrics ?? noMetrics.certificates;
    metrics.read();
    try {
      const [{ readFile }, crypto] = await Promise.all([import('node:fs/promises'), import('node:crypto')]);
      const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
      const certificate = await read(certificateName);
      const key = await read(keyName);
      const files = `${path.join(folder, certificateName)} and ${keyName}`;
      let matches: boolean;
      try {
        matches = new crypto.X509Certificate(certificate).checkPrivateKey(crypto.createPrivateKey(key));
      } catch (cause) {
        throw new Error(`${files}: not PEM of a certificate and its key: ${toError(cause).message}`, {
          cause,
        });
      }
      if (!matches) throw new Error(`${files}: the key is not the certificate's`);
      return {
        certificate,
        key,
        ...(clientCaName !== undefined && { clientCa: await read(clientCaName) }),
      };
    } catch (error) {
      metrics.failed();
      throw error;
    }
  }

  /** Watches the folder and not the files: a file that is replaced is another file. */
  async #watch(): Promise<() => void> {
    const { watch } = await import('node:fs');
    try {
      const watcher = watch(this.#options.folder, { persistent: false }, () => {
        this.#changed = true;
        this.#wake?.();
      });
      // Looking from time to time is what is left.
      watcher.on('error', () => watcher.close());
      return () => watcher.close();
    } catch (error) {
      this.#logger.debug('certificate files cannot be watched, only looked at', { error: toError(error) });
      return () => undefined;
    }
  }
}
