import type { ProjectConfig, ScaffoldFile } from '../../model.js';

export const MANIFESTS_KUSTOMIZATION = 'config/manifests/kustomization.yaml';

/** What the first kind switches on. */
export const MANIFESTS_SAMPLES = '- ../samples';

/**
 * `config/manifests`: what a bundle for the Operator Lifecycle Manager is made of, as Operator SDK lays it out
 * (internal/plugins/manifests/v2, `generate kustomize manifests`).
 */
export function manifestsFolder(config: ProjectConfig): ScaffoldFile[] {
  const base = `bases/${config.projectName}.clusterserviceversion.yaml`;
  return [
    { path: MANIFESTS_KUSTOMIZATION, content: kustomization(base), ifExists: 'ask' },
    { path: `config/manifests/${base}`, content: serviceVersion(config), ifExists: 'keep' },
  ];
}

function kustomization(base: string): string {
  return `# Everything that goes into the manifests of a bundle.
resources:
- ${base}
- ../default
#${MANIFESTS_SAMPLES}
- ../scorecard

# [WEBHOOK] The Operator Lifecycle Manager issues the certificates of webhooks itself, and does not know cert-manager:
# leave the sections [CERTMANAGER] of config/default commented, and take the certificate's volume from the Deployment.
#patches:
#- target:
#    group: apps
#    version: v1
#    kind: Deployment
#    name: controller-manager
#    namespace: system
#  patch: |-
#    - op: remove
#      path: /spec/template/spec/containers/0/volumeMounts/0
#    - op: remove
#      path: /spec/template/spec/volumes/0
`;
}

function serviceVersion({ projectName, domain, namespaced, plugins }: ProjectConfig): string {
  const displayName = projectName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  return `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  annotations:
    alm-examples: '[]'
    capabilities: Basic Install
  name: ${projectName}.v0.0.0
  namespace: placeholder
spec:
  apiservicedefinitions: {}
  customresourcedefinitions: {}
  # TODO(user): what the operator is for, as people see it in a catalog.
  description: The operator ${projectName}.
  displayName: ${displayName}
  icon:
  - base64data: ""
    mediatype: ""
  install:
    spec:
      deployments: null
    strategy: ""
  installModes:
  - supported: ${namespaced}
    type: OwnNamespace
  - supported: false
    type: SingleNamespace
  - supported: false
    type: MultiNamespace
  - supported: ${!namespaced}
    type: AllNamespaces
  keywords:
  - ${projectName}
  links:
  - name: ${displayName}
    url: https://${projectName}.${domain}
  maintainers:
  - email: maintainers@${domain}
    name: ${JSON.stringify(plugins.owner ?? 'Maintainers')}
  maturity: alpha
  provider:
    name: ${JSON.stringify(plugins.owner ?? displayName)}
    url: https://${domain}
  version: 0.0.0
`;
}
