import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { ChangeCode } from '@kubewright/generator';

/** A change of the schema of `.spec`, an object stored before it, and a write that is none of the change's business. */
export interface SchemaChange {
  readonly what: string;
  /** The findings that must be made, in any order. */
  readonly codes: readonly ChangeCode[];
  readonly before: JSONSchemaProps;
  readonly after: JSONSchemaProps;
  /** What `.spec` of the stored object holds beside `untouched`. */
  readonly spec: Record<string, unknown>;
  /** A merge patch of `.spec`; by default of a field beside the one that changed. */
  readonly unrelated?: Record<string, unknown>;
  /** Of both versions of the definition, or of the second alone. */
  readonly version?: Partial<CustomResourceDefinitionVersion>;
  readonly versionAfter?: Partial<CustomResourceDefinitionVersion>;
}

const string: JSONSchemaProps = { type: 'string' };
const integer: JSONSchemaProps = { type: 'integer' };
const list = (items: JSONSchemaProps, more: JSONSchemaProps = {}): JSONSchemaProps => ({
  type: 'array',
  items,
  ...more,
});
const object = (
  properties: Record<string, JSONSchemaProps>,
  more: JSONSchemaProps = {},
): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...more,
});
const map = (values: JSONSchemaProps): JSONSchemaProps => ({ type: 'object', additionalProperties: values });
const unknown: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const rule = (expression: string, more: object = {}): JSONSchemaProps => ({
  'x-kubernetes-validations': [{ rule: expression, ...more }],
});

/** A change of one field `x`. */
const field = (
  what: string,
  codes: readonly ChangeCode[],
  [before, after]: readonly [JSONSchemaProps | undefined, JSONSchemaProps | undefined],
  value: unknown,
  unrelated?: unknown,
): SchemaChange => ({
  what,
  codes,
  before: object(before === undefined ? {} : { x: before }),
  after: object(after === undefined ? {} : { x: after }),
  spec: value === undefined ? {} : { x: value },
  ...(unrelated === undefined ? {} : { unrelated: { x: unrelated } }),
});

const keyed = (type: 'map' | 'set' | 'atomic', keys?: readonly string[]): JSONSchemaProps => ({
  'x-kubernetes-list-type': type,
  ...(keys === undefined ? {} : { 'x-kubernetes-list-map-keys': [...keys] }),
});
const named = object({ name: string, port: integer, on: { type: 'boolean' } }, { required: ['name'] });

