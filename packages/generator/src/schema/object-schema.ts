import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import type { ObjectType } from '../model/schema-type.js';
import { hasField } from './one-of.js';
import { isRequired, oneOfFields } from './requirement.js';
import type { SchemaBuilder, Surroundings } from './schema-builder.js';

/** The schema of an object with known fields; those that Go inlines are left to the builder. */
export function objectSchema(
  { fields }: ObjectType,
  { declaration, markers }: Surroundings,
  builder: SchemaBuilder,
): JSONSchemaProps {
  // A map, because a field may be called __proto__.
  const properties = new Map<string, JSONSchemaProps>();
  const required: string[] = [];
  const rules: ValidationRule[] = [];
  const requirement = {
    optionalByDefault: builder.isOptionalByDefault(declaration),
    oneOfFields: oneOfFields(markers),
    diagnostics: builder.diagnostics,
  };
  for (const field of fields) {
    const isInline = field.inline === true;
    const mustBeThere = isRequired(field, requirement);
    if (isInline) continue;
    if (mustBeThere) required.push(field.name);
    properties.set(field.name, builder.fieldSchema(field));
    const immutable = field.markers.find(({ name }) => name === 'k8s:immutable');
    if (immutable === undefined || mustBeThere) continue;
    // The field's own rule is not evaluated when the field goes away.
    const rule: ValidationRule = {
      rule: `!${hasField(field.name, 'oldSelf')} || ${hasField(field.name)}`,
      message: `field ${field.name} is immutable once set`,
    };
    builder.origins.place(rule, immutable.position ?? field.position);
    rules.push(rule);
  }
  return {
    type: 'object',
    ...(properties.size > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required: required.sort() } : {}),
    ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
  };
}
