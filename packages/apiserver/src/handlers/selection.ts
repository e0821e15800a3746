import type { FieldSelectorMatcher } from '@kubewright/api';
import { badRequestError } from '../errors/status-error.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { StoredEntry } from '../storage/storage.js';
import type { ListOptions } from './list-options.js';

/** Tells whether an entry is selected; undefined selects everything. Throws StatusError 400 for fields the kind does not select by. */
export function selection(
  resource: ServedResource,
  { labelSelector, fieldSelector }: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>,
): ((entry: StoredEntry) => boolean) | undefined {
  if (fieldSelector !== undefined) checkFields(resource, fieldSelector);
  if (labelSelector === undefined && fieldSelector === undefined) return undefined;
  return (entry) =>
    (labelSelector === undefined || labelSelector.matches(entry.labels)) &&
    (fieldSelector === undefined || fieldSelector.matches((field) => fieldOf(resource, entry, field)));
}

function checkFields(resource: ServedResource, selector: FieldSelectorMatcher): void {
  const own = resource.behaviour.selectableFields;
  for (const { field } of selector.requirements) {
    if (field === 'metadata.name' || (field === 'metadata.namespace' && hasNamespaceField(resource)))
      continue;
    if (own !== undefined && Object.hasOwn(own, field)) continue;
    throw badRequestError(unknownFieldText(resource, field));
  }
}

/** Cluster-scoped kinds without fields of their own have the field too, and it is empty. */
const hasNamespaceField = ({ namespaced, custom, behaviour }: ServedResource): boolean =>
  namespaced || (!custom && behaviour.selectableFields === undefined);

function unknownFieldText({ behaviour, custom, kind, group }: ServedResource, field: string): string {
  if (behaviour.selectableFields === undefined && !custom)
    return `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  // pkg/apis/resource/v1/conversion.go and pkg/apis/batch/v1/conversion.go word it for themselves.
  if (kind === 'ResourceSlice') return `field label not supported for ${group}/v1, Kind=${kind}: ${field}`;
  return group === 'batch' && kind === 'Job'
    ? `field label ${JSON.stringify(field)} not supported for Job`
    : `field label not supported: ${field}`;
}

function fieldOf(resource: ServedResource, { key, fields }: StoredEntry, field: string): string {
  if (field !== 'metadata.name' && field !== 'metadata.namespace') return fields?.[field] ?? '';
  const slash = key.lastIndexOf('/');
  if (field === 'metadata.name') return key.slice(slash + 1);
  return resource.namespaced ? key.slice(resource.storagePrefix.length, slash) : '';
}
