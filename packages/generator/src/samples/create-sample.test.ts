import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { createSample } from './create-sample.js';

function definition(spec: JSONSchemaProps, root: JSONSchemaProps = {}): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec }, ...root } };
  return {
    spec: {
      group: 'app.example.com',
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
const object = (
  properties: Record<string, JSONSchemaProps>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...more,
});
const specOf = (schema: JSONSchemaProps): unknown => createSample(definition(schema), 'v1').object['spec'];
/** Of a required field. */
const valueOf = (schema: JSONSchemaProps, name = 'field'): unknown =>
  (specOf(object({ [name]: schema }, { required: [name] })) as Record<string, unknown>)[name];

describe('createSample', () => {
  it('has required fields and those with an example or a default, and no status', () => {
    const fields = {
      needed: { type: 'string' },
      shown: { type: 'string', example: 'an example', default: 'a default' },
      usual: { type: 'integer', default: 3 },
      other: { type: 'string' },
    };
    const sample = createSample(definition(object(fields, { required: ['needed'] })), 'v1');
    expect(sample.object).toEqual({
      apiVersion: 'app.example.com/v1',
      kind: 'Thing',
      metadata: { name: 'thing-sample' },
      spec: { needed: 'needed', shown: 'an example', usual: 3 },
    });
    expect(sample).toMatchObject({ fileName: 'app_v1_thing.yaml', problems: [] });
  });

  it('shows the simple fields of a spec that would stay empty', () => {
    const fields = { size: { type: 'integer' }, image: { type: 'string' }, parts: object({}) };
    expect(specOf(object(fields))).toEqual({ size: 1, image: 'image' });
  });

  const values: Array<[what: string, schema: JSONSchemaProps, value: unknown]> = [
    ['a text: the name of the field', { type: 'string' }, 'field'],
    ['an enum', { type: 'string', enum: ['B', 'A'] }, 'B'],
    ['a short text', { type: 'string', maxLength: 3 }, 'fie'],
    ['a long text', { type: 'string', minLength: 12 }, 'fieldfieldfi'],
    ['a date', { type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z'],
    ['a minimum', { type: 'integer', minimum: 8 }, 8],
    ['an excluded minimum', { type: 'integer', minimum: 8, exclusiveMinimum: true }, 9],
    ['a maximum', { type: 'integer', maximum: -5 }, -5],
    ['an excluded maximum', { type: 'integer', maximum: 0, exclusiveMaximum: true }, -1],
    ['a multiple', { type: 'integer', multipleOf: 5, minimum: 12 }, 15],
    ['a fraction', { type: 'number', minimum: 0.1, maximum: 0.2 }, 0.15000000000000002],
    ['a boolean', { type: 'boolean' }, true],
    ['an int-or-string', { 'x-kubernetes-int-or-string': true }, 1],
    ['null among others', { type: 'string', nullable: true, enum: ['a'] }, 'a'],
    ['a list', { type: 'array', items: { type: 'string' } }, ['field']],
    [
      'a long list',
      { type: 'array', items: { type: 'string' }, minItems: 2, 'x-kubernetes-list-type': 'set' },
      ['field', 'field-2'],
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, {}],
    [
      'a map that has keys',
      { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 },
      { key: 1, 'key-2': 2 },
    ],
    [
      'an object that has fields',
      object({ a: { type: 'string' }, b: { type: 'string' } }, { minProperties: 1 }),
      { a: 'a' },
    ],
    ['anything', { 'x-kubernetes-preserve-unknown-fields': true }, {}],
    [
      'oneOf',
      object(
        { a: { type: 'string' }, b: { type: 'string' } },
        { oneOf: [{ required: ['b'] }, { required: ['a'] }] },
      ),
      { b: 'b' },
    ],
    [
      'anyOf of an int-or-string',
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        pattern: '^[0-9]+m$',
      },
      1,
    ],
    ['allOf', { type: 'integer', allOf: [{ minimum: 3 }, { minimum: 5, maximum: 6 }] }, 5],
  ];
  it.each(values)('makes a value for %s', (_, schema, value) => {
    expect(valueOf(schema)).toEqual(value);
  });

  const patterns: Array<[pattern: string, text: string, more?: JSONSchemaProps]> = [
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 'field'],
    ['^\\d{3}-\\d{4}$', '123-4567'],
    ['^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$', 'v1'],
    ['^(GET|POST)$', 'GET'],
    ['^[A-Z]{2,4}$', 'FIEL'],
    ['^\\+?[0-9a-f]{8}$', '+f1234567'],
    ['^s3://[^/]+/.+$', 's3://fieldf/ieldfi'],
    ['^(?:[01]\\d|2[0-3]):[0-5]\\d$', '12:34'],
    ['^[[:upper:]][[:lower:]]+$', 'Fieldfi'],
    ['^\\p{Lu}\\.$', 'F.'],
    ['(?i)^abc$', 'abc'],
    ['^[a-z]+$', 'fieldfieldf', { minLength: 10 }],
  ];
  it.each(patterns)('writes a text that matches %s', (pattern, text, more) => {
    expect(valueOf({ type: 'string', pattern, ...more })).toBe(text);
  });

  const rules: Array<[what: string, schema: JSONSchemaProps, rule: string]> = [
    ['a number', object({ a: { type: 'integer' } }, { required: ['a'] }), 'self.a >= 100 && self.a < 200'],
    ['a text', object({ a: { type: 'string' } }, { required: ['a'] }), "self.a.startsWith('x-')"],
    [
      'exactly one field',
      object({ a: { type: 'string' }, b: { type: 'string' } }),
      '[has(self.a), has(self.b)].exists_one(x, x)',
    ],
    [
      'two numbers',
      object({ min: { type: 'integer', default: 5 }, max: { type: 'integer', default: 3 } }),
      'self.min <= self.max',
    ],
    [
      'a list',
      object({ l: { type: 'array', maxItems: 9, items: { type: 'integer' } } }, { required: ['l'] }),
      'self.l.size() >= 2',
    ],
  ];
  it.each(rules)('finds values that meet a rule in CEL about %s', (_, schema, rule) => {
    const { problems } = createSample(
      definition({ ...schema, 'x-kubernetes-validations': [{ rule }] }),
      'v1',
    );
    expect(problems).toEqual([]);
  });

  it('says what it found no value for, and goes on', () => {
    const rule = {
      rule: "self.a.matches('^(a|b){4}$') && self.a.lastIndexOf('b') == 2",
      message: 'a must be odd',
    };
    const schema = object({ a: { type: 'string' } }, { required: ['a'], 'x-kubernetes-validations': [rule] });
    const { problems, content } = createSample(definition(schema), 'v1');
    expect(problems).toHaveLength(1);
    expect(content).toMatch(/^# TODO: spec: Invalid value: .*a must be odd\napiVersion: /);
  });

  it('refuses a version that is not there, and names those that are', () => {
    expect(() => createSample(definition({}), 'v2')).toThrow(
      'things.app.example.com has no version v2, only v1',
    );
  });
});
