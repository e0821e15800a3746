import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../schema/index.js';
import {
  compareTyped,
  createTypeCompiler,
  deducedType,
  extractItems,
  fieldSet,
  fieldSetOf,
  mergeTyped,
  pathsOf,
  pathText,
  reconcileWithSchema,
  removeItems,
  validateTyped,
  withNamedFields,
} from './index.js';
import type { FieldSet, TypeSchema } from './index.js';

const compiler = createTypeCompiler(builtinSchema as (name: string) => TypeSchema | undefined);
const list = (items: TypeSchema, more: object): TypeSchema => ({ type: 'array', items, ...more });
const text: TypeSchema = { type: 'string' };

const type = compiler.compile({
  type: 'object',
  properties: {
    text,
    number: { type: 'integer' },
    flag: { type: 'boolean' },
    port: { format: 'int-or-string' },
    set: list(text, { 'x-kubernetes-list-type': 'set' }),
    atomic: list(text, { 'x-kubernetes-list-type': 'atomic' }),
    plain: list(text, {}),
    items: list(
      {
        type: 'object',
        properties: { name: text, kind: { type: 'string', default: 'Some' }, value: { type: 'integer' } },
      },
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name', 'kind'] },
    ),
    map: { type: 'object', additionalProperties: text },
    atomicMap: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
    struct: { type: 'object', properties: { a: text, b: text } },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: text } },
  },
});
const texts = (set: FieldSet): string[] => pathsOf(set).map(pathText).sort();

describe('what one who applies a value owns', () => {
  it.each<[string, unknown, string[]]>([
    ['leaves', { text: 'x', number: 1 }, ['.number', '.text']],
    ['null', { text: null }, ['.text']],
    ['fields of structs, not structs', { struct: { a: '1' } }, ['.struct.a']],
    ['structs that are empty', { struct: {} }, ['.struct']],
    ['keys of maps', { map: { a: '1', b: '2' } }, ['.map.a', '.map.b']],
    ['items of sets', { set: ['b', 'a'] }, ['.set[="a"]', '.set[="b"]']],
    ['nothing of lists that are empty', { set: [], items: [] }, []],
    [
      'atomic lists and maps as a whole',
      { atomic: ['a'], plain: [], atomicMap: { a: '1' } },
      ['.atomic', '.atomicMap', '.plain'],
    ],
    [
      'items with their keys, defaults included',
      { items: [{ name: 'a' }] },
      ['.items[kind="Some",name="a"]', '.items[kind="Some",name="a"].name'],
    ],
    [
      'unknown fields with all above them',
      { any: { known: 'x', a: { b: [1] } } },
      ['.any.a', '.any.a.b', '.any.known'],
    ],
  ])('%s', (_, value, expected) => {
    expect(texts(fieldSetOf(type, value))).toEqual(expected);
  });
});

describe('comparing', () => {
  const item = '.items[kind="Some",name="a"]';
  it.each<[string, unknown, unknown, { added?: string[]; modified?: string[]; removed?: string[] }]>([
    ['equal values', { text: 'x', set: ['a'] }, { text: 'x', set: ['a'] }, {}],
    [
      'leaves',
      { text: 'x', number: 1 },
      { text: 'y', flag: true },
      { added: ['.flag'], modified: ['.text'], removed: ['.number'] },
    ],
    ['all of what comes whole', {}, { struct: { a: '1' } }, { added: ['.struct', '.struct.a'] }],
    [
      'sets, whatever their order',
      { set: ['a', 'b'] },
      { set: ['c', 'a'] },
      { added: ['.set[="c"]'], removed: ['.set[="b"]'] },
    ],
    ['atomic lists', { atomic: ['a'] }, { atomic: ['b'] }, { modified: ['.atomic'] }],
    ['atomic maps', { atomicMap: { a: '1' } }, { atomicMap: { b: '1' } }, { modified: ['.atomicMap'] }],
    [
      'items',
      { items: [{ name: 'a', value: 1 }] },
      { items: [{ name: 'a', value: 2 }] },
      { modified: [`${item}.value`] },
    ],
    ['items that go', { items: [{ name: 'a' }] }, { items: [] }, { removed: [item, `${item}.name`] }],
    [
      'items that are there twice',
      { items: [{ name: 'a' }, { name: 'a' }] },
      { items: [{ name: 'a' }] },
      { added: [item, `${item}.name`], removed: [item] },
    ],
    ['empty and null', { map: {} }, { map: null }, { modified: ['.map'] }],
    [
      'values of other forms',
      { any: { x: 1 } },
      { any: { x: { y: 1 } } },
      { added: ['.any.x.y'], modified: ['.any.x'] },
    ],
  ])('%s', (_, before, after, { added = [], modified = [], removed = [] }) => {
    const comparison = compareTyped(type, before, after);
    expect({
      added: texts(comparison.added),
      modified: texts(comparison.modified),
      removed: texts(comparison.removed),
    }).toEqual({ added, modified, removed });
  });
});

