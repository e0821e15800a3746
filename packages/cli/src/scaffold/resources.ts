import type { ProjectConfig, ProjectResource } from './model.js';

/** The group as the API server knows it: `crew.example.com`, empty for the core group. */
export function qualifiedGroup({ group, domain, core }: ProjectResource): string {
  if (core && group === 'core') return '';
  return [group, domain].filter((part) => part !== '').join('.');
}

/** `captains.crew.example.com`, as a CustomResourceDefinition is named. */
export function definitionName(resource: ProjectResource): string {
  return `${resource.plural}.${qualifiedGroup(resource)}`;
}

export function isSameResource(
  a: Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>,
  b: Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>,
): boolean {
  return a.group === b.group && a.domain === b.domain && a.version === b.version && a.kind === b.kind;
}

/** The name of a kind's first controller, when none is given. */
export function defaultControllerName({ kind }: Pick<ProjectResource, 'kind'>): string {
  return kind.toLowerCase();
}

/** The same with a resource put in place of its former self, or at the end. */
export function withResource(config: ProjectConfig, resource: ProjectResource): ProjectConfig {
  const index = config.resources.findIndex((other) => isSameResource(other, resource));
  const resources = index < 0 ? [...config.resources, resource] : config.resources.with(index, resource);
  return { ...config, resources };
}

/** Begins the names of files and roles of a kind: `captain`, with several groups `crew_captain`. */
export function fileStem(config: ProjectConfig, { group, kind }: ProjectResource): string {
  const name = kind.toLowerCase();
  return config.multigroup && group !== '' ? `${group.toLowerCase()}_${name}` : name;
}

/** As kubebuilder names it: `config/samples/crew_v1_captain.yaml`. */
export function samplePath({ group, version, kind }: ProjectResource): string {
  const parts = [group, version, kind.toLowerCase()].filter((part) => part !== '');
  return `config/samples/${parts.join('_')}.yaml`;
}

export function hasAdmissionWebhooks({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined && (webhooks.defaulting || webhooks.validation);
}

export function hasWebhooks({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined && (webhooks.defaulting || webhooks.validation || webhooks.conversion);
}
