import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import type { SchemaType, TypeDeclaration } from '../model/schema-type.js';
import { SchemaBuilder } from './schema-builder.js';
import type { SchemaBuilderOptions } from './schema-builder.js';
import {
  array,
  boolean,
  declaration,
  field,
  int32,
  known,
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

function build(
  declared: TypeDeclaration | SchemaType,
  options: Partial<SchemaBuilderOptions> = {},
): { schema: unknown; problems: string[] } {
  const diagnostics = new Diagnostics();
  const builder = new SchemaBuilder({ diagnostics, ...options });
  const schema = 'id' in declared ? builder.declarationSchema(declared) : builder.typeSchema(declared);
  return { schema, problems: diagnostics.all().map((one) => formatDiagnostic(one, '/project')) };
}

const valid = (declared: TypeDeclaration | SchemaType, options?: Partial<SchemaBuilderOptions>): unknown => {
  const { schema, problems } = build(declared, options);
  expect(problems).toEqual([]);
  return schema;
};

describe('types', () => {
  it.each<[string, SchemaType, unknown]>([
    ['a text', string, { type: 'string' }],
    ['a whole number', int32, { type: 'integer', format: 'int32' }],
    ['a time', known('Time'), { type: 'string', format: 'date-time' }],
    ['a list', array(string), { type: 'array', items: { type: 'string' } }],
    ['a map', map(boolean), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['literals', literals('b', 'a'), { type: 'string', enum: ['b', 'a'] }],
    ['anything', { type: 'any' }, { 'x-kubernetes-preserve-unknown-fields': true }],
    ['null or a text', nullable(string), { type: 'string', nullable: true }],
    [
      'null or a literal',
      nullable(literals('a')),
      { type: 'string', allOf: [{ enum: ['a'] }], nullable: true },
    ],
    [
      'a pair',
      { type: 'tuple', items: [number, number], minItems: 2, maxItems: 2 },
      { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
    ],
    [
      'text or whole number',
      union([string, int32]),
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    ],
    [
      'a literal or a whole number',
      union([literals('auto'), int32]),
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        'x-kubernetes-validations': [
          {
            rule: 'type(self) == int || self in ["auto"]',
            message: 'must be a whole number or one of "auto"',
          },
        ],
      },
    ],
  ])('%s', (_name, type, expected) => {
    expect(valid(type)).toEqual(expected);
  });

  it('fields are required unless they have a question mark, and sorted', () => {
    expect(valid(object(field('b', string), field('a', string), field('c?', string)))).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      required: ['a', 'b'],
    });
  });

  it('markers outrank the question mark', () => {
    const schema = valid(
      object(
        field('a?', string, { markers: [marker('required')] }),
        field('b', string, { markers: [marker('optional')] }),
        field('c', string, { markers: [marker('kubebuilder:validation:Optional'), marker('required')] }),
        field('d', string, { markers: [marker('optional'), marker('kubebuilder:validation:Required')] }),
      ),
    );
    expect(schema).toMatchObject({ required: ['a', 'd'] });
  });

  it('in a package that is optional by default only markers require', () => {
    const type = declaration(
      'T',
      object(field('a', string), field('b', string, { markers: [marker('required')] })),
    );
    expect(valid(type, { isOptionalByDefault: () => true })).toMatchObject({ required: ['b'] });
  });

  it('a field without a description has that of its type', () => {
    const size = declaration('Size', int32, { documentation: 'How many.' });
    const schema = valid(
      object(field('a', reference(size)), field('b', reference(size), { documentation: 'Of these.' })),
    );
    expect(schema).toMatchObject({
      properties: { a: { description: 'How many.' }, b: { description: 'Of these.' } },
    });
  });

  it('embedded metadata has fields when asked for', () => {
    expect(valid(known('ObjectMeta'))).toEqual({ type: 'object' });
    expect(valid(known('ObjectMeta'), { embeddedObjectMeta: true })).toHaveProperty('properties.labels');
  });

  it('a type that contains itself is an error that names the circle', () => {
    const node: TypeDeclaration = declaration(
      'Node',
      () => object(field('next?', reference(list), { line: 3 })),
      { line: 2 },
    );
    const list = declaration('List', array(reference(node)), { line: 5 });
    expect(build(node).problems).toEqual([
      'types.ts:5:1: error RecursiveType: Node contains itself, which no schema of a CustomResourceDefinition can say: Node.next -> List -> Node (give the field the type unknown, or mark it +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields)',
    ]);
  });

  it('a schemaless field is what its markers say, and may contain its own type', () => {
    const node: TypeDeclaration = declaration('Node', () =>
      object(
        field('next?', reference(node), {
          markers: [validation('Schemaless'), marker('kubebuilder:pruning:PreserveUnknownFields')],
        }),
      ),
    );
    expect(valid(node)).toEqual({
      type: 'object',
      properties: { next: { 'x-kubernetes-preserve-unknown-fields': true } },
    });
  });

  it('items of a tuple must be of one type', () => {
    expect(build({ type: 'tuple', items: [string, number], minItems: 2, maxItems: 2 }).problems).toEqual([
      'error UnsupportedType: the items of a tuple must all be of one type, but item 1 is of another than item 0 (write an object with a field for each item)',
    ]);
  });
});

