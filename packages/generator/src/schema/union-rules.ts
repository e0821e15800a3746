import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { escapeProperty } from '@kubewright/cel/kubernetes';
import type { Discriminator } from './discriminator.js';
import { itemsOf, valuesOf } from './keywords.js';
import type { UnionMember } from './object-union.js';
import { hasField } from './one-of.js';

/**
 * Rules in CEL that require and forbid the fields of members by the value of the discriminator, one for each field, as
 * the unions of Kubernetes' own API are checked. Undefined when expressions cannot see such a field.
 */
export function unionRules(
  members: readonly UnionMember[],
  discriminator: Discriminator,
): ValidationRule[] | undefined {
  const fields = new Map(members.flatMap(({ properties }) => Object.entries(properties)));
  fields.delete(discriminator.name);
  const rules: ValidationRule[] = [];
  for (const [field, schema] of fields) {
    const rule = fieldRule(field, members, discriminator);
    if (rule === undefined) continue;
    // To expressions a field that is null is not there.
    if (escapeProperty(field) === undefined || schema.nullable === true || isHidden(schema)) return undefined;
    rules.push(rule);
  }
  return rules;
}

/** Fields of which the schema says nothing are none to expressions (`ValidationRule.rule`, "unknown type"). */
function isHidden(schema: JSONSchemaProps): boolean {
  if (schema.type === undefined) return schema['x-kubernetes-preserve-unknown-fields'] === true;
  const within = itemsOf(schema) ?? valuesOf(schema);
  return within !== undefined && isHidden(within);
}

function fieldRule(
  field: string,
  members: readonly UnionMember[],
  discriminator: Discriminator,
): ValidationRule | undefined {
  const having = members.filter(({ properties }) => Object.hasOwn(properties, field));
  const requiring = having.filter(({ required }) => required.has(field));
  const optional = having.filter(({ required }) => !required.has(field));
  const has = hasField(field);
  const mustHave = discriminator.condition(requiring);
  const mayHave = discriminator.condition(optional);
  if (requiring.length === 0) {
    if (optional.length === members.length) return undefined;
    return {
      rule: `${mayHave} || !${has}`,
      message: `${field} is only allowed when ${discriminator.text(optional)}`,
    };
  }
  const required = `${field} is required when ${discriminator.text(requiring)}`;
  if (having.length === members.length)
    return optional.length === 0 ? undefined : { rule: `!(${mustHave}) || ${has}`, message: required };
  if (optional.length === 0)
    return { rule: `(${mustHave}) == ${has}`, message: `${required}, and not allowed otherwise` };
  return {
    rule: `(${mustHave}) ? ${has} : (${mayHave} || !${has})`,
    message: `${required}, and else only allowed when ${discriminator.text(optional)}`,
  };
}
