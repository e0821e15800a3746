import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepClone } from '../json.js';
import { applyMergePatch, createMergePatch } from './merge-patch.js';

describe('applyMergePatch', () => {
  // RFC 7396, appendix A.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j: the RFC says %j', (target, patch, expected) => {
    expect(applyMergePatch(target, patch)).toEqual(expected);
  });

  it('takes lists as they are, except for kube-apiserver, which drops nulls in their objects', () => {
    const patch = { l: [{ a: null, b: 1 }, null] };
    expect(applyMergePatch({}, patch)).toEqual({ l: [{ a: null, b: 1 }, null] });
    expect(applyMergePatch({}, patch, { dialect: 'kubernetes' })).toEqual({ l: [{ b: 1 }, null] });
  });

  it('changes neither argument and shares nothing with them', () => {
    const target = { kept: { a: [1] }, merged: { x: 1 } };
    const patch = { merged: { y: { z: 1 } }, list: [{ a: 1 }] };
    const before = deepClone([target, patch]);
    const result = applyMergePatch(target, patch) as {
      kept: { a: number[] };
      merged: { y: { z: number } };
      list: Array<{ a: number }>;
    };
    result.kept.a.push(2);
    result.merged.y.z = 2;
    result.list[0] = { a: 2 };
    expect([target, patch]).toEqual(before);
  });

  it('takes __proto__ for a key like any other', () => {
    const result = applyMergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

const withoutNull = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer({ max: 3 }),
    fc.constantFrom('x', '', true),
    tie('object'),
    fc.array(fc.integer({ max: 2 })),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value')),
}));

describe('createMergePatch', () => {
  it('says only what differs', () => {
    expect(createMergePatch({ a: 1, b: { c: 1, d: 2 }, e: [1] }, { a: 1, b: { c: 2 }, e: [2] })).toEqual({
      b: { c: 2, d: null },
      e: [2],
    });
    expect(createMergePatch({ a: { b: [1] } }, { a: { b: [1] } })).toEqual({});
  });

  it('turns one object into the other when applied', () => {
    fc.assert(
      fc.property(withoutNull.object, withoutNull.object, (original, modified) => {
        expect(applyMergePatch(original, createMergePatch(original, modified))).toEqual(modified);
      }),
    );
  });
});
