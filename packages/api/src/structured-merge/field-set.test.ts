import { describe, expect, it } from 'vitest';
import {
  canonicalSet,
  difference,
  fieldElement,
  fieldSet,
  hasPath,
  intersection,
  isEmptySet,
  keyElement,
  leaves,
  pathsOf,
  pathText,
  readFields,
  recursiveDifference,
  union,
  valueElement,
} from './index.js';
import type { FieldPath, FieldSet } from './index.js';

/** `a.b` as a path of fields; what has a colon is an element already. */
const path = (text: string): FieldPath =>
  text.split('.').map((step) => (step.includes(':') ? step : fieldElement(step)));
const set = (...paths: string[]): FieldSet => fieldSet(...paths.map(path));
const texts = (fields: FieldSet): string[] => pathsOf(canonicalSet(fields)).map(pathText);

describe('sets of fields', () => {
  it.each([
    ['a node without children is a member', ['a'], { 'f:a': {} }],
    ['parents are no members', ['a.b'], { 'f:a': { 'f:b': {} } }],
    ['a member with children is marked', ['a', 'a.b'], { 'f:a': { '.': {}, 'f:b': {} } }],
    ['elements are sorted', ['b', 'a.z', 'a.y'], { 'f:a': { 'f:y': {}, 'f:z': {} }, 'f:b': {} }],
  ])('%s', (_, paths, fields) => {
    expect(JSON.stringify(set(...paths))).toBe(JSON.stringify(fields));
  });

  it.each([
    ['union', union, ['a', 'b.c'], ['b', 'a.d'], ['.a', '.a.d', '.b', '.b.c']],
    ['intersection', intersection, ['a', 'b', 'b.c', 'd.e'], ['b', 'd', 'd.e'], ['.b', '.d.e']],
    ['difference', difference, ['a', 'b', 'b.c', 'd'], ['b', 'd.e'], ['.a', '.b.c', '.d']],
    ['difference of what is below', difference, ['a', 'a.b'], ['a.b'], ['.a']],
    ['recursive difference', recursiveDifference, ['a', 'b', 'b.c', 'd.e'], ['b', 'd'], ['.a']],
    ['recursive difference of what is below', recursiveDifference, ['a', 'a.b.c'], ['a.b'], ['.a']],
  ] as const)('%s', (_, operation, a, b, expected) => {
    expect(texts(operation(set(...a), set(...b))).sort()).toEqual([...expected].sort());
  });

  it('keeps what it does not change', () => {
    const some = set('a', 'b.c');
    expect(difference(some, set('x'))).toBe(some);
    expect(union(some, set())).toBe(some);
    expect(canonicalSet(some)).toBe(some);
  });

  it('knows its members', () => {
    const some = set('a.b', 'c');
    expect(['a', 'a.b', 'c', 'a.b.c', 'd'].filter((text) => hasPath(some, path(text)))).toEqual(['a.b', 'c']);
    expect(isEmptySet(difference(some, some))).toBe(true);
  });

  it('has leaves, which have no members below them', () => {
    expect(texts(leaves(set('a', 'a.b', 'c')))).toEqual(['.c', '.a.b']);
  });

  it('visits the members of a level before what is below them', () => {
    expect(texts(set('a.b', 'c', 'b', 'b.a'))).toEqual(['.b', '.c', '.a.b', '.b.a']);
  });

  it('sorts keys and values as Go does: numbers by size, before texts', () => {
    const elements = [
      valueElement('a'),
      valueElement(10),
      keyElement({ port: 443 }),
      valueElement(2),
      keyElement({ port: 80, protocol: 'UDP' }),
      keyElement({ protocol: 'TCP', port: 80 }),
      valueElement(true),
      fieldElement('z'),
      'i:0',
    ];
    expect(Object.keys(fieldSet(...elements.map((element) => [element])))).toEqual([
      'f:z',
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"port":80,"protocol":"UDP"}',
      'k:{"port":443}',
      'v:2',
      'v:10',
      'v:"a"',
      'v:true',
      'i:0',
    ]);
  });
});

describe('FieldsV1 as clients send it', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, {}],
    ['an empty set', {}, {}],
    ['a mark without children', { 'f:a': { '.': {} } }, { 'f:a': {} }],
    ['elements in another order', { 'f:b': {}, 'f:a': {} }, { 'f:a': {}, 'f:b': {} }],
    ['keys in another order', { 'k:{"b":1, "a":"x"}': {} }, { 'k:{"a":"x","b":1}': {} }],
    ['what is special in HTML', { 'v:"<"': {} }, { 'v:"\\u003c"': {} }],
    ['kinds of elements that are not known', { 'q:a': {}, 'f:a': { 'q:b': {} } }, { 'f:a': {} }],
    ['null', { 'f:a': null }, { 'f:a': {} }],
  ])('reads %s', (_, fields, expected) => {
    expect(JSON.stringify(readFields(fields))).toBe(JSON.stringify(expected));
  });

  it.each<[string, unknown, string]>([
    ['a short key', { x: {} }, 'key must be 2 characters long:'],
    ['no colon', { xyz: {} }, 'missing colon: xyz'],
    ['an index that is none', { 'i:x': {} }, 'strconv.Atoi: parsing "x": invalid syntax'],
    ['a list', [], 'expected { or n'],
    ['a text', { 'f:a': 'x' }, 'expected { or n'],
  ])('refuses %s', (_, fields, message) => {
    expect(() => readFields(fields)).toThrow(message);
  });

  it('reads back what it wrote', () => {
    const some = set('a', 'a.b', 'c.k:{"name":"x"}', 'c.k:{"name":"x"}.d', 'e.v:"y"');
    const written = JSON.parse(JSON.stringify(some)) as unknown;
    expect(readFields(written)).toEqual(some);
  });
});

describe('paths in messages', () => {
  it.each([
    [['f:spec', 'f:containers', 'k:{"name":"main"}', 'f:image'], '.spec.containers[name="main"].image'],
    [['f:ports', 'k:{"containerPort":80,"protocol":"TCP"}'], '.ports[containerPort=80,protocol="TCP"]'],
    [['f:finalizers', 'v:"a\\"b"'], '.finalizers[="a\\"b"]'],
    [['f:list', 'i:3'], '.list[3]'],
    [['v:true'], '[=true]'],
    [['v:null'], '[=null]'],
    [['v:1.5'], '[=1.5]'],
  ])('%s', (elements, text) => {
    expect(pathText(elements)).toBe(text);
  });
});
