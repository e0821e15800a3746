import { encodeText } from '../bytes/json.js';
import type { NonResourceHandler } from '../pipeline/route.js';

const ENDPOINTS: readonly string[] = ['healthz', 'livez', 'readyz'];
const CHECKS: readonly string[] = ['ping', 'log', 'etcd'];

/** `/healthz`, `/livez`, `/readyz`, and `/healthz/CHECK`: a server that answers at all is well. Undefined for other paths. */
export function healthHandler(path: string): NonResourceHandler | undefined {
  const [endpoint = '', check, ...rest] = path.replace(/^\/|\/$/g, '').split('/');
  if (!ENDPOINTS.includes(endpoint) || rest.length > 0) return undefined;
  if (check !== undefined && !CHECKS.includes(check)) return undefined;
  return async (_request, { query }) => {
    const verbose = query.has('verbose') && check === undefined;
    const text = verbose
      ? `${CHECKS.map((name) => `[+]${name} ok\n`).join('')}${endpoint} check passed\n`
      : 'ok';
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: [encodeText(text)],
    };
  };
}