export const schemaChanges: readonly SchemaChange[] = [
  field('a field is removed', ['FieldRemoved'], [string, undefined], 'a'),
  field(
    'a field of an object is removed',
    ['FieldRemoved'],
    [object({ a: string, b: string }), object({ b: string })],
    { a: 'a', b: 'b' },
  ),
  field(
    'a field of items is removed',
    ['FieldRemoved'],
    [list(object({ a: string })), list(object({}))],
    [{ a: 'a' }],
  ),
  field('a field is added', ['FieldAdded'], [undefined, string], undefined),
  field('unknown fields are no longer kept', ['PreserveUnknownRemoved'], [unknown, object({})], { a: 'a' }),
  field(
    'unknown fields are kept',
    ['PreserveUnknownAdded'],
    [object({ a: string }), { ...unknown, properties: { a: string } }],
    { a: 'a' },
  ),
  field(
    'a field is removed where unknown ones are kept',
    ['FieldUndeclared'],
    [{ ...unknown, properties: { a: string } }, unknown],
    { a: 'a' },
  ),
  field(
    'a field is named that was kept unknown',
    ['TypeChanged'],
    [unknown, { ...unknown, properties: { a: integer } }],
    { a: 'a' },
  ),
  field('a map is made an object', ['MapToFields'], [map(string), object({ a: string })], { a: 'a', b: 'b' }),
  field('an object is made a map', ['FieldsToMap'], [object({ a: string }), map(string)], { a: 'a' }),
  field(
    'the values of a map are tightened',
    ['LimitTightened'],
    [map(string), map({ ...string, maxLength: 1 })],
    { a: 'long', b: 'b' },
    { b: 'c' },
  ),

  {
    what: 'a field is required',
    codes: ['RequiredAdded'],
    before: object({ x: string }),
    after: object({ x: string }, { required: ['x'] }),
    spec: {},
  },
  {
    what: 'a field is required that has a default',
    codes: ['DefaultAdded'],
    before: object({ x: string }),
    after: object({ x: { ...string, default: 'a' } }, { required: ['x'] }),
    spec: {},
  },
  {
    what: 'a field is no longer required',
    codes: ['RequiredRemoved'],
    before: object({ x: string }, { required: ['x'] }),
    after: object({ x: string }),
    spec: { x: 'a' },
  },
  {
    what: 'a required field loses its default',
    codes: ['RequiredDefaultRemoved'],
    before: object({ x: { ...string, default: 'a' } }, { required: ['x'] }),
    after: object({ x: string }, { required: ['x'] }),
    spec: {},
  },
  field('a default is removed', ['DefaultRemoved'], [{ ...string, default: 'a' }, string], undefined),
  field(
    'a default is changed',
    ['DefaultChanged'],
    [
      { ...string, default: 'a' },
      { ...string, default: 'b' },
    ],
    undefined,
  ),

  field('a text becomes a number', ['TypeChanged'], [string, integer], 'a'),
  field('a number becomes a text', ['TypeChanged'], [integer, string], 1),
  field('a text becomes an object', ['TypeChanged'], [string, object({ a: string })], 'a'),
  field('a text becomes a list', ['TypeChanged'], [string, list(string)], 'a'),
  field('an object becomes a text', ['TypeChanged'], [object({ a: string }), string], { a: 'a' }),
  field('a number becomes whole', ['TypeNarrowed'], [{ type: 'number' }, integer], 1.5),
  field('a whole number becomes any number', ['TypeWidened'], [integer, { type: 'number' }], 1),
  field(
    'an int-or-string becomes a text',
    ['TypeChanged'],
    [{ 'x-kubernetes-int-or-string': true }, string],
    1,
  ),
  field(
    'a text becomes an int-or-string',
    ['TypeWidened'],
    [string, { 'x-kubernetes-int-or-string': true }],
    'a',
  ),
  field('null is no longer allowed', ['NullableRemoved'], [{ ...string, nullable: true }, string], null),
  field('null is allowed', ['NullableAdded'], [string, { ...string, nullable: true }], 'a'),

  field('an enum is added', ['EnumAdded'], [string, { ...string, enum: ['b'] }], 'a'),
  field(
    'a value is no longer allowed',
    ['EnumValueRemoved'],
    [
      { ...string, enum: ['a', 'b'] },
      { ...string, enum: ['b'] },
    ],
    'a',
  ),
  field(
    'a value is allowed',
    ['EnumValueAdded'],
    [
      { ...string, enum: ['a'] },
      { ...string, enum: ['a', 'b'] },
    ],
    'a',
  ),
  field(
    'a value is replaced',
    ['EnumValueRemoved', 'EnumValueAdded'],
    [
      { ...string, enum: ['a'] },
      { ...string, enum: ['b'] },
    ],
    'a',
  ),
  field('an enum is removed', ['EnumRemoved'], [{ ...string, enum: ['a'] }, string], 'a'),
  field('a pattern is added', ['PatternAdded'], [string, { ...string, pattern: '^b' }], 'a'),
  field(
    'a pattern is changed',
    ['PatternChanged'],
    [
      { ...string, pattern: '^a' },
      { ...string, pattern: '^b' },
    ],
    'a',
  ),
  field('a pattern is removed', ['PatternRemoved'], [{ ...string, pattern: '^a' }, string], 'a'),
  field(
    'a format is added that is checked',
    ['FormatTightened'],
    [string, { ...string, format: 'date-time' }],
    'a',
  ),
  field(
    'a format is added that is not checked',
    ['FormatChanged'],
    [string, { ...string, format: 'colour' }],
    'a',
  ),
  field('a format is removed', ['FormatLoosened'], [{ ...string, format: 'date' }, string], '2026-01-01'),
  field(
    'an integer gets fewer bits',
    ['FormatTightened'],
    [
      { ...integer, format: 'int64' },
      { ...integer, format: 'int32' },
    ],
    5_000_000_000,
  ),
  field(
    'an integer gets more bits',
    ['FormatLoosened'],
    [
      { ...integer, format: 'int32' },
      { ...integer, format: 'int64' },
    ],
    5,
  ),

  field(
    'a minimum is raised',
    ['LimitTightened'],
    [
      { ...integer, minimum: 1 },
      { ...integer, minimum: 2 },
    ],
    1,
  ),
  field(
    'a minimum is excluded',
    ['LimitTightened'],
    [
      { ...integer, minimum: 1 },
      { ...integer, minimum: 1, exclusiveMinimum: true },
    ],
    1,
  ),
  field('a maximum is added', ['LimitTightened'], [integer, { ...integer, maximum: 2 }], 3),
  field(
    'a maximum is raised',
    ['LimitLoosened'],
    [
      { ...integer, maximum: 2 },
      { ...integer, maximum: 3 },
    ],
    2,
  ),
  field('multiples are demanded', ['LimitTightened'], [integer, { ...integer, multipleOf: 2 }], 3),
  field(
    'finer multiples are allowed',
    ['LimitLoosened'],
    [
      { ...integer, multipleOf: 4 },
      { ...integer, multipleOf: 2 },
    ],
    4,
  ),
  field('a text must be shorter', ['LimitTightened'], [string, { ...string, maxLength: 2 }], 'abc'),
  field(
    'a text must be longer',
    ['LimitTightened'],
    [
      { ...string, minLength: 1 },
      { ...string, minLength: 5 },
    ],
    'abc',
  ),
  field(
    'a list must be shorter',
    ['LimitTightened'],
    [list(object({ a: string })), list(object({ a: string }), { maxItems: 1 })],
    [{ a: 'a' }, { a: 'b' }],
    [{ a: 'a' }, { a: 'c' }],
  ),
  field(
    'a list must be longer',
    ['LimitTightened'],
    [list(string), list(string, { minItems: 3 })],
    ['a', 'b'],
    ['a', 'c'],
  ),
  field(
    'an object must have fewer fields',
    ['LimitTightened'],
    [map(string), { ...map(string), maxProperties: 1 }],
    { a: 'a', b: 'b' },
    { b: 'c' },
  ),

  field(
    'items of a list without keys are tightened',
    ['LimitTightened'],
    [list(string), list({ ...string, maxLength: 2 })],
    ['long', 'b'],
    ['long', 'c'],
  ),
  field(
    'items of a list with keys are tightened',
    ['LimitTightened'],
    [
      list(named, keyed('map', ['name'])),
      list(
        { ...named, properties: { ...named.properties, port: { ...integer, maximum: 10 } } },
        keyed('map', ['name']),
      ),
    ],
    [{ name: 'a', port: 80 }, { name: 'b' }],
    [
      { name: 'a', port: 80 },
      { name: 'b', on: true },
    ],
  ),

  field(
    'a list is made a set',
    ['ListTypeTightened'],
    [list(string), list(string, keyed('set'))],
    ['a', 'a'],
    ['a', 'a', 'b'],
  ),
  field(
    'a list is made a map',
    ['ListTypeTightened'],
    [list(named), list(named, keyed('map', ['name']))],
    [{ name: 'a' }, { name: 'a' }],
    [{ name: 'a' }, { name: 'a', port: 1 }],
  ),
  field(
    'a map gets one key less',
    ['ListTypeTightened'],
    [
      list(
        object({ name: string, port: integer }, { required: ['name', 'port'] }),
        keyed('map', ['name', 'port']),
      ),
      list(object({ name: string, port: integer }, { required: ['name', 'port'] }), keyed('map', ['name'])),
    ],
    [
      { name: 'a', port: 1 },
      { name: 'a', port: 2 },
    ],
    [
      { name: 'a', port: 1 },
      { name: 'a', port: 3 },
    ],
  ),
  field('a set is made atomic', ['ListTypeLoosened'], [list(string, keyed('set')), list(string)], ['a', 'b']),
  field(
    'an object is made atomic',
    ['MapTypeChanged'],
    [object({ a: string }), object({ a: string }, { 'x-kubernetes-map-type': 'atomic' })],
    { a: 'a' },
  ),
  field(
    'an object is made an embedded resource',
    ['EmbeddedResourceAdded'],
    [unknown, { ...unknown, 'x-kubernetes-embedded-resource': true }],
    { a: 'a' },
    { b: 'b' },
  ),

  field(
    'an object is no longer an embedded resource',
    ['EmbeddedResourceRemoved'],
    [{ ...unknown, 'x-kubernetes-embedded-resource': true }, unknown],
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
  ),

  field('a rule is added to a value', ['RuleAdded'], [string, { ...string, ...rule("self != 'a'") }], 'a'),
  field(
    'a rule is added to an object',
    ['RuleAdded'],
    [
      object({ a: string, b: string }),
      object({ a: string, b: string }, rule("!has(self.a) || self.a != 'a'")),
    ],
    { a: 'a' },
    { b: 'b' },
  ),
  field('a rule is removed', ['RuleRemoved'], [{ ...string, ...rule("self != 'b'") }, string], 'a'),
  {
    what: 'a rule is added to the whole object',
    codes: ['RuleAdded'],
    before: object({ x: string }),
    after: object({ x: string }),
    spec: { x: 'a' },
    versionAfter: { schema: { openAPIV3Schema: rule("self.spec.x != 'a'") } },
  },
  field(
    'not is added',
    ['BranchesTightened'],
    [object({ a: string, b: string }), object({ a: string, b: string }, { not: { required: ['a'] } })],
    { a: 'a' },
    { b: 'b' },
  ),
  field(
    'oneOf is added',
    ['BranchesTightened'],
    [object({ a: string, b: string }), object({ a: string, b: string }, { oneOf: [{ required: ['b'] }] })],
    { a: 'a' },
    { a: 'c' },
  ),
  field(
    'allOf loses a member',
    ['BranchesLoosened'],
    [
      object({ a: string, b: string }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }),
      object({ a: string, b: string }, { allOf: [{ required: ['a'] }] }),
    ],
    { a: 'a', b: 'b' },
  ),
];
