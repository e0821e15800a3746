import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, Finding } from '../check.js';
import { certificatesIn, isTrusted, keptCertificates } from '../certificates.js';
import { webhookTargets } from '../webhook-targets.js';

const RENEW =
  'see that what injects it runs: cert-manager\'s CA injector ("kubectl get pods -n cert-manager"), or the operator itself';

/** Whether API servers trust the certificates that webhooks are served with. */
export const webhookTrust: ClusterCheck = {
  name: 'webhook trust',
  place: 'cluster',
  run: async (context) => {
    const targets = await webhookTargets(context);
    if (targets.length === 0) return [skipped('no webhook of the project is installed')];
    const kept = await keptCertificates(context);
    const findings: Finding[] = [];
    for (const { caller, service, caBundle } of targets) {
      const authorities = certificatesIn(caBundle);
      if (authorities.length === 0) {
        findings.push(problem(`${caller}: its caBundle has no certificate, so every call fails`, RENEW));
        continue;
      }
      const host = `${service.name}.${service.namespace}.svc`;
      const serving = kept.filter(({ certificate }) => certificate.checkHost(host) !== undefined);
      if (serving.length === 0)
        findings.push(
          warning(
            `${caller}: no Secret in the operator's namespace has a certificate for ${host}`,
            'see that the Certificate is issued ("kubectl get certificates -A"), or that the operator makes it',
          ),
        );
      else if (!serving.some(({ certificate }) => isTrusted(certificate, authorities)))
        findings.push(
          problem(
            `${caller}: its caBundle does not fit the certificate in Secret ${serving[0]?.secret ?? ''}`,
            RENEW,
          ),
        );
    }
    return findings.length > 0 ? findings : [ok(`${targets.length} webhooks are trusted`)];
  },
};
