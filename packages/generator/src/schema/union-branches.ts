import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { itemsOf } from './keywords.js';
import type { Keyword } from './keywords.js';
import type { UnionMember } from './object-union.js';

/**
 * Members without a field that tells them apart, as branches: `oneOf` where each has a field that it requires and the
 * others do not have, so that an object can only be one of them; else `anyOf`, as an object may be several at once.
 */
export function branchesOf(
  members: readonly UnionMember[],
  different: ReadonlyMap<string, JSONSchemaProps>,
): Pick<JSONSchemaProps, 'oneOf' | 'anyOf'> {
  const names = new Set(members.flatMap(({ properties }) => Object.keys(properties)));
  const isExclusive = members.every(({ required }, index) =>
    [...required].some((field) =>
      members.every((other, at) => at === index || !Object.hasOwn(other.properties, field)),
    ),
  );
  const branches = members.map((member) => branchOf(member, names, different));
  return isExclusive ? { oneOf: branches } : { anyOf: branches };
}

function branchOf(
  { properties, required }: UnionMember,
  names: ReadonlySet<string>,
  different: ReadonlyMap<string, JSONSchemaProps>,
): JSONSchemaProps {
  const absent = [...names].filter((name) => !Object.hasOwn(properties, name)).sort();
  const limits = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => different.has(name))
      .map(([name, property]): [string, JSONSchemaProps] => [
        name,
        valueLimits(property, different.get(name) ?? {}),
      ])
      .filter(([, property]) => Object.keys(property).length > 0),
  );
  const [only] = absent;
  return {
    ...(Object.keys(limits).length > 0 ? { properties: limits } : {}),
    ...(required.size > 0 ? { required: [...required].sort() } : {}),
    ...(only === undefined
      ? {}
      : {
          not:
            absent.length === 1
              ? { required: [only] }
              : { anyOf: absent.map((name) => ({ required: [name] })) },
        }),
  };
}

/** What may stand in a branch: structure may not. */
export const VALUE_LIMITS: readonly Keyword[] = [
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
];

/** What the schema limits beyond what holds in all members. */
function valueLimits(schema: JSONSchemaProps, common: JSONSchemaProps): JSONSchemaProps {
  const limits: JSONSchemaProps = {};
  for (const keyword of VALUE_LIMITS) {
    if (schema[keyword] === undefined || jsonEquals(schema[keyword], common[keyword] ?? null)) continue;
    Object.assign(limits, { [keyword]: schema[keyword] });
  }
  const items = itemsOf(schema);
  const itemLimits = items === undefined ? {} : valueLimits(items, itemsOf(common) ?? {});
  if (Object.keys(itemLimits).length > 0) limits.items = itemLimits;
  const properties = Object.entries(schema.properties ?? {})
    .map(([name, property]): [string, JSONSchemaProps] => [
      name,
      valueLimits(property, common.properties?.[name] ?? {}),
    ])
    .filter(([, property]) => Object.keys(property).length > 0);
  if (properties.length > 0) limits.properties = Object.fromEntries(properties);
  return limits;
}
