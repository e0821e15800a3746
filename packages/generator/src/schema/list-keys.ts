import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { itemsOf } from './keywords.js';

/**
 * The server wants keys of associative lists to be required or to have a default. Some of Kubernetes' own types leave a
 * key out when it is empty, which is the default then.
 */
export function withDefaultKeys(schema: JSONSchemaProps): JSONSchemaProps {
  const items = itemsOf(schema);
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (items?.properties === undefined) return schema;
  const properties = { ...items.properties };
  for (const key of keys) {
    const property = properties[key];
    if (property === undefined || property.default !== undefined || items.required?.includes(key)) continue;
    const empty = property.type === 'string' ? '' : property.type === 'boolean' ? false : 0;
    properties[key] = { ...property, default: empty as unknown as NonNullable<JSONSchemaProps['default']> };
  }
  return { ...schema, items: { ...items, properties } };
}
