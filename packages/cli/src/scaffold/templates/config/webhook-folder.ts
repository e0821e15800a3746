import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';

export const WEBHOOK_KUSTOMIZATION = 'config/webhook/kustomization.yaml';
export const WEBHOOK_MARKER = 'webhookkustomizeresource';

/** `config/webhook` and the patch of the Deployment; `manifests.yaml` is written by `kubewright manifests`. */
export function webhookFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    {
      path: WEBHOOK_KUSTOMIZATION,
      content: `resources:\n- service.yaml\n# +kubebuilder:scaffold:${WEBHOOK_MARKER}\n`,
      ifExists: 'keep',
    },
    { path: 'config/webhook/service.yaml', content: service(config), ifExists: 'keep' },
    { path: 'config/default/manager_webhook_patch.yaml', content: managerPatch(config), ifExists: 'keep' },
  ];
}

function service({ projectName }: ProjectConfig): string {
  return `apiVersion: v1
kind: Service
metadata:
  labels:
${labelLines(projectName)}
  name: webhook-service
  namespace: system
spec:
  ports:
  - port: 443
    protocol: TCP
    targetPort: 9443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${projectName}
`;
}

function managerPatch({ plugins }: ProjectConfig): string {
  const isMounted = plugins.certificates === 'cert-manager';
  const operations = isMounted
    ? [CERTIFICATE_ARGUMENT, PORT_ARGUMENT, CERTIFICATE_MOUNT, PORT, CERTIFICATE_VOLUME]
    : [PORT_ARGUMENT, PORT];
  const certificate = isMounted ? ', with the certificate in the Secret webhook-server-cert' : '';
  return `# Serve webhooks on port 9443${certificate}.\n\n${operations.join('\n')}`;
}

const CERTIFICATE_ARGUMENT = `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-cert-path=/tmp/k8s-webhook-server/serving-certs
`;

const PORT_ARGUMENT = `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-port=9443
`;

const CERTIFICATE_MOUNT = `- op: add
  path: /spec/template/spec/containers/0/volumeMounts/-
  value:
    mountPath: /tmp/k8s-webhook-server/serving-certs
    name: webhook-certs
    readOnly: true
`;

const PORT = `- op: add
  path: /spec/template/spec/containers/0/ports/-
  value:
    containerPort: 9443
    name: webhook-server
    protocol: TCP
`;

const CERTIFICATE_VOLUME = `- op: add
  path: /spec/template/spec/volumes/-
  value:
    name: webhook-certs
    secret:
      secretName: webhook-server-cert
`;
