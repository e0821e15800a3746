import type { Clock, Random } from '@kubewright/api';
import type { Pod, Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { goStrings } from '../errors/go-text.js';
import type { ObjectReader } from '../kinds/behaviour.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { boundUser } from './bound-claims.js';
import type { PrivateClaims } from './bound-claims.js';
import { LEGACY_ISSUER, legacyUser } from './legacy-claims.js';
import { createSigningKey, jsonPart } from './signing-key.js';
import type { SigningKey } from './signing-key.js';
import type { TokenAuthenticator } from './token-authenticator.js';

export interface ServiceAccountOptions {
  /** The `iss` of tokens: a URL. Defaults to `https://kubernetes.default.svc.cluster.local`. */
  readonly issuer?: string;
  /** Whom tokens for the server itself are meant for. Defaults to the issuer. */
  readonly audiences?: readonly string[];
  /** A private key in PEM: RSA, or EC on P-256, P-384 or P-521. Defaults to a new one, on P-256. */
  readonly signingKeyPem?: string;
}

/** What a token is bound to: it is good for as long as these exist. */
export interface TokenBinding {
  readonly pod?: Pod;
  readonly secret?: Secret;
  readonly node?: { readonly metadata?: { readonly name?: string; readonly uid?: string } };
}

export interface TokenWish extends TokenBinding {
  readonly account: ServiceAccount;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** When the holder should have asked for a new one. */
  readonly warnAfterSeconds?: number;
}

/** Issues the tokens of service accounts, and knows whose they are. */
export interface ServiceAccountTokens extends TokenAuthenticator {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Made when it is first needed. */
  readonly key: SigningKey;
  issue(wish: TokenWish): string;
}

const DEFAULT_ISSUER = 'https://kubernetes.default.svc.cluster.local';
/** A token is verified once; what may change is looked at each time. */
const VERIFIED_LIMIT = 1000;

export function createServiceAccountTokens(
  { clock, random, objects }: { clock: Clock; random: Random; objects: ObjectReader },
  { issuer = DEFAULT_ISSUER, audiences = [issuer], signingKeyPem }: ServiceAccountOptions = {},
): ServiceAccountTokens {
  let key: SigningKey | undefined = signingKeyPem === undefined ? undefined : createSigningKey(signingKeyPem);
  const verified = new Map<string, Readonly<Record<string, unknown>>>();

  const verify = (token: string): Readonly<Record<string, unknown>> | undefined => {
    const known = verified.get(token);
    if (known !== undefined) return known;
    const claims = (key ??= createSigningKey()).verify(token);
    if (claims === undefined) return undefined;
    if (verified.size >= VERIFIED_LIMIT) verified.delete(verified.keys().next().value as string);
    verified.set(token, claims);
    return claims;
  };

  return {
    issuer,
    audiences,
    get key() {
      return (key ??= createSigningKey());
    },
    issue(wish) {
      const now = Math.floor(clock.now() / 1000);
      const { metadata } = wish.account;
      return (key ??= createSigningKey()).sign({
        aud: wish.audiences,
        exp: now + wish.expirationSeconds,
        iat: now,
        iss: issuer,
        jti: random.uuid(),
        'kubernetes.io': privateClaims(wish, now),
        nbf: now,
        sub: `system:serviceaccount:${metadata?.namespace ?? ''}:${metadata?.name ?? ''}`,
      });
    },
    authenticate(token, requested) {
      const claimed = jsonPart(token.split('.')[1] ?? '')?.['iss'];
      if (claimed !== issuer && claimed !== LEGACY_ISSUER) return undefined;
      const claims = verify(token);
      if (claims === undefined) return undefined;
      const meant = audiencesOf(claims['aud']) ?? audiences;
      const shared = meant.filter((audience) => requested.includes(audience));
      if (shared.length === 0) {
        throw new Error(
          `token audiences ${goStrings(meant)} is invalid for the target audiences ${goStrings(requested)}`,
        );
      }
      const user: UserInfo =
        claimed === LEGACY_ISSUER
          ? legacyUser(token, claims, objects)
          : boundUser(claims, objects, clock.now());
      return { user, audiences: shared };
    },
  };
}

function privateClaims(
  { account, pod, secret, node, warnAfterSeconds }: TokenWish,
  now: number,
): PrivateClaims {
  const { metadata } = account;
  return {
    ...(metadata?.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(node === undefined ? {} : { node: reference(node) }),
    ...(pod === undefined ? {} : { pod: reference(pod) }),
    ...(secret === undefined ? {} : { secret: reference(secret) }),
    serviceaccount: reference(account),
    ...(warnAfterSeconds === undefined ? {} : { warnafter: now + warnAfterSeconds }),
  };
}

function reference({ metadata }: { readonly metadata?: { readonly name?: string; readonly uid?: string } }): {
  name?: string;
  uid?: string;
} {
  return {
    ...(metadata?.name === undefined ? {} : { name: metadata.name }),
    ...(metadata?.uid === undefined ? {} : { uid: metadata.uid }),
  };
}

/** One audience or a list of them; undefined when a token names none. */
function audiencesOf(claim: unknown): readonly string[] | undefined {
  const list = (Array.isArray(claim) ? claim : [claim]).filter((item) => typeof item === 'string');
  return list.length === 0 ? undefined : list;
}
