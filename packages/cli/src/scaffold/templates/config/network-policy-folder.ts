import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import { labelLines } from './labels.js';

export const NETWORK_POLICY_KUSTOMIZATION = 'config/network-policy/kustomization.yaml';
export const NETWORK_POLICY_MARKER = 'networkpolicykustomizeresource';

/** `config/network-policy`: who may read the metrics. */
export function networkPolicyFolder(config: ProjectConfig): ScaffoldFile[] {
  return [
    {
      path: NETWORK_POLICY_KUSTOMIZATION,
      content: `resources:\n- allow-metrics-traffic.yaml\n# +kubebuilder:scaffold:${NETWORK_POLICY_MARKER}\n`,
      ifExists: 'ask',
    },
    policy(config, { name: 'metrics', what: 'read the metrics', label: 'metrics', port: 8443 }),
  ];
}

/** Who may call the webhooks. */
export function webhookPolicy(config: ProjectConfig): ScaffoldFile {
  // The port of the pod, which policies are about, and not 443, the service's.
  return policy(config, { name: 'webhook', what: 'call the webhooks', label: 'webhook', port: 9443 });
}

function policy(
  { projectName }: ProjectConfig,
  { name, what, label, port }: { name: string; what: string; label: string; port: number },
): ScaffoldFile {
  const content = `# Only pods in namespaces with the label "${label}: enabled" may ${what}.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  labels:
${labelLines(projectName)}
  name: allow-${name}-traffic
  namespace: system
spec:
  podSelector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${projectName}
  policyTypes:
  - Ingress
  ingress:
  - from:
    - namespaceSelector:
        matchLabels:
          ${label}: enabled
    ports:
    - port: ${port}
      protocol: TCP
`;
  return { path: `config/network-policy/allow-${name}-traffic.yaml`, content, ifExists: 'ask' };
}
