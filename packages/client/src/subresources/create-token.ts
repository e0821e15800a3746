import type { BoundObjectReference, TokenRequest } from '@kubewright/api/authentication/v1';

import type { Client } from '../client/client.js';
import type { RequestOptions } from '../client/options.js';
import type { KindName } from '../paths.js';
import { keyOfTarget, metadataOfKey } from './target.js';
import type { ObjectOrKey } from './target.js';

export interface CreateTokenOptions extends RequestOptions {
  /** Who shall accept the token. Defaults to the API server. */
  audiences?: readonly string[] | undefined;
  /** How long it shall be valid: at least 600; the server may choose another time. Defaults to the server's hour. */
  expirationSeconds?: number | undefined;
  /** The token ends with this Pod, Node or Secret. */
  boundObject?: BoundObjectReference | undefined;
}

/** A bearer token of a service account. */
export interface ServiceAccountToken {
  readonly token: string;
  /** When it ends, as RFC 3339. */
  readonly expirationTimestamp: string;
}

const SERVICE_ACCOUNT: KindName = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  apiVersion: 'v1',
  plural: 'serviceaccounts',
  namespaced: true,
};

/** Asks for a token of a service account (TokenRequest, `kubectl create token`). */
export async function createToken(
  client: Pick<Client, 'subresource' | 'defaultNamespace'>,
  serviceAccount: ObjectOrKey,
  options: CreateTokenOptions = {},
): Promise<ServiceAccountToken> {
  const { audiences, expirationSeconds, boundObject, signal, timeoutMs } = options;
  const key = keyOfTarget(serviceAccount);
  const request: TokenRequest = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: metadataOfKey(key, client.defaultNamespace),
    spec: {
      audiences: [...(audiences ?? [])],
      ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
      ...(boundObject === undefined ? {} : { boundObjectRef: boundObject }),
    },
  };
  const answer = await client
    .subresource('token')
    .create<TokenRequest>(SERVICE_ACCOUNT, key, request, { signal, timeoutMs });
  const { token = '', expirationTimestamp = '' } = answer.status ?? {};
  return { token, expirationTimestamp };
}