describe('merging', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['leaves of the configuration win', { text: 'x', number: 1 }, { text: 'y' }, { text: 'y', number: 1 }],
    ['maps are joined', { map: { a: '1' } }, { map: { b: '2' } }, { map: { a: '1', b: '2' } }],
    ['null takes no map away', { map: { a: '1' } }, { map: null }, { map: { a: '1' } }],
    ['null takes a leaf away', { text: 'x' }, { text: null }, { text: null }],
    ['atomic lists are replaced', { atomic: ['a', 'b'] }, { atomic: ['c'] }, { atomic: ['c'] }],
    [
      'atomic maps are replaced',
      { atomicMap: { a: '1' } },
      { atomicMap: { b: '1' } },
      { atomicMap: { b: '1' } },
    ],
    ['sets are joined', { set: ['a', 'b'] }, { set: ['c', 'b'] }, { set: ['a', 'c', 'b'] }],
    ['order of the configuration', { set: ['a', 'b', 'c'] }, { set: ['c', 'a'] }, { set: ['b', 'c', 'a'] }],
    [
      'order of the object, where nothing else is said',
      { set: ['a', 'b', 'c'] },
      { set: ['b'] },
      { set: ['a', 'b', 'c'] },
    ],
    [
      'items are merged by their keys',
      {
        items: [
          { name: 'a', kind: 'Some', value: 1 },
          { name: 'b', value: 2 },
        ],
      },
      { items: [{ name: 'b', value: 3 }, { name: 'c' }] },
      { items: [{ name: 'a', kind: 'Some', value: 1 }, { name: 'b', value: 3 }, { name: 'c' }] },
    ],
    [
      'an item without its key is the one with the default',
      { items: [{ name: 'a', kind: 'Some', value: 1 }] },
      { items: [{ name: 'a', value: 2 }] },
      { items: [{ name: 'a', kind: 'Some', value: 2 }] },
    ],
    [
      'what is there twice is not merged',
      {
        items: [
          { name: 'a', value: 1 },
          { name: 'a', value: 2 },
        ],
      },
      { items: [{ name: 'a' }] },
      { items: [{ name: 'a' }] },
    ],
    [
      'values of other forms are replaced',
      { any: { x: { y: 1 } } },
      { any: { x: 'text' } },
      { any: { x: 'text' } },
    ],
  ])('%s', (_, live, config, merged) => {
    expect(mergeTyped(type, live, config)).toEqual(merged);
  });
});

describe('removing and extracting', () => {
  const value = {
    text: 'x',
    struct: { a: '1', b: '2' },
    map: { a: '1' },
    set: ['a', 'b'],
    atomic: ['a'],
    items: [{ name: 'a', value: 1 }],
  };
  const ITEM = 'k:{"kind":"Some","name":"a"}';

  it('takes fields, items and keys away, and leaves what is empty by it', () => {
    const gone = fieldSet(
      ['f:text'],
      ['f:struct', 'f:a'],
      ['f:map', 'f:a'],
      ['f:set', 'v:"a"'],
      ['f:items', ITEM, 'f:value'],
    );
    expect(removeItems(type, value, gone)).toEqual({
      struct: { b: '2' },
      map: {},
      set: ['b'],
      atomic: ['a'],
      items: [{ name: 'a' }],
    });
  });

  it('extracts what is in a set, with keys if asked', () => {
    const wanted = fieldSet(['f:text'], ['f:set', 'v:"b"'], ['f:items', ITEM, 'f:value']);
    expect(extractItems(type, value, wanted)).toEqual({ text: 'x', set: ['b'], items: [{ value: 1 }] });
    expect(extractItems(type, value, wanted, { withKeys: true })).toEqual({
      text: 'x',
      set: ['b'],
      items: [{ name: 'a', value: 1 }],
    });
  });

  it('adds declared fields on the way to members, but no keys of maps', () => {
    const named = withNamedFields(type, fieldSet(['f:struct', 'f:a'], ['f:any', 'f:x', 'f:y']));
    expect(texts(named)).toEqual(['.any', '.any.x.y', '.struct', '.struct.a']);
  });
});

