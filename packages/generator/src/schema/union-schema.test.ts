import { validateCustomResourceDefinition, validateSchemaValue } from '@kubewright/apiserver/crd';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { SchemaType } from '../model/schema-type.js';
import { SchemaBuilder } from './schema-builder.js';
import {
  array,
  boolean,
  declaration,
  field,
  int32,
  literals,
  map,
  marker,
  nullable,
  number,
  object,
  reference,
  string,
  union,
  validation,
} from './test-support/models.js';

function build(type: SchemaType): { schema: JSONSchemaProps; problems: string[] } {
  const diagnostics = new Diagnostics();
  const schema = new SchemaBuilder({ diagnostics }).typeSchema(type);
  return { schema, problems: diagnostics.all().map((one) => formatDiagnostic(one, '/project')) };
}

/** A schema that a server accepts. */
function accepted(type: SchemaType): JSONSchemaProps {
  const { schema, problems } = build(type);
  expect(problems).toEqual([]);
  const spec = { type: 'object', properties: { spec: schema } };
  expect(
    validateCustomResourceDefinition({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'as.b.c' },
      spec: {
        group: 'b.c',
        scope: 'Namespaced',
        names: { kind: 'A', plural: 'as' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: spec } }],
      },
    }),
  ).toEqual([]);
  return schema;
}

const rollingUpdate = declaration(
  'RollingUpdate',
  object(field('type', literals('RollingUpdate')), field('maxSurge?', int32), field('paused', boolean)),
);
const recreate = declaration('Recreate', object(field('type', literals('Recreate')), field('grace', int32)));

describe('with a discriminator', () => {
  it('one object has the fields of all members, and a rule for each that not all have', () => {
    expect(accepted(union([reference(rollingUpdate), reference(recreate)], 'type'))).toEqual({
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['RollingUpdate', 'Recreate'] },
        maxSurge: { type: 'integer', format: 'int32' },
        paused: { type: 'boolean' },
        grace: { type: 'integer', format: 'int32' },
      },
      required: ['type'],
      'x-kubernetes-validations': [
        {
          rule: "self.type == 'RollingUpdate' || !has(self.maxSurge)",
          message: 'maxSurge is only allowed when type is RollingUpdate',
        },
        {
          rule: "(self.type == 'RollingUpdate') == has(self.paused)",
          message: 'paused is required when type is RollingUpdate, and not allowed otherwise',
        },
        {
          rule: "(self.type == 'Recreate') == has(self.grace)",
          message: 'grace is required when type is Recreate, and not allowed otherwise',
        },
      ],
    });
  });

  it('fields of several members are required by those that require them', () => {
    const schema = accepted(
      union(
        [
          object(field('on', literals(true)), field('a', string), field('b', string), field('c?', string)),
          object(field('on', literals(false)), field('a?', string), field('b?', string)),
        ],
        'on',
      ),
    );
    expect(schema['x-kubernetes-validations']).toEqual([
      { rule: '!(self.on == true) || has(self.a)', message: 'a is required when on is true' },
      { rule: '!(self.on == true) || has(self.b)', message: 'b is required when on is true' },
      { rule: 'self.on == true || !has(self.c)', message: 'c is only allowed when on is true' },
    ]);
  });

  it('one member may leave the discriminator out', () => {
    const schema = accepted(
      union(
        [object(field('kind?', literals('a')), field('x', string)), object(field('kind', literals('b')))],
        'kind',
      ),
    );
    expect(schema['x-kubernetes-validations']).toEqual([
      {
        rule: "(!has(self.kind) || self.kind == 'a') == has(self.x)",
        message: 'x is required when kind is a, and not allowed otherwise',
      },
    ]);
  });

  it('the rules of a member hold while the object is of it', () => {
    const sized = declaration('Sized', object(field('type', literals('sized')), field('size', int32)), {
      markers: [validation('XValidation', { rule: 'self.size > 1', message: 'must be large' })],
    });
    const free = object(field('type', literals('free')));
    expect(accepted(union([reference(sized), free], 'type'))['x-kubernetes-validations']).toContainEqual({
      rule: "!(self.type == 'sized') || (self.size > 1)",
      message: 'must be large',
    });
  });

  it.each<[string, SchemaType]>([
    ['of any type', { type: 'any' }],
    ['that are maps of any type', map({ type: 'any' })],
    ['that may be null', nullable(map(string))],
  ])('fields %s, which expressions cannot see, are told apart by branches', (_name, hidden) => {
    const schema = accepted(
      union(
        [object(field('type', literals('a')), field('x', hidden)), object(field('type', literals('b')))],
        'type',
      ),
    );
    expect(schema).not.toHaveProperty('x-kubernetes-validations');
    expect(validateSchemaValue(schema, { type: 'a', x: {} })).toEqual([]);
    expect(validateSchemaValue(schema, { type: 'b' })).toEqual([]);
    expect(validateSchemaValue(schema, { type: 'a' })).not.toEqual([]);
    expect(validateSchemaValue(schema, { type: 'b', x: {} })).not.toEqual([]);
  });

  it('limits that differ between members are branches', () => {
    const schema = accepted(
      union(
        [
          object(field('type', literals('a')), field('size', int32, { markers: [validation('Minimum', 1)] })),
          object(field('type', literals('b')), field('size', int32, { markers: [validation('Minimum', 9)] })),
        ],
        'type',
      ),
    );
    expect(schema.properties?.['size']).toEqual({ type: 'integer', format: 'int32' });
    expect(validateSchemaValue(schema, { type: 'a', size: 1 })).toEqual([]);
    expect(validateSchemaValue(schema, { type: 'b', size: 9 })).toEqual([]);
    expect(validateSchemaValue(schema, { type: 'b', size: 1 })).not.toEqual([]);
  });
});

