import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { TupleType } from '../model/schema-type.js';
import { withoutDocumentation } from './keywords.js';
import type { SchemaBuilder } from './schema-builder.js';

/** A list of a fixed length; its items must all be of one type, because a structural schema has one for all of them. */
export function tupleSchema(
  { items, minItems, maxItems }: TupleType,
  builder: SchemaBuilder,
): JSONSchemaProps {
  const schemas = items.map((item) => builder.typeSchema(item));
  const first = schemas[0] ?? { 'x-kubernetes-preserve-unknown-fields': true };
  const plain = withoutDocumentation(first);
  const different = schemas.findIndex((schema) => !jsonEquals(withoutDocumentation(schema), plain));
  if (different > 0) {
    builder.diagnostics.error(
      'UnsupportedType',
      builder.position,
      `the items of a tuple must all be of one type, but item ${different} is of another than item 0`,
      'write an object with a field for each item',
    );
  }
  return {
    type: 'array',
    items: first,
    ...(minItems > 0 ? { minItems } : {}),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
}
