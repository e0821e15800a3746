import type { CustomResourceDefinitionVersion } from '@kubewright/api/apiextensions/v1';
import type { ChangeList } from './change-list.js';

/** Status and scale of one version; `path` is that of the version in the definition. */
export function compareSubresources(
  before: CustomResourceDefinitionVersion,
  after: CustomResourceDefinitionVersion,
  { path, changes }: { readonly path: string; readonly changes: ChangeList },
): void {
  const [from, to] = [before.subresources ?? {}, after.subresources ?? {}];
  const { name } = before;
  const [statusPath, scalePath] = [`${path}.subresources.status`, `${path}.subresources.scale`];
  if (from.status !== undefined && to.status === undefined)
    changes.definitionChanged('StatusSubresourceRemoved', statusPath, 'the status subresource is gone', name);
  if (from.status === undefined && to.status !== undefined)
    changes.definitionChanged('StatusSubresourceAdded', statusPath, 'the status subresource is new', name);
  if (from.scale === undefined && to.scale === undefined) return;
  if (to.scale === undefined)
    changes.definitionChanged('ScaleSubresourceRemoved', scalePath, 'the scale subresource is gone', name);
  else if (from.scale === undefined)
    changes.definitionChanged('ScaleSubresourceAdded', scalePath, 'the scale subresource is new', name);
  else
    for (const field of ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'] as const) {
      const [was, is] = [from.scale[field] ?? 'none', to.scale[field] ?? 'none'];
      if (was !== is)
        changes.definitionChanged(
          'ScaleSubresourceChanged',
          `${scalePath}.${field}`,
          `it was ${was} and is ${is}`,
          name,
        );
    }
}