describe('without a discriminator', () => {
  it('members with fields of their own are branches of which one must fit', () => {
    expect(accepted(union([object(field('a', string)), object(field('b', string))]))).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [
        { required: ['a'], not: { required: ['b'] } },
        { required: ['b'], not: { required: ['a'] } },
      ],
    });
  });

  it.each<[string, SchemaType[], unknown[], unknown[]]>([
    [
      'of own fields',
      [object(field('a', string), field('x?', string)), object(field('b', string))],
      [{ a: '' }, { a: '', x: '' }, { b: '' }],
      [{}, { x: '' }, { a: '', b: '' }, { b: '', x: '' }],
    ],
    [
      'of which one is more',
      [object(field('a', string)), object(field('a', string), field('b', string))],
      [{ a: '' }, { a: '', b: '' }],
      [{}, { b: '' }],
    ],
    [
      'that overlap',
      [object(field('a', string), field('b?', string)), object(field('a', string), field('c?', string))],
      [{ a: '' }, { a: '', b: '' }, { a: '', c: '' }],
      [{}, { a: '', b: '', c: '' }],
    ],
    [
      'with literals that overlap',
      [
        object(field('t', literals('x', 'y')), field('a', string)),
        object(field('t', literals('y', 'z')), field('b', string)),
      ],
      [
        { t: 'x', a: '' },
        { t: 'y', a: '' },
        { t: 'y', b: '' },
      ],
      [
        { t: 'z', a: '' },
        { t: 'x', b: '' },
        { t: 'y', a: '', b: '' },
      ],
    ],
  ])('members %s', (_name, members, good, bad) => {
    const schema = accepted(union(members));
    for (const value of good) expect(validateSchemaValue(schema, value)).toEqual([]);
    for (const value of bad) expect(validateSchemaValue(schema, value)).not.toEqual([]);
  });

  it('a union of unions is one union', () => {
    const inner = declaration('Inner', union([object(field('a', string)), object(field('b', string))]));
    expect(accepted(union([reference(inner), object(field('c', string))])).oneOf).toHaveLength(3);
  });

  it('null may be among the members', () => {
    expect(accepted(union([nullable(object(field('a', string))), object(field('b', string))]))).toMatchObject(
      {
        nullable: true,
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    );
  });
});

describe('of scalars', () => {
  it.each<[string, SchemaType[], JSONSchemaProps]>([
    ['one type twice', [string, string], { type: 'string' }],
    ['literals of one type', [literals('a'), literals('b')], { type: 'string', enum: ['a', 'b'] }],
    ['whole and other numbers', [int32, number], { type: 'number' }],
  ])('%s', (_name, members, expected) => {
    expect(accepted(union(members))).toEqual(expected);
  });

  it('literals of two types are an enum of both', () => {
    const schema = accepted(union([literals('auto'), literals(1, 2)]));
    for (const value of ['auto', 1, 2]) expect(validateSchemaValue(schema, value)).toEqual([]);
    for (const value of ['off', 3, true]) expect(validateSchemaValue(schema, value)).not.toEqual([]);
  });
});

describe('what no schema can say is refused with a reason', () => {
  const problem = (type: SchemaType): string =>
    build(object(field('x', type, { line: 3 }))).problems.join('\n');

  it.each<[string, SchemaType, string]>([
    [
      'texts and numbers',
      union([string, number]),
      'the union of string and number cannot be said in a schema: the server knows values that are a text or a whole number, not a text or any number (write string | int32, or a text alone)',
    ],
    [
      'booleans and texts',
      union([boolean, literals('auto')]),
      "the union of boolean and string cannot be said in a schema: a value may be true or false, or something else, but not both (write the two as texts, 'true' | 'false' | ..., or give each a field of its own)",
    ],
    [
      'texts and lists',
      union([string, array(string)]),
      'the union of string and array cannot be said in a schema: a structural schema gives a value one type (give each a field of its own, or write unknown, of which the server checks nothing)',
    ],
    [
      'one field of two types',
      union([object(field('a', string)), object(field('a', int32), field('b', string))]),
      'the union of member 1 and member 2 cannot be said in a schema: a is string in one member and integer in another (give the fields different names, or one type)',
    ],
    [
      'defaults of one member',
      union([object(field('a?', string, { markers: [marker('default', 'x')] })), object(field('b', string))]),
      'the union of member 1 and member 2 cannot be said in a schema: a has a default, which the server would set for members that do not have the field (remove the default, or give each member a field of its own)',
    ],
    [
      'rules of a member that nothing tells apart',
      union([
        reference(
          declaration('Ruled', object(field('a', string)), {
            markers: [validation('XValidation', { rule: 'true' })],
          }),
        ),
        object(field('b', string)),
      ]),
      "the union of Ruled and member 2 cannot be said in a schema: Ruled has rules (XValidation), and no field tells when they hold (give each member a field with a literal of its own: type: 'A')",
    ],
    [
      'objects and maps',
      union([object(field('a', string)), map(string)]),
      'the union of object and object cannot be said in a schema: a structural schema gives a value one type (give each a field of its own, or write unknown, of which the server checks nothing)',
    ],
  ])('%s', (_name, type, message) => {
    expect(problem(type)).toBe(`types.ts:3:1: error UnsupportedType: ${message}`);
  });
});
