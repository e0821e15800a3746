import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDuplicateKeys, mergeDuplicates, strictFields } from './json-keys.js';

const hasDuplicates = (text: string): boolean => hasDuplicateKeys(Buffer.from(text), JSON.parse(text));
const fieldsOf = (text: string, unknown: readonly string[] = []): string[] =>
  strictFields(text, new Set(unknown)).map(({ fault, path }) => `${fault} ${path}`);

describe('keys that come twice', () => {
  it.each([
    ['{"a":1,"b":{"a":1}}', false],
    ['{"a":1,"a":1}', true],
    ['{"a":{"b":"x:{\\":"},"c":[{"d":null},{"d":null}]}', false],
    ['[{"a":1,"\\u0061":2}]', true],
    ['{"__proto__":1,"constructor":2}', false],
    ['{"a":"}\\\\","a":""}', true],
  ])('in %s: %s', (text, expected) => {
    expect(hasDuplicates(text)).toBe(expected);
  });

  it('are never seen in what JSON.stringify writes, and told when a key is added again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
        const text = JSON.stringify(object);
        expect(hasDuplicates(text)).toBe(false);
        expect(fieldsOf(text)).toEqual([]);
        const [key = ''] = Object.keys(object);
        const again = `${text.slice(0, -1)},${JSON.stringify(key)}:0}`;
        expect(hasDuplicates(again)).toBe(true);
        expect(fieldsOf(again)).toEqual([`duplicate ${key}`]);
      }),
    );
  });

  it('are told by their paths in the order of the text, among unknown ones, into which nobody looks', () => {
    const text =
      '{"spec":{"n":1,"bar":{"a":1,"a":2},"n":2,"list":[{"x":1},{"x":1,"x":2,"y":0}]},"bar":0,"bar":1}';
    expect(fieldsOf(text, ['spec.bar', 'spec.list[1].y', 'bar'])).toEqual([
      'unknown spec.bar',
      'duplicate spec.n',
      'duplicate spec.list[1].x',
      'unknown spec.list[1].y',
      'unknown bar',
    ]);
  });
});

describe('mergeDuplicates', () => {
  it('reads what has none as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(mergeDuplicates(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":{"x":1},"a":{"y":2}}', { a: { x: 1, y: 2 } }],
    ['{"a":{"x":{"z":1}},"a":{"x":{"y":2}}}', { a: { x: { z: 1, y: 2 } } }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":1,"a":null}', { a: 1 }],
    ['{"a":{"x":1},"a":null}', { a: null }],
    ['{"a":[1,2],"a":[3]}', { a: [3] }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ])('%s', (text, expected) => {
    expect(mergeDuplicates(text)).toEqual(expected);
  });
});
