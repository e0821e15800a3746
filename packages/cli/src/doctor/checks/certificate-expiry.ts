import type { X509Certificate } from 'node:crypto';
import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, Finding } from '../check.js';
import { certificatesIn, keptCertificates } from '../certificates.js';
import { webhookTargets } from '../webhook-targets.js';

const DAY_MS = 86_400_000;
/** Who renews does so at two thirds of the time; what has less than a tenth left, or 14 days, was forgotten. */
const SOON_MS = 14 * DAY_MS;
const SOON_PART = 0.1;

/** Whether certificates of webhooks and metrics, or the authorities that API servers trust, expire soon. */
export const certificateExpiry: ClusterCheck = {
  name: 'certificates',
  place: 'cluster',
  run: async (context) => {
    const now = context.io.clock.now();
    const known: Array<readonly [string, X509Certificate]> = [
      ...(await keptCertificates(context)).map(
        ({ secret, certificate }) => [`the certificate in Secret ${secret}`, certificate] as const,
      ),
    ];
    for (const { caller, caBundle } of await webhookTargets(context)) {
      // Authorities that are being replaced stay until they expire: the longest counts.
      const [last] = certificatesIn(caBundle).sort((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
      if (last !== undefined) known.push([`the authority of ${caller}`, last]);
    }
    if (known.length === 0) return [skipped('the operator has no certificates')];
    const findings = known.flatMap(([what, certificate]) => judge(what, certificate, now));
    return findings.length > 0
      ? findings
      : [ok(`${known.length} certificates are valid for more than ${SOON_MS / DAY_MS} days`)];
  },
};

function judge(what: string, certificate: X509Certificate, now: number): Finding[] {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const advice =
    'see why it is not renewed: the Certificate ("kubectl describe certificates -A"), or the log of the operator';
  if (to <= now) return [problem(`${what} expired on ${certificate.validTo}`, advice)];
  if (from > now)
    return [
      problem(
        `${what} is not valid before ${certificate.validFrom}`,
        'compare the clocks of this machine and of the cluster',
      ),
    ];
  const soon = Math.min(SOON_MS, (to - from) * SOON_PART);
  return to - now < soon ? [warning(`${what} expires on ${certificate.validTo}`, advice)] : [];
}