describe('a schema that has changed', () => {
  it.each<[string, FieldSet, string[]]>([
    [
      'parts of what is atomic now',
      fieldSet(['f:atomic', 'v:"a"'], ['f:atomicMap', 'f:a']),
      ['.atomic', '.atomicMap'],
    ],
    ['what was whole, and is not atomic any more, stays', fieldSet(['f:map']), ['.map']],
    ['what is not declared stays', fieldSet(['f:gone', 'f:a']), ['.gone.a']],
  ])('%s', (_, set, expected) => {
    expect(texts(reconcileWithSchema(type, set))).toEqual(expected);
  });

  it('changes nothing where nothing has changed', () => {
    const set = fieldSet(['f:text'], ['f:map', 'f:a'], ['f:atomic']);
    expect(reconcileWithSchema(type, set)).toBe(set);
  });
});

describe('values that their type does not take', () => {
  it.each<[unknown, string]>([
    [{ text: 1 }, '.text: expected string, got &value.valueUnstructured{Value:1}'],
    [{ number: 'x' }, '.number: expected numeric (int or float), got string'],
    [{ flag: 'x' }, '.flag: expected boolean, got &{x}'],
    [{ map: ['x', { b: true, a: null }] }, '.map: expected map, got &{[x map[a:<nil> b:true]]}'],
    [{ set: 'x' }, '.set: expected list, got &{x}'],
    [{ unknown: 1 }, '.unknown: field not declared in schema'],
    [{ struct: { c: 1 } }, '.struct.c: field not declared in schema'],
    [{ set: ['a', 'a'] }, '.set: duplicate entries for key [="a"]'],
    [
      { set: [null] },
      ".set: element 0: associative list without keys has an element that's an explicit null",
    ],
    [{ set: [{}] }, ".set: element 0: associative list without keys has an element that's a map type"],
    [{ set: [[]] }, '.set: element 0: not supported: associative list with lists as elements'],
    [{ items: [null] }, '.items: element 0: associative list with keys may not have a null element'],
    [{ items: ['x'] }, '.items: element 0: associative list with keys may not have non-map elements'],
    [
      { items: [{ name: 'a' }, { name: 'a', kind: 'Some' }] },
      '.items: duplicate entries for key [kind="Some",name="a"]',
    ],
    [
      { text: 1, number: 'x' },
      'errors:\n  .text: expected string, got &value.valueUnstructured{Value:1}\n  .number: expected numeric (int or float), got string',
    ],
  ])('%j', (value, message) => {
    expect(() => validateTyped(type, value)).toThrow(message);
  });

  it('names the keys that an item of a list lacks', () => {
    const keyed = compiler.compile(
      list(
        { type: 'object', properties: { key: text, value: text } },
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['key'] },
      ),
    );
    expect(() => validateTyped(keyed, [{ value: 'x' }])).toThrow(
      `element 0: associative list with keys has an element that omits all key fields ["key"] (and doesn't have default values for any key fields)`,
    );
  });

  it('takes items twice where that is allowed', () => {
    expect(() => validateTyped(type, { set: ['a', 'a'] }, { allowDuplicates: true })).not.toThrow();
  });
});

describe('types of built-in kinds', () => {
  const deployment = compiler.named('io.k8s.api.apps.v1.Deployment');

  it('owns selectors as a whole, ports by port and protocol, quantities as leaves', () => {
    const container = { name: 'a', ports: [{ containerPort: 80 }], resources: { limits: { cpu: 1 } } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template: { spec: { containers: [container] } } };
    expect(texts(fieldSetOf(deployment, { spec }))).toEqual([
      '.spec.selector',
      '.spec.template.spec.containers[name="a"]',
      '.spec.template.spec.containers[name="a"].name',
      '.spec.template.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"]',
      '.spec.template.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"].containerPort',
      '.spec.template.spec.containers[name="a"].resources.limits.cpu',
    ]);
  });

  it('knows types that hold themselves', () => {
    const schema = compiler.named('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps');
    const nested = { properties: { a: { properties: { b: { type: 'string' } } } } };
    expect(texts(fieldSetOf(schema, nested))).toContain('.properties.a.properties.b.type');
  });

  it('deduces what has no schema: maps by key, lists as a whole', () => {
    expect(texts(fieldSetOf(deducedType, { a: { b: 1, c: [{ d: 1 }] } }))).toEqual(['.a', '.a.b', '.a.c']);
  });
});
