import type { ProjectConfig, ProjectResource, ScaffoldFile } from '../../model.js';
import { definitionName, qualifiedGroup } from '../../resources.js';

export const CRD_KUSTOMIZATION = 'config/crd/kustomization.yaml';
export const CRD_RESOURCE_MARKER = 'crdkustomizeresource';
export const CRD_PATCH_MARKER = 'crdkustomizewebhookpatch';

/** What `create webhook --conversion` switches on. */
export const CRD_CONFIGURATIONS = 'configurations:\n- kustomizeconfig.yaml';

/** `config/crd`, which the first kind brings; `bases` is written by `kubewright manifests`. */
export function crdFolder(): ScaffoldFile[] {
  return [
    { path: CRD_KUSTOMIZATION, content: KUSTOMIZATION, ifExists: 'keep' },
    { path: 'config/crd/kustomizeconfig.yaml', content: KUSTOMIZE_CONFIG, ifExists: 'keep' },
  ];
}

const KUSTOMIZATION = `# Not for itself: config/default gives it the namespace and the name of the service.
resources:
# +kubebuilder:scaffold:${CRD_RESOURCE_MARKER}

patches:
# [WEBHOOK] Conversion webhooks, a patch for each CRD.
# +kubebuilder:scaffold:${CRD_PATCH_MARKER}

# [WEBHOOK] Names of services in these patches.
${CRD_CONFIGURATIONS.split('\n')
  .map((line) => `#${line}`)
  .join('\n')}
`;

const KUSTOMIZE_CONFIG = `# Definitions name the service of their conversion webhook: a name that kustomize changes, too.
nameReference:
- kind: Service
  version: v1
  fieldSpecs:
  - kind: CustomResourceDefinition
    version: v1
    group: apiextensions.k8s.io
    path: spec/conversion/webhook/clientConfig/service/name

varReference:
- path: metadata/annotations
`;

/** The file that `kubewright manifests` writes for a kind, relative to `config/crd`. */
export function definitionFile(resource: ProjectResource): string {
  return `bases/${qualifiedGroup(resource)}_${resource.plural}.yaml`;
}

/** The patch that lets a webhook convert a kind, relative to `config/crd`. */
export function conversionPatchFile(config: ProjectConfig, { group, plural }: ProjectResource): string {
  const stem = config.multigroup && group !== '' ? `${group}_${plural}` : plural;
  return `patches/webhook_in_${stem}.yaml`;
}

export function conversionPatch(config: ProjectConfig, resource: ProjectResource): ScaffoldFile {
  const content = `# Versions of ${resource.kind} are converted by the operator's webhook.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${definitionName(resource)}
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        service:
          namespace: system
          name: webhook-service
          path: /convert
      conversionReviewVersions:
      - v1
`;
  return { path: `config/crd/${conversionPatchFile(config, resource)}`, content, ifExists: 'ask' };
}
