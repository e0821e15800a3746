import { encodeJson } from '../bytes/json.js';
import type { NonResourceHandler } from '../pipeline/route.js';
import type { ServiceAccountTokens } from './service-account-tokens.js';

const KEYS_PATH = '/openid/v1/jwks';
const CONFIGURATION_PATH = '/.well-known/openid-configuration';

/** How others find out whose tokens these are (pkg/routes/openidmetadata.go); undefined for other paths. */
export function openIdRoutes(tokens: ServiceAccountTokens): (path: string) => NonResourceHandler | undefined {
  return (path) => {
    if (path === KEYS_PATH)
      return document('application/jwk-set+json', () => ({ keys: [tokens.key.publicJwk] }));
    if (path !== CONFIGURATION_PATH) return undefined;
    return document('application/json', (host) => ({
      issuer: tokens.issuer,
      jwks_uri: `https://${host}${KEYS_PATH}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [tokens.key.algorithm],
    }));
  };
}

function document(contentType: string, make: (host: string) => object): NonResourceHandler {
  return async ({ headers }) => ({
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=3600' },
    body: [encodeJson(make(headers['host'] ?? 'kubernetes.default.svc'))],
  });
}
