import { sleep, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Random } from '@kubewright/api';

import { createAuthority, issueCertificate } from './authority.js';
import type { Authority } from './authority.js';
import type { CertificateSource } from './certificate-source.js';

export interface SelfSignedOptions {
  /** DNS names and IP addresses under which the server is reached. Defaults to `localhost` and 127.0.0.1. */
  names?: readonly string[];
  /** Defaults to one year. A new one is made after two thirds of it. */
  validityMs?: number;
  clock?: Clock;
  random?: Random;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Certificates made in memory, and what their clients must trust to verify them. */
export interface SelfSignedCertificates extends CertificateSource {
  /** PEM of the authority that signs them all; it lives as long as the process. */
  caBundle(): Promise<string>;
}

/**
 * Certificates made in memory, by an authority that nobody knows who is not told: for servers whose clients do not
 * verify them, such as metrics in a development cluster (controller-runtime's pkg/metrics/server does the same), and
 * for tests. All is lost with the process.
 */
export function selfSignedCertificates(options: SelfSignedOptions = {}): SelfSignedCertificates {
  const {
    names = ['localhost', '127.0.0.1'],
    validityMs = YEAR_MS,
    clock = systemClock,
    random = systemRandom,
  } = options;
  const parts = { clock, random };
  let authority: Promise<Authority> | undefined;
  const theAuthority = (): Promise<Authority> =>
    (authority ??= createAuthority({
      ...parts,
      commonName: 'self-signed-ca',
      validityMs: Math.max(validityMs, 10 * YEAR_MS),
    }));
  return {
    caBundle: async () => (await theAuthority()).certificate,
    async follow(onPair, signal) {
      while (!signal.aborted) {
        const ca = await theAuthority();
        const pair = await issueCertificate(ca, { ...parts, validityMs, commonName: names[0] ?? '', names });
        onPair({ ...pair, certificate: pair.certificate + ca.certificate });
        await sleep(clock, (validityMs * 2) / 3, signal).catch(() => undefined);
      }
    },
  };
}
