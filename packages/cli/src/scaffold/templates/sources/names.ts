import type { ProjectConfig, ProjectResource } from '../../model.js';

/** The words of a name: `FirstMate`, `HTTPRoute` and `first-mate` alike. */
function words(name: string): string[] {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .match(/[A-Za-z0-9]+/g) ?? []
  ).map((word) => word.toLowerCase());
}

/** `first-mate`, for files. */
export const kebabCase = (name: string): string => words(name).join('-');

/** `firstMate`, for values. */
export const camelCase = (name: string): string =>
  words(name)
    .map((word, index) => (index === 0 ? word : capitalized(word)))
    .join('');

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `an AppService`, `a Captain` */
export const withArticle = (kind: string): string => `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;

const sameKind = (a: ProjectResource, b: ProjectResource): boolean =>
  a.group === b.group && a.domain === b.domain && a.kind === b.kind;

/** The same kind in all the versions that the project has, in the order in which they were created. */
export const versionsOf = (config: ProjectConfig, resource: ProjectResource): ProjectResource[] =>
  config.resources.filter((other) => sameKind(other, resource));

/** The folders of groups, in projects with several. */
function groupFolder(config: ProjectConfig, { group, domain }: ProjectResource): string {
  return config.multigroup ? `${group === '' ? domain : group}/` : '';
}

export function apiFile(config: ProjectConfig, resource: ProjectResource): string {
  return `src/api/${groupFolder(config, resource)}${resource.version}/${kebabCase(resource.kind)}.ts`;
}

export function webhookFile(config: ProjectConfig, resource: ProjectResource): string {
  return `src/webhooks/${groupFolder(config, resource)}${resource.version}/${kebabCase(resource.kind)}.ts`;
}

/** One of a kind's controllers. */
export interface ControllerNames {
  /** Of the value: `firstMateController`. */
  readonly identifier: string;
  readonly file: string;
  /** In logs, metrics and events; unique in the operator. Undefined where it is what `controllerFor` takes by default. */
  readonly registered: string | undefined;
}

export function controllerNames(
  config: ProjectConfig,
  resource: ProjectResource,
  name: string,
): ControllerNames {
  const isKind = name === resource.kind.toLowerCase();
  const stem = isKind ? resource.kind : name;
  const folder = groupFolder(config, resource);
  return {
    identifier: `${camelCase(stem)}Controller`,
    file: `src/controllers/${folder}${kebabCase(stem)}.ts`,
    // kubebuilder puts the group before it, too.
    registered: folder === '' ? (isKind ? undefined : name) : `${folder.slice(0, -1)}-${name}`,
  };
}

/** How one file of the project imports another. */
export function importPath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = here.slice(shared).map(() => '..');
  const path = [...(up.length === 0 ? ['.'] : up), ...there.slice(shared)].join('/');
  return path.replace(/\.ts$/, '.js');
}

/** Where a file of the project gets the kind from. */
export function kindModule(config: ProjectConfig, resource: ProjectResource, from: string): string {
  if (resource.external !== undefined) return externalModule(resource.external.path, from);
  if (!resource.core) return importPath(from, apiFile(config, resource));
  return `kubewright/${resource.group.split('.')[0] ?? ''}/${resource.version}`;
}

/** A file of the project, as `kubewright import --external` writes it, or else a package. */
function externalModule(path: string, from: string): string {
  const local = path.replace(/^\.\//, '');
  return local.startsWith('src/') ? importPath(from, local) : path;
}
