import { CliError } from '../../errors.js';
import { CORE_GROUPS } from '../core-groups.js';
import type { ProjectConfig, ProjectResource } from '../model.js';
import { groupFault, kindFault, pluralFault, requireName, versionFault } from '../names/check-names.js';
import { regularPlural } from '../names/plural.js';
import { qualifiedGroup } from '../resources.js';

/** What flags and prompts say of the kind that a command is about. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  readonly externalApiPath?: string;
  readonly externalApiDomain?: string;
  readonly externalApiModule?: string;
}

/** The resource of the project with these names, whatever its domain; the project's own where several have them. */
export function findResource(
  config: ProjectConfig,
  { group, version, kind }: NamedKind,
): ProjectResource | undefined {
  const found = config.resources.filter(
    (one) => one.group === group && one.version === version && one.kind === kind,
  );
  return found.length === 1 ? found[0] : found.find(({ domain }) => domain === config.domain);
}

/**
 * The resource that a command is about: the project's, when it has it, else a new one with nothing yet.
 *
 * @param isOwn whether the project defines the kind, now or before; others are Kubernetes' own or external
 * @throws CliError 'InvalidArgument' for names that Kubernetes does not take, or that contradict the project
 */
export function resourceFor(config: ProjectConfig, named: NamedKind, isOwn: boolean): ProjectResource {
  requireName(named.group, groupFault);
  requireName(named.version, versionFault);
  requireName(named.kind, kindFault);
  if (named.plural !== undefined) requireName(named.plural, pluralFault);
  const found = findResource(config, named);
  if (found !== undefined) {
    if (named.plural !== undefined && named.plural !== found.plural)
      throw new CliError(
        'InvalidArgument',
        `${describe(found)} has the plural "${found.plural}" in this project: leave --plural out, or name that`,
      );
    return found;
  }
  const { group, version, kind, plural = pluralOfKind(config, named) } = named;
  const resource = { group, version, kind, plural, controllers: [] };
  if (named.externalApiPath !== undefined)
    return { ...resource, core: false, ...externalParts(config, named) };
  const coreDomain = isOwn ? undefined : CORE_GROUPS.get(group);
  if (coreDomain !== undefined) return { ...resource, core: true, domain: coreDomain };
  const own = { ...resource, core: false, domain: config.domain };
  refuseDomainInGroup(own);
  if (qualifiedGroup(own) === '')
    throw new CliError('InvalidArgument', 'the project has no domain, so that kinds need a --group');
  return own;
}

/** `--group shop.example.com` in a project of example.com would make shop.example.com.example.com, which nobody means. */
function refuseDomainInGroup({ group, domain }: ProjectResource): void {
  if (domain === '' || (group !== domain && !group.endsWith(`.${domain}`))) return;
  const rest = group.slice(0, -domain.length - 1);
  throw new CliError(
    'InvalidArgument',
    `the group "${group}" has the domain of the project already, which is added to it: use --group ${rest === '' ? '""' : rest}`,
  );
}

function externalParts(
  config: ProjectConfig,
  named: NamedKind,
): Pick<ProjectResource, 'domain' | 'external'> {
  const {
    externalApiPath: path = '',
    externalApiDomain: domain = config.domain,
    externalApiModule: module,
  } = named;
  if (path === '' || /\s/.test(path))
    throw new CliError(
      'InvalidArgument',
      `--external-api-path "${path}" is not what a program can import types from`,
    );
  return { domain, external: { path, ...(module === undefined ? {} : { module }) } };
}

/** Other versions of the kind have it already. */
function pluralOfKind(config: ProjectConfig, { group, kind }: NamedKind): string {
  return (
    config.resources.find((other) => other.group === group && other.kind === kind)?.plural ??
    regularPlural(kind)
  );
}

/** `Captain (crew.example.com/v1)`, for messages. */
export function describe(resource: ProjectResource): string {
  const group = qualifiedGroup(resource);
  return `${resource.kind} (${group === '' ? '' : `${group}/`}${resource.version})`;
}
