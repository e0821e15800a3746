import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitList } from './list-items.js';
import { entryOf } from './object-entry.js';
import type { ObjectEntry } from './object-entry.js';

const bytesOf = (value: unknown, space?: number) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, undefined, space));
const parse = ({ bytes }: ObjectEntry) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;
const scanned = (entry: ObjectEntry) => {
  const { namespace, name, uid, resourceVersion, generation, labels, ownerReferences } = entry;
  return { namespace, name, uid, resourceVersion, generation, labels, ownerReferences };
};

function without<T extends object>(object: T, key: string): T {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T;
}

describe('splitList', () => {
  it('cuts any list into its objects, however it is written, and knows of each what it knows of one alone', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    const metadata = fc.record(
      {
        name: text,
        namespace: text,
        resourceVersion: text,
        uid: text,
        generation: fc.nat(),
        labels: fc.dictionary(text, text, { noNullPrototype: true }),
        ownerReferences: fc.array(fc.record({ uid: text })),
        managedFields: fc.array(fc.record({ fieldsV1: fc.jsonValue() })),
      },
      { requiredKeys: ['name', 'resourceVersion'] },
    );
    const rest = fc.dictionary(fc.string(), fc.jsonValue());
    const object = fc
      .tuple(rest, metadata, rest)
      .map(([before, own, after]) => ({ ...before, metadata: own, ...without(after, 'metadata') }));
    const list = fc.record({
      kind: fc.constant('PodList'),
      metadata: fc.record({
        resourceVersion: fc.constant('7'),
        continue: fc.constantFrom('token "with\\escapes'),
      }),
      extra: fc.jsonValue(),
      items: fc.array(object),
    });
    fc.assert(
      fc.property(list, fc.constantFrom(undefined, 2), (value, space) => {
        const page = splitList(bytesOf(value, space));
        expect(page.resourceVersion).toBe('7');
        expect(page.continue).toBe('token "with\\escapes');
        expect(page.items.map(parse)).toEqual(JSON.parse(JSON.stringify(value.items)));
        expect(page.items.map(scanned)).toEqual(page.items.map(({ bytes }) => scanned(entryOf(bytes))));
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

  it('leaves the objects in the page', () => {
    const items = [{ metadata: { name: 'a', resourceVersion: '1' } }];
    const page = bytesOf({ metadata: { resourceVersion: '1' }, items });
    expect(splitList(page).items[0]?.buffer.buffer).toBe(page.buffer);
  });

  it.each([
    '{"metadata":{"name":"a"}}',
    '{"a":{"metadata":{"name":"a","resourceVersion":"1"}}}',
    '1',
    '"{}"',
  ])('refuses what is no object with metadata: %s', (item) => {
    expect(() => splitList(bytesOf(`{"metadata":{"resourceVersion":"1"},"items":[${item}]}`))).toThrow(
      `expected the JSON of an object, got ${JSON.stringify(item)}`,
    );
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
