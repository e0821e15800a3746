/** Who makes the kinds that projects use and clusters do not have by themselves: what to do, by API group. */
export const KIND_MAKERS: Readonly<Record<string, string>> = {
  'cert-manager.io':
    'install cert-manager (https://cert-manager.io), or let the operator manage its certificates: "kubewright edit --certificates operator"',
  'monitoring.coreos.com':
    'install the Prometheus operator, or take ../prometheus out of config/default/kustomization.yaml',
};
