import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundTrip } from './support/round-trip.js';

// Structural schemas as API servers take them, of any keywords. What must hold: the definition that comes back from its
// TypeScript is valid and equivalent. fast-check prints the seed of what fails.

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'a */ b',
    '+optional',
    '@default 1',
    'TODO',
    '---',
    "it's",
    '`"\\',
    ' x ',
    '\n\n',
    'a\n+kubebuilder:x',
  ),
);
const fieldName = fc.oneof(
  fc.constantFrom('name', 'spec', 'items', 'class', '$ref', 'a-b', 'statuses', 'policies', 'toString', '1'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'C', '-', '.', '_'), minLength: 1, maxLength: 5 }),
);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4, nil: undefined });

const described = { description: rarely(text), title: rarely(text), nullable: rarely(fc.constant(true)) };
const strings = fc.record({
  ...described,
  type: fc.constant('string'),
  format: rarely(fc.constantFrom('byte', 'date-time', 'ipv4', 'uuid')),
  minLength: rarely(fc.nat(3)),
  maxLength: rarely(fc.integer({ min: 4, max: 9 })),
  pattern: rarely(fc.constantFrom('^a+$', '^\\d`"$', 'a*/b')),
});
const choices = fc
  .uniqueArray(text, { minLength: 1, maxLength: 4 })
  .map((values) => ({ type: 'string', enum: values }));
const numbers = fc.record({
  ...described,
  type: fc.constantFrom('integer', 'number'),
  minimum: rarely(fc.integer({ min: -9, max: 0 })),
  maximum: rarely(fc.integer({ min: 1, max: 9 })),
  exclusiveMaximum: rarely(fc.constant(true)),
  multipleOf: rarely(fc.constantFrom(1, 2)),
});
const integers = fc.record({
  ...described,
  type: fc.constant('integer'),
  format: fc.constantFrom('int32', 'int64'),
});
const open = fc.record({
  ...described,
  type: rarely(fc.constant('object')),
  'x-kubernetes-preserve-unknown-fields': fc.constant(true),
});
const scalar = fc.oneof(
  strings,
  choices,
  numbers,
  integers,
  open,
  fc.record({ ...described, type: fc.constant('boolean') }),
  fc.constant({
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern: '^1',
  }),
);

const { schema } = fc.letrec<{ schema: JSONSchemaProps }>((tie) => {
  const objects = fc
    .record({
      ...described,
      type: fc.constant('object'),
      properties: fc.dictionary(fieldName, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
      'x-kubernetes-map-type': rarely(fc.constantFrom('atomic', 'granular')),
    })
    .chain((object) =>
      fc.subarray(Object.keys(object.properties)).map((required) => ({ ...object, required })),
    );
  const lists = fc.record({
    ...described,
    type: fc.constant('array'),
    items: tie('schema'),
    minItems: rarely(fc.nat(2)),
    maxItems: rarely(fc.integer({ min: 3, max: 5 })),
    'x-kubernetes-list-type': rarely(fc.constant('atomic')),
  });
  const maps = fc.record({
    ...described,
    type: fc.constant('object'),
    additionalProperties: tie('schema'),
    maxProperties: rarely(fc.nat(5)),
  });
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalar,
      objects,
      lists,
      maps,
    ) as fc.Arbitrary<JSONSchemaProps>,
  };
});

/** Without the keywords that were not drawn. */
function definition(spec: JSONSchemaProps): string {
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  });
}

describe('any definition', () => {
  it('comes back from its TypeScript as it was', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fieldName, schema, { minKeys: 5, maxKeys: 15, noNullPrototype: true }),
        async (properties) => {
          const { findings, differences } = await roundTrip([definition({ type: 'object', properties })]);
          expect({ findings, differences }).toEqual({
            findings: [],
            differences: { 'things.example.com': [] },
          });
        },
      ),
      { numRuns: 5 },
    );
  });
});
