import { describe, expect, it } from 'vitest';

import { jsonEquals } from '../json.js';
import { createJsonPatch } from './create-json-patch.js';
import { applyJsonPatch } from './json-patch.js';

describe('createJsonPatch', () => {
  it.each([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a key added', { a: 1 }, { a: 1, b: { c: 2 } }, [{ op: 'add', path: '/b', value: { c: 2 } }]],
    ['a key removed', { a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
    ['undefined, which is absence', { a: 1, b: 2 }, { a: 1, b: undefined }, [{ op: 'remove', path: '/b' }]],
    ['a value', { a: { b: 1 } }, { a: { b: 2 } }, [{ op: 'replace', path: '/a/b', value: 2 }]],
    ['a null', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    ['another type', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    ['keys with ~ and /', {}, { 'a/b~c': 1 }, [{ op: 'add', path: '/a~1b~0c', value: 1 }]],
    ['an inherited name', {}, { constructor: 1 }, [{ op: 'add', path: '/constructor', value: 1 }]],
    ['the first item removed', [1, 2, 3], [2, 3], [{ op: 'remove', path: '/0' }]],
    ['an item inserted', [1, 3], [1, 2, 3], [{ op: 'add', path: '/1', value: 2 }]],
    [
      'an item inside',
      [{ n: 1 }, { n: 2 }],
      [{ n: 1 }, { n: 3 }],
      [{ op: 'replace', path: '/1/n', value: 3 }],
    ],
    ['the whole', 1, 2, [{ op: 'replace', path: '', value: 2 }]],
  ])('notices %s', (_name, from, to, expected) => {
    expect(createJsonPatch(from, to)).toEqual(expected);
  });

  // Invariant: applied to the one, the patch gives the other.
  it('gives the other document when it is applied, whatever they are', () => {
    const seed = 20_260_101;
    let state = seed;
    const below = (n: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) % n;
    const value = (depth: number): unknown => {
      const kind = below(depth > 0 ? 7 : 4);
      if (kind < 4) return [below(3), 'a', null, true][kind];
      const size = below(4);
      if (kind < 6) return Array.from({ length: size }, () => value(depth - 1));
      return Object.fromEntries(
        Array.from({ length: size }, () => [['a', 'b/', '~c'][below(3)] as string, value(depth - 1)]),
      );
    };
    for (let i = 0; i < 500; i++) {
      const [from, to] = [value(4), value(4)];
      const patch = createJsonPatch(from, to);
      const result = applyJsonPatch(from, patch);
      expect(jsonEquals(result, to), `seed ${seed}, ${JSON.stringify({ from, to, patch })}`).toBe(true);
    }
  });
});
