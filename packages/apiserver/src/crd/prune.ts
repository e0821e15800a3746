import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { additionalPropertiesOf, isMetaField, itemsOf, ownProperty } from './json-schema.js';

/**
 * Removes, in place, what the schema does not specify, and returns the sorted paths of what was removed. Metadata at the
 * root (`isRoot`) and of embedded resources stays. After apiextensions-apiserver's `pkg/apiserver/schema/pruning`.
 */
export function prune(value: unknown, schema: JSONSchemaProps | undefined, isRoot: boolean): string[] {
  const removed: string[] = [];
  pruneValue(value, schema ?? {}, isRoot || isEmbedded(schema), preserves(schema), { path: [], removed });
  return removed.sort();
}

interface PruneState {
  readonly path: string[];
  readonly removed: string[];
}

const isEmbedded = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.['x-kubernetes-embedded-resource'] === true;
const preserves = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.['x-kubernetes-preserve-unknown-fields'] === true;

function pruneValue(
  value: unknown,
  schema: JSONSchemaProps | undefined,
  embedded: boolean,
  preserve: boolean,
  state: PruneState,
): void {
  const { path, removed } = state;
  if (Array.isArray(value)) {
    const items = schema === undefined ? undefined : itemsOf(schema);
    if (preserve && items === undefined) return;
    value.forEach((item, i) => {
      path.push(`[${i}]`);
      pruneValue(item, items, isEmbedded(items), preserve || preserves(items), state);
      path.pop();
    });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    if (embedded && isMetaField(key)) continue;
    const property = schema === undefined ? undefined : ownProperty(schema, key);
    // `additionalProperties: true` lets any key through, but what stands below it is unspecified, and goes.
    if (property === undefined && schema?.additionalProperties === undefined) {
      if (preserve) continue;
      if (!isMetaField(key) || path.length > 0)
        removed.push(`${path.join('')}${path.length === 0 ? '' : '.'}${key}`);
      delete value[key];
      continue;
    }
    const sub = property ?? additionalPropertiesOf(schema ?? {});
    path.push(path.length === 0 ? key : `.${key}`);
    pruneValue(value[key], sub, isEmbedded(sub), preserves(sub), state);
    path.pop();
  }
}
