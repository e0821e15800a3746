import type { ValidationRule } from '@kubewright/api/apiextensions/v1';
import type { Discriminator } from './discriminator.js';
import type { UnionMember } from './object-union.js';
import { hasField } from './one-of.js';

/**
 * Rules in CEL that require and forbid the fields of members by the value of the discriminator, one for each field, as
 * the unions of Kubernetes' own API are checked.
 */
export function unionRules(members: readonly UnionMember[], discriminator: Discriminator): ValidationRule[] {
  const names = new Set(members.flatMap(({ properties }) => Object.keys(properties)));
  names.delete(discriminator.name);
  return [...names].flatMap((field) => {
    const rule = fieldRule(field, members, discriminator);
    return rule === undefined ? [] : [rule];
  });
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
