import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { DOCUMENTATION, itemsOf, typeName, withoutDocumentation } from './keywords.js';
import type { Keyword } from './keywords.js';
import type { SchemaBuilder } from './schema-builder.js';
import { VALUE_LIMITS } from './union-branches.js';

/** Why a field that several members of a union have cannot have one schema. The message is for users. */
export class NoCommonSchema extends Error {
  override readonly name = 'NoCommonSchema';
}

/**
 * What holds for a field in all members of a union that have it. `differs`: the members limit its values differently,
 * which branches must say.
 *
 * @throws {@link NoCommonSchema} when the members give it different types or structures
 */
export function commonSchema(
  field: string,
  variants: readonly JSONSchemaProps[],
  builder: SchemaBuilder,
): { schema: JSONSchemaProps; differs: boolean } {
  const [first, ...others] = variants;
  if (first === undefined) throw new NoCommonSchema(`${field} has no schema`);
  const plain = withoutDocumentation(first);
  if (others.every((other) => jsonEquals(withoutDocumentation(other), plain)))
    return { schema: first, differs: false };
  return {
    schema: others.reduce((schema, other) => common(field, schema, other, builder), first),
    differs: true,
  };
}

function common(
  field: string,
  a: JSONSchemaProps,
  b: JSONSchemaProps,
  builder: SchemaBuilder,
): JSONSchemaProps {
  if (typeName(a) !== typeName(b))
    throw new NoCommonSchema(`${field} is ${typeName(a)} in one member and ${typeName(b)} in another`);
  const schema = builder.copy(a);
  for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)]) as Set<Keyword>) {
    if (DOCUMENTATION.includes(keyword) || jsonEquals(a[keyword] ?? null, b[keyword] ?? null)) continue;
    if (keyword === 'properties') {
      schema.properties = commonProperties(field, a, b, builder);
    } else if (keyword === 'items') {
      const [left, right] = [itemsOf(a), itemsOf(b)];
      if (left !== undefined && right !== undefined)
        schema.items = common(`${field}[]`, left, right, builder);
    } else if (keyword === 'enum' && a.enum !== undefined && b.enum !== undefined) {
      schema.enum = [...new Set([...a.enum, ...b.enum])];
    } else if (keyword === 'required') {
      const both = (a.required ?? []).filter((name) => b.required?.includes(name));
      if (both.length > 0) schema.required = both;
      else delete schema.required;
    } else if (VALUE_LIMITS.includes(keyword)) {
      delete schema[keyword];
    } else {
      throw new NoCommonSchema(`${field} differs between members in ${keyword}`);
    }
  }
  return schema;
}

function commonProperties(
  field: string,
  a: JSONSchemaProps,
  b: JSONSchemaProps,
  builder: SchemaBuilder,
): Record<string, JSONSchemaProps> {
  const left = a.properties ?? {};
  const right = b.properties ?? {};
  return Object.fromEntries(
    [...new Set([...Object.keys(left), ...Object.keys(right)])].map((name) => {
      const one = Object.hasOwn(left, name) ? left[name] : undefined;
      const other = Object.hasOwn(right, name) ? right[name] : undefined;
      if (one === undefined || other === undefined)
        throw new NoCommonSchema(`${field} has the field ${name} in one member only`);
      return [name, common(`${field}.${name}`, one, other, builder)];
    }),
  );
}
