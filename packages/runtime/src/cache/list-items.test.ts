import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitList } from './list-items.js';

const bytesOf = (value: unknown, space?: number) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, undefined, space));
const parse = (item: Uint8Array) => JSON.parse(new TextDecoder().decode(item)) as unknown;

describe('splitList', () => {
  it('cuts any list into its items, however it is written', () => {
    const list = fc.record({
      kind: fc.constant('PodList'),
      metadata: fc.record({
        resourceVersion: fc.constant('7'),
        continue: fc.constantFrom('token "with\\escapes'),
      }),
      extra: fc.jsonValue(),
      items: fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
    });
    fc.assert(
      fc.property(list, fc.constantFrom(undefined, 2), (value, space) => {
        const page = splitList(bytesOf(value, space));
        expect(page.resourceVersion).toBe('7');
        expect(page.continue).toBe('token "with\\escapes');
        expect(page.items.map(parse)).toEqual(JSON.parse(JSON.stringify(value.items)));
      }),
    );
  });

  it('reads the last page, and an empty one', () => {
    expect(splitList(bytesOf({ metadata: { resourceVersion: '1', continue: '' }, items: [] }))).toEqual({
      resourceVersion: '1',
      items: [],
    });
    expect(splitList(bytesOf({ metadata: { resourceVersion: '1' }, items: null }))).toEqual({
      resourceVersion: '1',
      items: [],
    });
  });

  it('gives views on the page, not copies', () => {
    const page = bytesOf({ metadata: { resourceVersion: '1' }, items: [{ a: 1 }] });
    expect(splitList(page).items[0]?.buffer).toBe(page.buffer);
  });

  it.each([
    ['nothing', ''],
    ['a page of HTML', '<html>please log in</html>'],
    ['a list that was cut', '{"metadata":{"resourceVersion":"1"},"items":[{"a":1},{"b"'],
    ['a list that was cut after an item', '{"metadata":{"resourceVersion":"1"},"items":[{"a":1}'],
    ['an object without a version', '{"items":[]}'],
    ['a list of nothing between commas', '{"metadata":{"resourceVersion":"1"},"items":[,]}'],
  ])('refuses %s, and shows how it began', (_what, text) => {
    expect(() => splitList(bytesOf(text))).toThrow(SyntaxError);
    expect(() => splitList(bytesOf(text))).toThrow(
      `expected the JSON of a list, got ${JSON.stringify(text.slice(0, 80))}`,
    );
  });
});
