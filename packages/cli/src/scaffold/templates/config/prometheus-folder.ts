import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';

/** `config/prometheus`: how the Prometheus operator collects the metrics. */
export function prometheusFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    { path: 'config/prometheus/kustomization.yaml', content: KUSTOMIZATION, ifExists: 'ask' },
    { path: 'config/prometheus/monitor.yaml', content: monitor(config), ifExists: 'ask' },
    { path: 'config/prometheus/monitor_tls_patch.yaml', content: TLS_PATCH, ifExists: 'ask' },
  ];
}

const KUSTOMIZATION = `resources:
- monitor.yaml

# [PROMETHEUS-WITH-CERTS] Trust the certificate of cert-manager that [METRICS-WITH-CERTS] in config/default serves with.
#patches:
#- path: monitor_tls_patch.yaml
#  target:
#    kind: ServiceMonitor
`;

function monitor({ projectName }: ProjectConfig): string {
  return `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  labels:
    control-plane: controller-manager
${labelLines(projectName)}
  name: controller-manager-metrics-monitor
  namespace: system
spec:
  endpoints:
  - path: /metrics
    port: https
    scheme: https
    bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
    tlsConfig:
      # TODO(user): in production trust a certificate instead: see [PROMETHEUS-WITH-CERTS] in kustomization.yaml.
      insecureSkipVerify: true
  selector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${projectName}
`;
}

const TLS_PATCH = `# Trust the certificate that cert-manager keeps in the Secret metrics-server-cert.
- op: replace
  path: /spec/endpoints/0/tlsConfig
  value:
    # config/default puts the names in
    serverName: SERVICE_NAME.SERVICE_NAMESPACE.svc
    insecureSkipVerify: false
    ca:
      secret:
        name: metrics-server-cert
        key: ca.crt
    cert:
      secret:
        name: metrics-server-cert
        key: tls.crt
    keySecret:
      name: metrics-server-cert
      key: tls.key
`;
