import type { Impersonation } from './kubeconfig/types.js';

/** client-go's transport/round_trippers.go, `impersonatingRoundTripper`. */
export function impersonationHeaders(
  impersonate: Impersonation | undefined,
): Record<string, string | readonly string[]> {
  if (impersonate === undefined) return {};
  const { username, uid, groups, extra } = impersonate;
  return {
    'impersonate-user': username,
    ...(uid === undefined ? {} : { 'impersonate-uid': uid }),
    ...(groups === undefined ? {} : { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra ?? {}).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key.toLowerCase())}`,
        values,
      ]),
    ),
  };
}
