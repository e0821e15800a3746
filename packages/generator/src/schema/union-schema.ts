import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { SchemaType, UnionType } from '../model/schema-type.js';
import { objectUnionSchema } from './object-union.js';
import { scalarUnionSchema } from './scalar-union.js';
import type { SchemaBuilder } from './schema-builder.js';

/** The schema of `A | B`: of object types one object, of scalars one scalar; other unions are refused with a reason. */
export function unionSchema(union: UnionType, builder: SchemaBuilder): JSONSchemaProps {
  const members = flattened(union.members);
  const targets = members.map(({ target }) => target);
  const place = <T extends JSONSchemaProps>(schema: T): T => {
    builder.origins.place(schema, union.position ?? builder.position);
    return schema;
  };
  const only = members[0];
  if (members.length === 1 && only !== undefined) return builder.typeSchema(only.type);
  const nullable = targets.some(({ type }) => type === 'nullable');
  if (nullable) {
    const rest = members.map(({ type, target }) => (target.type === 'nullable' ? target.of : type));
    const schema = builder.copy(unionSchema({ ...union, members: rest }, builder));
    return { ...schema, nullable: true };
  }
  if (targets.every(({ type }) => type === 'object')) {
    return place(objectUnionSchema({ ...union, members: members.map(({ type }) => type) }, builder));
  }
  const scalar = scalarUnionSchema(members.map(({ type }) => builder.typeSchema(type)));
  if ('schema' in scalar) return place(scalar.schema);
  builder.diagnostics.error(
    'UnsupportedType',
    union.position ?? builder.position,
    `the union of ${members.map(({ type }) => described(type, builder)).join(' and ')} cannot be said in a schema: ${scalar.reason}`,
    scalar.hint,
  );
  return place({ 'x-kubernetes-preserve-unknown-fields': true });
}

interface Member {
  /** As it stands in the union. */
  readonly type: SchemaType;
  /** What references lead to. */
  readonly target: SchemaType;
}

/** The members of unions within the union are members of it. */
function flattened(members: readonly SchemaType[]): Member[] {
  return members.flatMap((type) => {
    const target = targetOf(type);
    return target.type === 'union' ? flattened(target.members) : [{ type, target }];
  });
}

function targetOf(type: SchemaType): SchemaType {
  const seen = new Set<SchemaType>();
  let target = type;
  while (target.type === 'reference' && !seen.has(target)) {
    seen.add(target);
    target = target.declaration.declared;
  }
  return target;
}

function described(type: SchemaType, builder: SchemaBuilder): string {
  if (type.type === 'reference') return type.declaration.name;
  const { type: json } = builder.typeSchema(type);
  return json ?? 'anything';
}