describe('markers', () => {
  const marked = (type: SchemaType, ...markers: ReturnType<typeof marker>[]): unknown => {
    const schema = valid(object(field('a', type, { markers })));
    return (schema as { properties: { a: unknown } }).properties.a;
  };

  it.each<[string, SchemaType, ReturnType<typeof marker>[], unknown]>([
    [
      'limits of numbers',
      int32,
      [validation('Minimum', 1), validation('ExclusiveMinimum'), validation('MultipleOf', 2)],
      { minimum: 1, exclusiveMinimum: true, multipleOf: 2 },
    ],
    [
      'limits of texts',
      string,
      [validation('MinLength', 1), validation('Pattern', '^a')],
      { minLength: 1, pattern: '^a' },
    ],
    [
      'limits of lists',
      array(string),
      [validation('MaxItems', 3), validation('items:MaxLength', 9)],
      { maxItems: 3, items: { type: 'string', maxLength: 9 } },
    ],
    [
      'a type comes before what it allows',
      { type: 'any' },
      [validation('MinLength', 1), validation('Type', 'string')],
      { type: 'string', minLength: 1 },
    ],
    [
      'keys come after the type of the list',
      array(map(string)),
      [marker('listMapKey', 'name'), marker('listType', 'map')],
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
    ],
    [
      "kubebuilder's default outranks Kubernetes'",
      string,
      [marker('kubebuilder:default', 'b'), marker('default', 'a')],
      { default: 'b' },
    ],
    ['an empty default of a list', array(string), [marker('kubebuilder:default', {})], { default: [] }],
    [
      'a default of null',
      nullable(string),
      [marker('kubebuilder:default', null)],
      { default: null, nullable: true },
    ],
    [
      'an enum and null by markers, as controller-gen has it',
      string,
      [marker('nullable'), validation('Enum', ['a'])],
      { enum: ['a'], nullable: true },
    ],
    [
      'docs elsewhere',
      string,
      [marker('kubebuilder:externalDocs', { url: 'https://a.b/c' })],
      { externalDocs: { url: 'https://a.b/c' } },
    ],
  ])('%s', (_name, type, markers, expected) => {
    expect(marked(type, ...markers)).toMatchObject(expected as object);
  });

  it('of the type and of the field hold both', () => {
    const short = declaration('Short', string, {
      markers: [validation('MaxLength', 9), validation('Pattern', 'a')],
    });
    expect(marked(reference(short), validation('MaxLength', 5), validation('Pattern', 'a'))).toEqual({
      type: 'string',
      pattern: 'a',
      allOf: [{ maxLength: 9 }, { maxLength: 5 }],
    });
  });

  it('an exclusive limit moves with its limit', () => {
    const positive = declaration('Positive', int32, {
      markers: [validation('Minimum', 0), validation('ExclusiveMinimum')],
    });
    expect(marked(reference(positive), validation('Minimum', -5))).toEqual({
      type: 'integer',
      format: 'int32',
      allOf: [{ minimum: 0, exclusiveMinimum: true }, { minimum: -5 }],
    });
  });

  it("rules of the field come before those of its type, which stay the type's alone", () => {
    const even = declaration('Even', string, { markers: [validation('XValidation', { rule: 'of type' })] });
    const schema = valid(
      object(
        field('a', reference(even), {
          markers: [validation('XValidation', { rule: 'of field', message: 'm' })],
        }),
        field('b', reference(even)),
      ),
    );
    expect(schema).toMatchObject({
      properties: {
        a: { 'x-kubernetes-validations': [{ rule: 'of field', message: 'm' }, { rule: 'of type' }] },
        b: { 'x-kubernetes-validations': [{ rule: 'of type' }] },
      },
    });
  });

  it('an immutable field that may be absent may not go away', () => {
    expect(valid(object(field('a-b?', string, { markers: [marker('k8s:immutable')] })))).toEqual({
      type: 'object',
      properties: {
        'a-b': {
          type: 'string',
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'field is immutable' }],
        },
      },
      'x-kubernetes-validations': [
        {
          rule: '!has(oldSelf.a__dash__b) || has(self.a__dash__b)',
          message: 'field a-b is immutable once set',
        },
      ],
    });
  });

  it('the markers of a declaration see its fields', () => {
    const either = declaration('Either', object(field('a?', string), field('b?', string)), {
      markers: [validation('ExactlyOneOf', ['a', 'b']), validation('AtMostOneOf', ['a', 'b'])],
    });
    expect(valid(either)).toMatchObject({
      'x-kubernetes-validations': [
        {
          rule: '(has(self.a)?1:0)+(has(self.b)?1:0) <= 1',
          message: 'at most one of the fields in [a b] may be set',
        },
        { rule: '(has(self.a)?1:0)+(has(self.b)?1:0) == 1' },
      ],
    });
  });

  it('of a field leave the schema of its type as it is', () => {
    const hosts = declaration('Hosts', array(string), { markers: [validation('items:MaxLength', 9)] });
    const schema = valid(
      object(
        field('a', reference(hosts), {
          markers: [validation('items:MinLength', 1), validation('MaxItems', 2)],
        }),
        field('b', reference(hosts)),
      ),
    );
    expect(schema).toMatchObject({
      properties: {
        a: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1, maxLength: 9 } },
        b: { type: 'array', items: { type: 'string', maxLength: 9 } },
      },
    });
    expect(schema).not.toHaveProperty('properties.b.items.minLength');
  });

  it('a marked type replaces the declared one, and what it contains', () => {
    const url = declaration('Url', object(field('host', string)), { documentation: 'An address.' });
    expect(marked(reference(url), validation('Type', 'string'))).toEqual({
      type: 'string',
      description: 'An address.',
    });
  });

  it.each<[string, SchemaType, ReturnType<typeof marker>, string]>([
    ['Maximum', string, validation('Maximum', 1, 4), 'must apply maximum to a numeric value, found string'],
    [
      'Maximum',
      int32,
      validation('Maximum', 1.5, 4),
      'cannot apply non-integral maximum validation (1.5) to integer value',
    ],
    [
      'MinLength',
      int32,
      validation('MinLength', 1, 4),
      'must apply minLength to a textual value, found integer',
    ],
    ['MaxItems', string, validation('MaxItems', 1, 4), 'must apply maxItems to an array, found string'],
    ['MaxItems', array(string), validation('MaxItems', -1, 4), 'maxItems must not be negative, but is -1'],
    [
      'items:MaxLength',
      string,
      validation('items:MaxLength', 1, 4),
      'must be applied to an array, found string',
    ],
    [
      'Enum',
      string,
      validation('Enum', ['a', 1], 4),
      'enum must list values of the type it stands on, string, but lists 1',
    ],
    [
      'Type',
      string,
      validation('Type', 'text', 4),
      'type must be one of string, number, integer, boolean, array, object, but is "text"',
    ],
    [
      'XValidation',
      string,
      validation('XValidation', { rule: 'true', reason: 'Bad' }, 4),
      'invalid reason Bad, valid values are FieldValueRequired, FieldValueInvalid, FieldValueForbidden, FieldValueDuplicate',
    ],
  ])('%s where it does not fit is an error at the marker', (name, type, wrong, message) => {
    expect(build(object(field('a', type, { markers: [wrong] }))).problems).toEqual([
      `types.ts:4:1: error InvalidMarker: +kubebuilder:validation:${name}: ${message}`,
    ]);
  });

  it('a required field of a one-of marker is an error', () => {
    const either = declaration('Either', object(field('a', string, { line: 7 })), {
      markers: [validation('AtMostOneOf', ['a'])],
    });
    expect(build(either).problems).toEqual([
      'types.ts:7:1: error ConflictingMarkers: field a is part of a one-of marker of its type and cannot be required (write a?:)',
    ]);
  });
});
