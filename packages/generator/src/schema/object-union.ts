import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import type { SchemaType, UnionType } from '../model/schema-type.js';
import { commonSchema, NoCommonSchema } from './common-schema.js';
import { Discriminator } from './discriminator.js';
import { rulesOf } from './keywords.js';
import type { SchemaBuilder } from './schema-builder.js';
import { branchesOf } from './union-branches.js';
import { unionRules } from './union-rules.js';

/** One member of a union of object types. */
export interface UnionMember {
  readonly name: string;
  readonly schema: JSONSchemaProps;
  readonly properties: Readonly<Record<string, JSONSchemaProps>>;
  readonly required: ReadonlySet<string>;
}

/**
 * One object with the fields of all members, as structural schemas demand, and what tells the members apart: with a
 * discriminator rules, whose messages name field and value; else branches of required and forbidden fields.
 */
export function objectUnionSchema(
  { members: types, discriminator: field, position }: UnionType,
  builder: SchemaBuilder,
): JSONSchemaProps {
  const members = types.map((type, index) => memberOf(type, index, builder));
  const refuse = (reason: string, hint: string): JSONSchemaProps => {
    builder.diagnostics.error(
      'UnsupportedType',
      position ?? builder.position,
      `the union of ${members.map(({ name }) => name).join(' and ')} cannot be said in a schema: ${reason}`,
      hint,
    );
    return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  };
  const map = members.find(({ schema }) => schema.additionalProperties !== undefined);
  if (map !== undefined) return refuse(`${map.name} has fields of any name`, 'give it a field of its own');

  const properties: Record<string, JSONSchemaProps> = {};
  const different = new Map<string, JSONSchemaProps>();
  for (const name of new Set(members.flatMap((member) => Object.keys(member.properties)))) {
    const variants = members.flatMap(({ properties: own }) => (Object.hasOwn(own, name) ? [own[name]!] : []));
    try {
      const common = commonSchema(name, variants, builder);
      properties[name] = common.schema;
      if (common.differs) different.set(name, common.schema);
    } catch (error) {
      if (!(error instanceof NoCommonSchema)) throw error;
      return refuse(error.message, 'give the fields different names, or one type');
    }
    const isEverywhere = variants.length === members.length;
    if (!isEverywhere && variants.some((variant) => variant.default !== undefined)) {
      return refuse(
        `${name} has a default, which the server would set for members that do not have the field`,
        'remove the default, or give each member a field of its own',
      );
    }
  }
  const required = [...(members[0]?.required ?? [])].filter((name) =>
    members.every((member) => member.required.has(name)),
  );
  const schema: JSONSchemaProps = {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required: required.sort() } : {}),
  };
  const discriminator = Discriminator.of(members, field);
  const isDifferent = [...different.keys()].some((name) => name !== field);
  const byRules = discriminator === undefined || isDifferent ? undefined : unionRules(members, discriminator);
  if (byRules === undefined) {
    const limits = new Map(different);
    if (discriminator !== undefined) limits.set(discriminator.name, {});
    Object.assign(schema, branchesOf(members, limits));
  }
  const rules = byRules ?? [];
  for (const member of members) {
    const own = rulesOf(member.schema);
    if (own.length === 0) continue;
    if (discriminator === undefined) {
      return refuse(
        `${member.name} has rules (XValidation), and no field tells when they hold`,
        "give each member a field with a literal of its own: type: 'A'",
      );
    }
    const condition = discriminator.condition([member]);
    for (const rule of own) rules.push(conditional(rule, condition, builder));
  }
  for (const rule of rules)
    if (builder.origins.of(rule) === undefined) builder.origins.place(rule, position ?? builder.position);
  if (rules.length > 0) schema['x-kubernetes-validations'] = rules;
  return schema;
}

function memberOf(type: SchemaType, index: number, builder: SchemaBuilder): UnionMember {
  const schema = builder.typeSchema(type);
  return {
    name: type.type === 'reference' ? type.declaration.name : `member ${index + 1}`,
    schema,
    properties: schema.properties ?? {},
    required: new Set(schema.required),
  };
}

/** A rule that holds while the object is of this member. */
function conditional(rule: ValidationRule, condition: string, builder: SchemaBuilder): ValidationRule {
  const made = {
    ...rule,
    rule: `!(${condition}) || (${rule.rule})`,
    ...(rule.message === undefined && rule.messageExpression === undefined
      ? { message: `failed rule: ${rule.rule.trim()}` }
      : {}),
  };
  builder.origins.copy(rule, made);
  return made;
}
