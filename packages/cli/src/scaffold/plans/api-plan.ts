import type { ProjectConfig, ProjectResource, ScaffoldPlan } from '../model.js';
import {
  CRD_KUSTOMIZATION,
  CRD_RESOURCE_MARKER,
  crdFolder,
  definitionFile,
} from '../templates/config/crd-folder.js';
import { DEFAULT_KUSTOMIZATION, DEFAULT_SECTIONS } from '../templates/config/default-folder.js';
import { kindRoleFiles, kindRoles } from '../templates/config/kind-roles.js';
import { MANIFESTS_KUSTOMIZATION, MANIFESTS_SAMPLES } from '../templates/config/manifests-folder.js';
import { RBAC_KUSTOMIZATION, RBAC_MARKER } from '../templates/config/rbac-folder.js';
import {
  emptySample,
  SAMPLES_KUSTOMIZATION,
  SAMPLES_MARKER,
  samplesFolder,
} from '../templates/config/samples-folder.js';
import type { ApiFilesOptions } from '../templates/sources/resource-files.js';
import { apiFiles } from '../templates/sources/resource-files.js';
import { samplePath } from '../resources.js';
import { joinPlans } from './plan-parts.js';

/** What `create api` adds: sources, and for a kind of the project's own its place in `config/`. */
export function apiPlan(
  config: ProjectConfig,
  resource: ProjectResource,
  options: ApiFilesOptions,
): ScaffoldPlan {
  const sources = apiFiles(config, resource, options);
  const { api = true } = options;
  return api && resource.api !== undefined
    ? joinPlans(sources, kindManifests(config, resource))
    : joinPlans(sources);
}

function kindManifests(config: ProjectConfig, resource: ProjectResource): Partial<ScaffoldPlan> {
  return {
    files: [
      ...crdFolder(),
      ...samplesFolder(),
      emptySample(config, resource),
      ...kindRoles(config, resource),
    ],
    insertions: [
      { path: CRD_KUSTOMIZATION, marker: CRD_RESOURCE_MARKER, lines: `- ${definitionFile(resource)}` },
      {
        path: SAMPLES_KUSTOMIZATION,
        marker: SAMPLES_MARKER,
        lines: `- ${samplePath(resource).replace('config/samples/', '')}`,
      },
      {
        path: RBAC_KUSTOMIZATION,
        marker: RBAC_MARKER,
        lines: kindRoleFiles(config, resource)
          .map((file) => `- ${file}`)
          .join('\n'),
      },
    ],
    sections: [
      { path: DEFAULT_KUSTOMIZATION, lines: DEFAULT_SECTIONS.crd },
      { path: MANIFESTS_KUSTOMIZATION, lines: MANIFESTS_SAMPLES },
    ],
  };
}
