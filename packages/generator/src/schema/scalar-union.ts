import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { isIntOrString, withoutDocumentation } from './keywords.js';
import { intOrString } from './known-types.js';

/** A schema, or why there is none. */
export type ScalarUnion =
  { readonly schema: JSONSchemaProps } | { readonly reason: string; readonly hint: string };

/** One schema for values of one of several scalar types: of one JSON type, or whole numbers and texts. */
export function scalarUnionSchema(members: readonly JSONSchemaProps[]): ScalarUnion {
  const plain = members.map(withoutDocumentation);
  const first = plain[0] ?? {};
  if (plain.every((member) => jsonEquals(member, first))) return { schema: { ...first } };
  const types = new Set(
    plain.map((member) => (isIntOrString(member) ? 'int-or-string' : (member.type ?? 'any'))),
  );
  if ([...types].every((type) => type === 'integer' || type === 'number') && types.size === 2)
    return sameType(plain.map((member) => ({ ...member, type: 'number' })));
  if (types.size === 1 && isScalar(first)) return sameType(plain);
  if ([...types].every((type) => ['integer', 'string', 'int-or-string'].includes(type)))
    return textOrNumber(plain);
  return refusal(types);
}

const isScalar = ({ type }: JSONSchemaProps): boolean =>
  type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';

function sameType(members: readonly JSONSchemaProps[]): ScalarUnion {
  const type = members[0]?.type ?? 'string';
  const values = members.flatMap((member) => member.enum ?? []);
  if (members.every((member) => onlyHas(member, ['type', 'enum']) && member.enum !== undefined))
    return { schema: { type, enum: [...new Set(values)] } };
  const limits = members.map(({ type: _type, ...rest }) => rest);
  // A member without limits allows every value of the type.
  if (limits.some((rest) => Object.keys(rest).length === 0)) return { schema: { type } };
  if (members.every(isValueValidation)) return { schema: { type, anyOf: limits } };
  return {
    reason: `its members limit ${type} values in ways that schemas cannot combine`,
    hint: 'write one named type with the markers of both',
  };
}

/** Keywords that may stand in a branch of anyOf. */
const BRANCH_KEYWORDS = [
  'type',
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];

const onlyHas = (schema: JSONSchemaProps, keywords: readonly string[]): boolean =>
  Object.keys(schema).every((keyword) => keywords.includes(keyword));
const isValueValidation = (schema: JSONSchemaProps): boolean => onlyHas(schema, BRANCH_KEYWORDS);

/**
 * Whole numbers and texts. Lists of literals become an enum when both sides are lists, else a rule, because the `anyOf`
 * of an int-or-string must be the one that the server expects.
 */
function textOrNumber(members: readonly JSONSchemaProps[]): ScalarUnion {
  const isPlain = members.every(
    (member) => isIntOrString(member) || onlyHas(member, ['type', 'format', 'enum']),
  );
  if (!isPlain) {
    return {
      reason: 'its members have markers of their own',
      hint: 'put the markers on the field, whose type is then string | int32',
    };
  }
  const schema = intOrString();
  const integers = sideOf(members, 'integer');
  const strings = sideOf(members, 'string');
  if (Array.isArray(integers) && Array.isArray(strings)) {
    schema.enum = [...integers, ...strings] as NonNullable<JSONSchemaProps['enum']>;
  } else if (Array.isArray(strings)) {
    schema['x-kubernetes-validations'] = [literalRule('int', strings)];
  } else if (Array.isArray(integers)) {
    schema['x-kubernetes-validations'] = [literalRule('string', integers)];
  }
  return { schema };
}

/** The literals of one JSON type, or `'all'` when every value of it is allowed. */
function sideOf(members: readonly JSONSchemaProps[], type: 'integer' | 'string'): unknown[] | 'all' {
  if (members.some(isIntOrString)) return 'all';
  const side = members.filter((member) => member.type === type);
  return side.every((member) => member.enum !== undefined)
    ? side.flatMap((member) => member.enum ?? [])
    : 'all';
}

function literalRule(other: 'int' | 'string', literals: readonly unknown[]): ValidationRule {
  const list = literals.map((literal) => JSON.stringify(literal)).join(', ');
  const otherName = other === 'int' ? 'a whole number' : 'a text';
  return {
    rule: `type(self) == ${other} || self in [${list}]`,
    message: `must be ${otherName} or one of ${list}`,
  };
}

function refusal(types: ReadonlySet<string>): ScalarUnion {
  if (types.has('number') && types.has('string') && types.size === 2) {
    return {
      reason: 'the server knows values that are a text or a whole number, not a text or any number',
      hint: 'write string | int32, or a text alone',
    };
  }
  if (types.has('boolean') && !types.has('array') && !types.has('object')) {
    return {
      reason: 'a value may be true or false, or something else, but not both',
      hint: "write the two as texts, 'true' | 'false' | ..., or give each a field of its own",
    };
  }
  return {
    reason: 'a structural schema gives a value one type',
    hint: 'give each a field of its own, or write unknown, of which the server checks nothing',
  };
}
