import type { ServedResource } from './served-resource.js';

/** What the server serves right now: the built-in resources, and the custom ones that come and go. */
export class ResourceTable {
  private readonly byPath = new Map<string, ServedResource>();
  private readonly storageVersions = new Map<string, ServedResource>();
  private list: readonly ServedResource[] | undefined;
  private equivalents = new WeakMap<ServedResource, readonly ServedResource[]>();
  private readonly customOf = new Map<string, readonly ServedResource[]>();

  constructor(builtin: readonly ServedResource[]) {
    for (const resource of builtin) this.add(resource);
  }

  /** All resources, built-in ones first: the same array as long as nothing changes. */
  all(): readonly ServedResource[] {
    return (this.list ??= [...this.byPath.values()]);
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.byPath.get(pathOf(group, version, plural));
  }

  /** The resource in whose version the objects of this one are stored. */
  storageOf(resource: ServedResource): ServedResource {
    return this.storageVersions.get(resource.storagePrefix) ?? resource;
  }

  /**
   * The resource in whose version the registry works: rules of built-in kinds are written for their stored version,
   * those of custom resources for each version.
   */
  workingOf(resource: ServedResource): ServedResource {
    return resource.custom ? resource : this.storageOf(resource);
  }

  /** The other versions in which the same objects are served, with the same subresource. */
  equivalentsOf(resource: ServedResource, subresource: string): readonly ServedResource[] {
    let others = this.equivalents.get(resource);
    if (others === undefined) {
      others = this.all().filter(
        (other) => other !== resource && other.storagePrefix === resource.storagePrefix,
      );
      this.equivalents.set(resource, others);
    }
    if (subresource === '') return others;
    return others.filter(({ subresources }) => subresources.some(({ name }) => name === subresource));
  }

  /** Any served version of `plural` in `group`, stored version first. */
  findAnyVersion(group: string, plural: string): ServedResource | undefined {
    let found: ServedResource | undefined;
    for (const resource of this.byPath.values()) {
      if (resource.group === group && resource.plural === plural) {
        found ??= resource;
        if (resource.version === resource.storageVersion) return resource;
      }
    }
    return found;
  }

  /**
   * Replaces the resources of one CustomResourceDefinition; an empty list removes them. Those that are not `served` are
   * kept for conversion only.
   */
  setCustom(
    definition: string,
    resources: readonly ServedResource[],
    served: (resource: ServedResource) => boolean = () => true,
  ): void {
    this.list = undefined;
    this.equivalents = new WeakMap();
    for (const old of this.customOf.get(definition) ?? []) {
      this.byPath.delete(pathOf(old.group, old.version, old.plural));
      this.storageVersions.delete(old.storagePrefix);
    }
    this.customOf.delete(definition);
    if (resources.length === 0) return;
    this.customOf.set(definition, resources);
    for (const resource of resources) this.add(resource, served(resource));
  }

  private add(resource: ServedResource, served = true): void {
    if (served) this.byPath.set(pathOf(resource.group, resource.version, resource.plural), resource);
    const isStorage = resource.version === resource.storageVersion;
    if (isStorage && !this.storageVersions.has(resource.storagePrefix)) {
      this.storageVersions.set(resource.storagePrefix, resource);
    }
  }
}

const pathOf = (group: string, version: string, plural: string): string => `${group}/${version}/${plural}`;
