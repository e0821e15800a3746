import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { truncateDescription } from './descriptions.js';
import { itemsOf, valuesOf } from './keywords.js';
import type { Origins } from './origins.js';

export interface FinishOptions {
  readonly origins: Origins;
  /** Longest description in bytes; 0: none. Default: as long as they are. */
  readonly maxDescLen?: number;
}

/** A schema of its own, which shares nothing with those of declarations, with names sorted and descriptions cut. */
export function finishSchema(schema: JSONSchemaProps, options: FinishOptions): JSONSchemaProps {
  const { origins, maxDescLen } = options;
  const finish = (one: JSONSchemaProps): JSONSchemaProps => finishSchema(one, options);
  const finished: JSONSchemaProps = { ...schema };
  origins.copy(schema, finished);
  if (finished.description !== undefined && maxDescLen !== undefined) {
    finished.description = truncateDescription(finished.description, maxDescLen);
    if (finished.description === '') delete finished.description;
  }
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  if (items !== undefined) finished.items = finish(items);
  if (values !== undefined) finished.additionalProperties = finish(values);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    if (schema[keyword] !== undefined) finished[keyword] = schema[keyword].map(finish);
  if (schema.not !== undefined) finished.not = finish(schema.not);
  if (schema.properties !== undefined) {
    finished.properties = Object.fromEntries(
      Object.entries(schema.properties)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([name, property]) => [name, finish(property)]),
    );
  }
  return finished;
}
