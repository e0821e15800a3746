import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import { compareVersions } from '../discovery/group-versions.js';

/**
 * What every request to a deprecated version is warned of: the definition's own words, or a sentence that names the best
 * version that is not deprecated. After apiextensions-apiserver's `pkg/apiserver/customresource_handler.go`,
 * defaultDeprecationWarning.
 */
export function deprecationWarningOf(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names, versions } = crd.spec;
  const [best] = versions
    .filter(
      ({ name, served, deprecated }) =>
        served && deprecated !== true && compareVersions(name, version.name) < 0,
    )
    .map(({ name }) => name)
    .sort(compareVersions);
  const nameOf = (one: string): string => `${group}/${one} ${names.kind}`;
  return `${nameOf(version.name)} is deprecated${best === undefined ? '' : `; use ${nameOf(best)}`}`;
}
