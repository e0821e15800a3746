import type { DiscoveredResource } from '../discovery/discovered-resource.js';

/** What a person types for a resource. */
interface ResourceName {
  /** Plural, singular, short name or kind, in lower case. */
  readonly name: string;
  /** Undefined: any. */
  readonly version: string | undefined;
  readonly group: string | undefined;
}

/** The ways to read `deployments`, `deploy.apps` and `deployments.v1.apps`, the likelier first (kubectl's `ParseResourceArg`). */
function readings(text: string): ResourceName[] {
  const [first = '', ...rest] = text.split('.');
  const name = first.toLowerCase();
  if (rest.length === 0) return [{ name, version: undefined, group: undefined }];
  const [version, ...group] = rest;
  const asGroup = { name, version: undefined, group: rest.join('.') };
  return group.length === 0 && !/^v\d/.test(version ?? '')
    ? [asGroup]
    : [{ name, version, group: group.join('.') }, asGroup];
}

/**
 * The resource that is meant: a plural name before a singular, a short name and a kind; the group first that the server
 * tells first, and its preferred version unless one is named.
 */
export function findResource(
  resources: readonly DiscoveredResource[],
  text: string,
): DiscoveredResource | undefined {
  for (const { name, version, group } of readings(text)) {
    const candidates = resources.filter(
      ({ kind, preferred }) =>
        (group === undefined || kind.group === group) &&
        (version === undefined ? preferred : kind.version === version),
    );
    const found =
      candidates.find(({ kind }) => kind.plural === name) ??
      candidates.find(({ singular }) => singular === name) ??
      candidates.find(({ shortNames }) => shortNames.includes(name)) ??
      candidates.find(({ kind }) => kind.kind.toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
