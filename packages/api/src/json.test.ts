import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepClone, getKey, isJsonObject, jsonEquals, setKey } from './json.js';

describe('jsonEquals', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [null, null, true],
    [null, {}, false],
    [[], {}, false],
    [{}, [], false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [{ a: null }, {}, false],
    [{ toString: undefined }, {}, true],
  ])('of %j and %j is %s', (a, b, expected) => {
    expect(jsonEquals(a, b)).toBe(expected);
    expect(jsonEquals(b, a)).toBe(expected);
  });

  it('agrees with the canonical text of both', () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (!isJsonObject(value)) return value;
      const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
      return { entries: entries.sort(([x], [y]) => (x < y ? -1 : 1)) };
    };
    const value = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(jsonEquals(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
      }),
    );
  });
});

describe('deepClone', () => {
  it('copies what JSON holds, and shares nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = deepClone(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it('leaves out keys that are undefined', () => {
    expect(Object.keys(deepClone({ a: undefined, b: 1 }))).toEqual(['b']);
  });

  it('copies a key named __proto__ as a key', () => {
    const copy = deepClone(JSON.parse('{"__proto__":{"a":1}}') as object);
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});

describe('getKey and setKey', () => {
  it('know own keys only', () => {
    const object = {};
    expect(getKey(object, 'constructor')).toBeUndefined();
    setKey(object, '__proto__', 1);
    expect(getKey(object, '__proto__')).toBe(1);
  });
});
