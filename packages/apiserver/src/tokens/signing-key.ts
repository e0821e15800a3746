import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { decodeJson, encodeJson } from '../bytes/json.js';

/** A key that signs JSON web tokens in their compact form, and knows its own signatures (pkg/serviceaccount/jwt.go). */
export interface SigningKey {
  readonly algorithm: string;
  /** Tells keys apart in the header of tokens: SHA-256 of the public key. */
  readonly id: string;
  /** The public part, as it stands in a key set. */
  readonly publicJwk: JsonWebKey;
  sign(claims: object): string;
  /**
   * The claims of a token; undefined for what is not a token.
   *
   * @throws Error with the text of the real server when the signature is not of this key
   */
  verify(token: string): Readonly<Record<string, unknown>> | undefined;
}

interface Algorithm {
  readonly name: string;
  readonly hash: string;
}

/** By the names that OpenSSL has for the curves. */
const CURVES: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'ES256', hash: 'sha256' },
  secp384r1: { name: 'ES384', hash: 'sha384' },
  secp521r1: { name: 'ES512', hash: 'sha512' },
};

/**
 * The key of a private key in PEM (RSA, or EC on P-256, P-384 or P-521); without one, a new key on P-256.
 *
 * @throws TypeError for any other key
 */
export function createSigningKey(privateKeyPem?: string): SigningKey {
  const privateKey =
    privateKeyPem === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : createPrivateKey(privateKeyPem);
  const algorithm = algorithmOf(privateKey);
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const header = base64url(encodeJson({ alg: algorithm.name, kid: id }));
  const dsaEncoding = 'ieee-p1363';
  return {
    algorithm: algorithm.name,
    id,
    publicJwk: { use: 'sig', ...publicKey.export({ format: 'jwk' }), kid: id, alg: algorithm.name },
    sign(claims) {
      const signed = `${header}.${base64url(encodeJson(claims))}`;
      const signature = sign(algorithm.hash, Buffer.from(signed), { key: privateKey, dsaEncoding });
      return `${signed}.${base64url(signature)}`;
    },
    verify(token) {
      const parts = token.split('.');
      const [head = '', payload = '', signature = ''] = parts;
      const { alg, kid = '' } = jsonPart(head) ?? {};
      const claims = jsonPart(payload);
      if (parts.length !== 3 || alg === undefined || claims === undefined) return undefined;
      if (kid !== '' && kid !== id) throw new Error('invalid signature, no keys found');
      const isOurs =
        alg === algorithm.name &&
        verify(
          algorithm.hash,
          Buffer.from(`${head}.${payload}`),
          { key: publicKey, dsaEncoding },
          Buffer.from(signature, 'base64url'),
        );
      if (!isOurs) throw new Error('go-jose/go-jose: error in cryptographic primitive');
      return claims;
    },
  };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm {
  if (asymmetricKeyType === 'rsa') return { name: 'RS256', hash: 'sha256' };
  const known = CURVES[asymmetricKeyDetails?.namedCurve ?? ''];
  if (known !== undefined) return known;
  throw new TypeError('the key of service account tokens must be RSA, or EC on P-256, P-384 or P-521');
}

const base64url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

/** One part of a token that is not verified yet; undefined when it is no JSON object. */
export function jsonPart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = decodeJson(Buffer.from(part, 'base64url'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
