import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/**
 * Ways to meet a schema without allOf, anyOf and oneOf: what they demand stands beside what the schema says itself, one
 * way for each choice, in their order, and no more than a few. `not` stays, as something to be checked.
 */
export function flattenBranches(schema: JSONSchemaProps): JSONSchemaProps[] {
  const { allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  let ways: JSONSchemaProps[] = [own];
  for (const branch of allOf) ways = combine(ways, flattenBranches(branch));
  for (const branches of [oneOf, anyOf])
    if (branches.length > 0) ways = combine(ways, branches.flatMap(flattenBranches));
  return ways.slice(0, MOST_WAYS);
}

const MOST_WAYS = 12;

function combine(ways: readonly JSONSchemaProps[], branches: readonly JSONSchemaProps[]): JSONSchemaProps[] {
  return ways.flatMap((way) => branches.map((branch) => merge(way, branch))).slice(0, MOST_WAYS);
}

/** Both at once, as far as they can be told together; what cannot is checked later. */
function merge(a: JSONSchemaProps, b: JSONSchemaProps): JSONSchemaProps {
  const properties: Record<string, JSONSchemaProps> = { ...a.properties };
  for (const [name, schema] of Object.entries(b.properties ?? {}))
    properties[name] = properties[name] === undefined ? schema : merge(properties[name], schema);
  const merged: JSONSchemaProps = { ...a, ...b };
  if (Object.keys(properties).length > 0) merged.properties = properties;
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  if (required.length > 0) merged.required = required;
  if (itemsOf(a) !== undefined && itemsOf(b) !== undefined)
    merged.items = merge(itemsOf(a) ?? {}, itemsOf(b) ?? {});
  if (a.enum !== undefined && b.enum !== undefined)
    merged.enum = a.enum.filter((value) =>
      b.enum?.some((other) => JSON.stringify(other) === JSON.stringify(value)),
    );
  for (const name of ['minimum', 'minLength', 'minItems', 'minProperties'] as const)
    if (a[name] !== undefined && b[name] !== undefined) merged[name] = Math.max(a[name], b[name]);
  for (const name of ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const)
    if (a[name] !== undefined && b[name] !== undefined) merged[name] = Math.min(a[name], b[name]);
  return merged;
}

const itemsOf = ({ items }: JSONSchemaProps): JSONSchemaProps | undefined =>
  Array.isArray(items) ? undefined : items;
