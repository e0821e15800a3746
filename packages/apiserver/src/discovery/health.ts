import { encodeText } from '../bytes/json.js';
import type { NonResourceHandler } from '../pipeline/route.js';
import type { ServerResponse } from '../pipeline/server-request.js';

const ENDPOINTS: readonly string[] = ['healthz', 'livez', 'readyz'];
const CHECKS: readonly string[] = ['ping', 'log', 'etcd'];

/** All paths that `healthHandler` knows. */
export const HEALTH_PATHS: readonly string[] = ENDPOINTS.flatMap((endpoint) => [
  `/${endpoint}`,
  ...CHECKS.map((check) => `/${endpoint}/${check}`),
]);

/**
 * `/healthz`, `/livez`, `/readyz`, and `/healthz/CHECK`: a server that answers at all is well. With `?verbose` each check
 * has a line; `?exclude=` leaves one out (apiserver `server/healthz/healthz.go`). Undefined for other paths.
 */
export function healthHandler(path: string): NonResourceHandler | undefined {
  const [root, endpoint = '', check, ...rest] = path.split('/');
  if (root !== '' || !ENDPOINTS.includes(endpoint) || rest.length > 0) return undefined;
  if (check !== undefined && !CHECKS.includes(check)) return undefined;
  if (check !== undefined) return async () => plainText('ok', {});
  return async (_request, { query }) =>
    plainText(query.has('verbose') ? report(endpoint, query.getAll('exclude')) : 'ok', {
      'x-content-type-options': 'nosniff',
    });
}

function report(endpoint: string, excluded: readonly string[]): string {
  const lines = CHECKS.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`));
  const unknown = excluded.filter((name) => !CHECKS.includes(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  return `${lines.join('\n')}\n${endpoint} check passed\n`;
}

function plainText(text: string, headers: Record<string, string>): ServerResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    body: [encodeText(text)],
  };
}
