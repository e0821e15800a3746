import type { Clock, Random } from '@kubewright/api';

import { BACKDATED_MS, createAuthority, issueCertificate } from './authority.js';
import { isFor, isKeyOf, isSignedBy, parseCertificates } from './certificate-chain.js';

/** What the Secret holds: PEM by key. */
export interface ManagedData {
  /** The authorities to trust: the one that signs first, then those before it that have not expired. */
  'ca.crt': string;
  /** The key of the first of them. */
  'ca.key': string;
  'tls.crt': string;
  'tls.key': string;
}

export interface ManagedStateOptions {
  readonly names: readonly string[];
  readonly caValidityMs: number;
  readonly validityMs: number;
  /** How long a new authority is made known before it signs what is served. */
  readonly overlapMs: number;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The authorities, renewed when two thirds of their time are over: then there is a new one in front, which signs
 * nothing yet. Without a certificate that could be served there is nothing to wait for, and it signs at once. Those that
 * were known `before` (PEM) are kept while they are valid, whoever took them out: certificates they signed may be in use.
 */
export async function renewAuthority(
  data: Partial<ManagedData>,
  before: string,
  options: ManagedStateOptions,
): Promise<ManagedData> {
  const now = options.clock.now();
  const known = parseCertificates((data['ca.crt'] ?? '') + before).filter(
    ({ notAfterMs, pem }, i, all) => notAfterMs > now && all.findIndex((other) => other.pem === pem) === i,
  );
  const [current] = known;
  const isGood =
    current !== undefined &&
    isKeyOf(current, data['ca.key'] ?? '') &&
    current.notAfterMs - now > options.caValidityMs / 3;
  const complete = { ...EMPTY, ...data, 'ca.crt': known.map(({ pem }) => pem).join('') };
  if (isGood) return isServable(complete, options) ? complete : issue(complete, options);
  const authority = await createAuthority({
    clock: options.clock,
    random: options.random,
    commonName: 'webhook-ca',
    validityMs: options.caValidityMs,
  });
  const renewed = {
    ...complete,
    'ca.crt': authority.certificate + complete['ca.crt'],
    'ca.key': authority.key,
  };
  return isServable(renewed, options) ? renewed : issue(renewed, options);
}

const EMPTY: ManagedData = { 'ca.crt': '', 'ca.key': '', 'tls.crt': '', 'tls.key': '' };

/**
 * The serving certificate, renewed when two thirds of its time are over, or when a new authority has been known for
 * long enough. The same object when nothing is due.
 */
export async function renewCertificate(
  data: ManagedData,
  options: ManagedStateOptions,
): Promise<ManagedData> {
  const now = options.clock.now();
  const [leaf] = parseCertificates(data['tls.crt']);
  const [authority] = parseCertificates(data['ca.crt']);
  if (leaf === undefined || authority === undefined) return issue(data, options);
  const isKnown = now - (authority.notBeforeMs + BACKDATED_MS) >= options.overlapMs;
  const isDue = leaf.notAfterMs - now <= options.validityMs / 3;
  if (isSignedBy(leaf, authority)) return isDue ? issue(data, options) : data;
  return isKnown ? issue(data, options) : data;
}

/** Whether what there is can be served: valid, for the names, and signed by an authority that is trusted. */
function isServable(data: ManagedData, { names, clock }: ManagedStateOptions): boolean {
  const [leaf] = parseCertificates(data['tls.crt']);
  return (
    leaf !== undefined &&
    leaf.notAfterMs > clock.now() &&
    isKeyOf(leaf, data['tls.key']) &&
    isFor(leaf, names) &&
    parseCertificates(data['ca.crt']).some((authority) => isSignedBy(leaf, authority))
  );
}

async function issue(data: ManagedData, options: ManagedStateOptions): Promise<ManagedData> {
  const { clock, random, names } = options;
  const [authority] = parseCertificates(data['ca.crt']);
  if (authority === undefined) throw new Error('there is no authority to sign with');
  const validityMs = Math.min(options.validityMs, authority.notAfterMs - clock.now());
  const { certificate, key } = await issueCertificate(
    { certificate: authority.pem, key: data['ca.key'] },
    { clock, random, names, validityMs, commonName: names[0] ?? '' },
  );
  return { ...data, 'tls.crt': certificate, 'tls.key': key };
}
