import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';
import { CERT_MANAGER_BLOCKS } from './cert-manager-blocks.js';

/** `config/default`: what is deployed, and what of it is switched on. */
export function defaultFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    { path: DEFAULT_KUSTOMIZATION, content: kustomization(config), ifExists: 'ask' },
    { path: 'config/default/manager_metrics_patch.yaml', content: METRICS_PATCH, ifExists: 'ask' },
    { path: 'config/default/cert_metrics_manager_patch.yaml', content: METRICS_CERTS_PATCH, ifExists: 'ask' },
    { path: 'config/default/metrics_service.yaml', content: metricsService(config), ifExists: 'ask' },
  ];
}

export const DEFAULT_KUSTOMIZATION = 'config/default/kustomization.yaml';

/** The lines that commands switch on. */
export const DEFAULT_SECTIONS = {
  crd: '- ../crd',
  webhook: '- ../webhook',
  certManager: '- ../certmanager',
  webhookPatch: '- path: manager_webhook_patch.yaml\n  target:\n    kind: Deployment',
  replacements: 'replacements:',
} as const;

const off = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (line === '' ? '' : `#${line}`))
    .join('\n');

function kustomization({ projectName }: ProjectConfig): string {
  const {
    metricsName,
    metricsNamespace,
    service,
    validating,
    mutating,
    conversionNamespace,
    conversionName,
  } = CERT_MANAGER_BLOCKS;
  return `# The namespace of everything that has one.
namespace: ${projectName}-system

# Stands before every name: a Deployment "web" becomes "${projectName}-web". Keep the namespace above in step with it.
namePrefix: ${projectName}-

# Labels for all objects and selectors.
#labels:
#- includeSelectors: true
#  pairs:
#    someName: someValue

resources:
${off(DEFAULT_SECTIONS.crd)}
- ../rbac
- ../manager
# [WEBHOOK] Webhooks: all sections marked [WEBHOOK], also those in crd/kustomization.yaml.
${off(DEFAULT_SECTIONS.webhook)}
# [CERTMANAGER] Certificates by cert-manager: all sections marked [CERTMANAGER]; webhooks need certificates.
${off(DEFAULT_SECTIONS.certManager)}
# [PROMETHEUS] Metrics collected by the Prometheus operator.
#- ../prometheus
# [METRICS] The service of the metrics endpoint.
- metrics_service.yaml
# [NETWORK POLICY] Let only namespaces with the label "metrics: enabled" read the metrics, and only those with
# "webhook: enabled" call the webhooks.
#- ../network-policy

patches:
# [METRICS] Serve metrics by HTTPS on port 8443.
- path: manager_metrics_patch.yaml
  target:
    kind: Deployment

# [METRICS-WITH-CERTS] Serve them with a certificate of cert-manager.
#- path: cert_metrics_manager_patch.yaml
#  target:
#    kind: Deployment

# [WEBHOOK] Serve webhooks.
${off(DEFAULT_SECTIONS.webhookPatch)}

# [CERTMANAGER] Names of services in certificates, and where cert-manager injects its authority.
${off(DEFAULT_SECTIONS.replacements)}
# [METRICS-WITH-CERTS] for metrics
${off(metricsName)}

${off(metricsNamespace)}

# for any webhook
${off(service)}

# for validating webhooks (--programmatic-validation)
${off(validating)}

# for defaulting webhooks (--defaulting)
${off(mutating)}

# for conversion webhooks (--conversion); the markers are where "kubewright create webhook" adds its CRDs
${off(conversionNamespace)}
# +kubebuilder:scaffold:crdkustomizecainjectionns
${off(conversionName)}
# +kubebuilder:scaffold:crdkustomizecainjectionname
`;
}

const METRICS_PATCH = `# Serve metrics by HTTPS on port 8443, to those whom the cluster lets read them.
- op: add
  path: /spec/template/spec/containers/0/args/0
  value: --metrics-bind-address=:8443
`;

const METRICS_CERTS_PATCH = `# Serve metrics with the certificate that cert-manager keeps in the Secret metrics-server-cert.

- op: add
  path: /spec/template/spec/containers/0/volumeMounts/-
  value:
    mountPath: /tmp/k8s-metrics-server/metrics-certs
    name: metrics-certs
    readOnly: true

- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --metrics-cert-path=/tmp/k8s-metrics-server/metrics-certs

- op: add
  path: /spec/template/spec/volumes/-
  value:
    name: metrics-certs
    secret:
      secretName: metrics-server-cert
      optional: false
      items:
      - key: ca.crt
        path: ca.crt
      - key: tls.crt
        path: tls.crt
      - key: tls.key
        path: tls.key
`;

function metricsService({ projectName }: ProjectConfig): string {
  return `apiVersion: v1
kind: Service
metadata:
  labels:
    control-plane: controller-manager
${labelLines(projectName)}
  name: controller-manager-metrics-service
  namespace: system
spec:
  ports:
  - name: https
    port: 8443
    protocol: TCP
    targetPort: 8443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${projectName}
`;
}
