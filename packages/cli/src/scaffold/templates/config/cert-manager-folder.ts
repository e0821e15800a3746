import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';

/** `config/certmanager`: the certificates of webhooks and metrics, issued by cert-manager. */
export function certManagerFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    { path: 'config/certmanager/kustomization.yaml', content: KUSTOMIZATION, ifExists: 'ask' },
    { path: 'config/certmanager/kustomizeconfig.yaml', content: KUSTOMIZE_CONFIG, ifExists: 'ask' },
    { path: 'config/certmanager/issuer.yaml', content: issuer(config), ifExists: 'ask' },
    certificate(config, {
      file: 'certificate-webhook',
      name: 'serving-cert',
      secret: 'webhook-server-cert',
      of: 'webhook server',
    }),
    certificate(config, {
      file: 'certificate-metrics',
      name: 'metrics-certs',
      secret: 'metrics-server-cert',
      of: 'metrics endpoint',
    }),
  ];
}

const KUSTOMIZATION = `resources:
- issuer.yaml
- certificate-webhook.yaml
- certificate-metrics.yaml

configurations:
- kustomizeconfig.yaml
`;

const KUSTOMIZE_CONFIG = `# Certificates name their issuer: a name that kustomize changes, too.
nameReference:
- kind: Issuer
  group: cert-manager.io
  fieldSpecs:
  - kind: Certificate
    group: cert-manager.io
    path: spec/issuerRef/name
`;

function issuer({ projectName }: ProjectConfig): string {
  return `# Signs with a key of its own (https://cert-manager.io/docs/configuration/selfsigned).
apiVersion: cert-manager.io/v1
kind: Issuer
metadata:
  labels:
${labelLines(projectName)}
  name: selfsigned-issuer
  namespace: system
spec:
  selfSigned: {}
`;
}

function certificate(
  { projectName }: ProjectConfig,
  { file, name, secret, of }: { file: string; name: string; secret: string; of: string },
): ScaffoldFile {
  const content = `# The certificate of the ${of} (https://cert-manager.io/docs/usage/certificate).
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  labels:
${labelLines(projectName)}
  name: ${name}
  namespace: system
spec:
  # config/default puts the names in
  dnsNames:
  - SERVICE_NAME.SERVICE_NAMESPACE.svc
  - SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local
  issuerRef:
    kind: Issuer
    name: selfsigned-issuer
  secretName: ${secret}
`;
  return { path: `config/certmanager/${file}.yaml`, content, ifExists: 'ask' };
}
