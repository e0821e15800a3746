import { builtinSchema } from '@kubewright/api/schema';
import type { OpenApiSchema } from '@kubewright/api/schema';
import fc from 'fast-check';

/** Values that a schema allows and some that it does not, so that both servers' refusals are compared as well. */
export function randomValue(schemaName: string, depth: number): fc.Arbitrary<unknown> {
  return valueOf(builtinSchema(schemaName), depth);
}

const TEXTS = ['', 'a', 'web', 'b-1', 'Not_A_Name', 'a.b/c', '80', '10%', 'Always', 'IfNotPresent', '1Gi', 'x y'];
const NUMBERS = [0, 1, 2, 3, 30, 80, 8080, -1, 65536];
const JSON_TYPES: readonly unknown[] = [null, 'text', 1, true, [], {}];

/** Once in a while a value of some other type. */
const mostly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...JSON_TYPES) });

function valueOf(schema: OpenApiSchema | undefined, depth: number): fc.Arbitrary<unknown> {
  if (schema === undefined) return fc.constantFrom(...JSON_TYPES);
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) return ofReference(reference.slice(reference.lastIndexOf('/') + 1), depth);
  if (schema.type === 'array') return listOf(schema, depth);
  if (schema.type === 'object' || schema.properties !== undefined) return objectOf(schema, depth);
  if (schema.type === 'boolean') return mostly(fc.boolean());
  if (schema.type === 'integer' || schema.type === 'number') return mostly(fc.constantFrom(...NUMBERS));
  return mostly(fc.constantFrom(...(schema.enum ?? []), ...TEXTS));
}

function ofReference(name: string, depth: number): fc.Arbitrary<unknown> {
  if (name.endsWith('.IntOrString')) return mostly(fc.constantFrom<unknown>(...NUMBERS, '10%', 'http'));
  if (name.endsWith('.Quantity')) return mostly(fc.constantFrom<unknown>('1', '500m', '1Gi', '0', '-1', '0.5'));
  if (name.endsWith('.Time') || name.endsWith('.MicroTime')) return fc.constant('2026-01-01T00:00:00Z');
  return valueOf(builtinSchema(name), depth);
}

function listOf({ items }: OpenApiSchema, depth: number): fc.Arbitrary<unknown> {
  if (depth <= 0) return fc.constant([]);
  return mostly(fc.array(valueOf(items, depth - 1), { maxLength: 2 }));
}

function objectOf(schema: OpenApiSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? valueOf(additionalProperties, depth - 1) : fc.constant('x');
    return mostly(fc.dictionary(fc.constantFrom('a', 'app', 'b/c', 'Bad Key'), values, { maxKeys: 2 }));
  }
  if (depth <= 0) return fc.constant({});
  const names = Object.keys(properties);
  const some = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 });
  const required = schema.required ?? [];
  return some.chain((chosen) =>
    fc.record(
      Object.fromEntries(
        [...new Set([...required, ...chosen])].map((name) => [name, valueOf(properties[name], depth - 1)]),
      ),
    ),
  );
}
