import { jsonEquals, sleep } from '@kubewright/api';
import type { Logger, Stored } from '@kubewright/api';
import { Secret } from '@kubewright/api/core/v1';
import { isAlreadyExists, isConflict, isForbidden } from '@kubewright/client';

import { peek } from '../cache/peek.js';
import { toError } from '../internal/errors.js';
import type { WebhookDefinition } from '../webhook/definition.js';
import { injectCaBundle } from './ca-injection.js';
import type { InjectionTargets } from './ca-injection.js';
import type { CertificatePair } from './certificate-source.js';
import type { CertificateParts, ManagedCertificatesOptions } from './managed-certificates.js';
import { renewAuthority, renewCertificate } from './managed-state.js';
import type { ManagedData, ManagedStateOptions } from './managed-state.js';

/*
 * What managed certificates promise:
 *  1. There is one authority and one certificate for all replicas, in a Secret; of replicas that make or renew them at
 *     the same time one wins, and the others take what it made.
 *  2. API servers are told of an authority before anything is served that it has signed: it stands in every caBundle
 *     for `overlapMs` first. The one before it stays there until it expires. So no call fails because of a renewal.
 *  3. Both are renewed when two thirds of their time are over.
 *  4. What somebody changes or deletes (the Secret, a caBundle) is put right within `checkMs`.
 *  5. Where the service is not named nothing is written, nor where the bundle is right already.
 */

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Keeps the Secret, the bundles and what is served in order. */
export class CertificateKeeper {
  readonly #options: ManagedCertificatesOptions;
  readonly #parts: CertificateParts;
  readonly #onPair: (pair: CertificatePair) => void;
  readonly #logger: Logger;
  readonly #targets: InjectionTargets;
  readonly #state: ManagedStateOptions;
  /** What was in the Secret last, for the case that somebody deletes it. */
  #last: ManagedData | undefined;
  #served = '';

  constructor(
    options: ManagedCertificatesOptions,
    parts: CertificateParts,
    onPair: (pair: CertificatePair) => void,
  ) {
    this.#options = options;
    this.#parts = parts;
    this.#onPair = onPair;
    const {
      secret,
      service,
      names = [],
      caValidityMs = 10 * YEAR_MS,
      validityMs = YEAR_MS,
      overlapMs = 90_000,
    } = options;
    const { clock, random } = parts;
    this.#logger = parts.logger.with({ secret: `${secret.namespace}/${secret.name}` });
    const host = `${service.name}.${service.namespace}.svc`;
    const all = [host, `${host}.cluster.local`, `${service.name}.${service.namespace}`, ...names];
    this.#state = { names: all, caValidityMs, validityMs, overlapMs, clock, random };
    this.#targets = {
      service,
      mutating: options.mutatingWebhookConfigurations ?? allOrNone('mutating', parts.definitions),
      validating: options.validatingWebhookConfigurations ?? allOrNone('validating', parts.definitions),
      crds: options.crds ?? convertedCrds(parts.definitions),
    };
  }

  async run(signal: AbortSignal): Promise<void> {
    const { checkMs = 15_000 } = this.#options;
    const { clock } = this.#parts;
    while (!signal.aborted) {
      let waitMs = checkMs;
      try {
        await this.#check(signal);
      } catch (error) {
        if (signal.aborted) break;
        // Somebody else was faster: what it made is there now.
        if (isConflict(error) || isAlreadyExists(error)) waitMs = Math.min(checkMs, 100);
        else if (this.#served === '') throw explained(error);
        else this.#logger.error('certificates could not be checked', { error: toError(error) });
      }
      await sleep(clock, waitMs, signal).catch(() => undefined);
    }
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { client } = this.#parts;
    let secret = await peek(client, Secret, this.#options.secret, { signal });
    const found = secret === undefined ? this.#last : decode(secret);
    let data = await renewAuthority(found ?? {}, this.#last?.['ca.crt'] ?? '', this.#state);
    secret = await this.#write(secret, data, signal);
    // Before what it has signed is served.
    await injectCaBundle(client, data['ca.crt'], this.#targets, { logger: this.#logger, signal });
    data = await renewCertificate(data, this.#state);
    await this.#write(secret, data, signal);
    this.#last = data;
    const served = data['tls.crt'] + data['tls.key'];
    if (served === this.#served) return;
    this.#served = served;
    this.#onPair({ certificate: data['tls.crt'], key: data['tls.key'] });
  }

  /** Only against what was read: of several replicas one succeeds. */
  async #write(
    secret: Stored<Secret> | undefined,
    data: ManagedData,
    signal: AbortSignal,
  ): Promise<Stored<Secret>> {
    const { client } = this.#parts;
    if (secret === undefined) {
      const { namespace, name } = this.#options.secret;
      this.#logger.info('certificates made');
      const metadata = { namespace, name };
      return client.create(Secret({ metadata, type: 'kubernetes.io/tls', data: encode(data) }), { signal });
    }
    if (jsonEquals(decode(secret), data)) return secret;
    this.#logger.info('certificates renewed');
    return client.update({ ...secret, data: { ...secret.data, ...encode(data) } }, { signal });
  }
}

const KEYS = ['ca.crt', 'ca.key', 'tls.crt', 'tls.key'] as const;

function decode(secret: Secret): ManagedData {
  const data = {} as ManagedData;
  for (const key of KEYS) data[key] = Buffer.from(secret.data?.[key] ?? '', 'base64').toString();
  return data;
}

function encode(data: ManagedData): Record<string, string> {
  return Object.fromEntries(KEYS.map((key) => [key, Buffer.from(data[key]).toString('base64')]));
}

/** What cannot name the operator is not read: it needs no right to. */
function allOrNone(
  type: 'mutating' | 'validating',
  definitions: readonly WebhookDefinition[],
): readonly [] | undefined {
  return definitions.some(({ endpoints }) => endpoints.some((endpoint) => endpoint.type === type))
    ? undefined
    : [];
}

function convertedCrds(definitions: readonly WebhookDefinition[]): string[] {
  return definitions
    .flatMap(({ endpoints }) => endpoints)
    .flatMap((endpoint) => {
      if (endpoint.type !== 'conversion') return [];
      const { group, plural } = endpoint.converter;
      return [`${plural}.${group}`];
    });
}

function explained(error: unknown): Error {
  const { message } = toError(error);
  if (!isForbidden(error)) return new Error(`certificates cannot be managed: ${message}`, { cause: error });
  return new Error(
    `certificates cannot be managed: ${message}: give the operator the rights that the documentation of managedCertificates lists`,
    { cause: error },
  );
}
