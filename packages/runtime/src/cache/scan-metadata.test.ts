import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entryOf } from './object-entry.js';

const bytesOf = (value: unknown, space?: number) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, undefined, space));

describe('the entry of an object', () => {
  it('holds the metadata of any object, in whichever order it is written', () => {
    const metadata = fc.record(
      {
        name: fc.string({ minLength: 1 }),
        namespace: fc.string(),
        uid: fc.string(),
        resourceVersion: fc.string({ minLength: 1 }),
        generation: fc.nat(),
        creationTimestamp: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
        labels: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
        annotations: fc.dictionary(fc.string(), fc.string()),
        finalizers: fc.array(fc.string()),
        ownerReferences: fc.array(fc.record({ uid: fc.string(), name: fc.string() })),
        managedFields: fc.array(fc.record({ fieldsV1: fc.jsonValue() })),
        selfLink: fc.string(),
      },
      { requiredKeys: ['name', 'resourceVersion'] },
    );
    const shuffled = fc.tuple(metadata, fc.infiniteStream(fc.nat())).map(([object, order]) =>
      Object.fromEntries(
        Object.entries(object)
          .map((field) => [order.next().value as number, field] as const)
          .sort(([a], [b]) => a - b)
          .map(([, field]) => field),
      ),
    ) as unknown as typeof metadata;
    fc.assert(
      fc.property(shuffled, fc.jsonValue(), fc.constantFrom(undefined, 2), (meta, spec, space) => {
        const entry = entryOf(bytesOf({ kind: 'K', spec, metadata: meta, status: {} }, space));
        const { namespace, name, uid, resourceVersion, generation, labels, ownerReferences } = entry;
        expect({ namespace, name, uid, resourceVersion, generation }).toEqual({
          namespace: meta.namespace ?? '',
          name: meta.name,
          uid: meta.uid ?? '',
          resourceVersion: meta.resourceVersion,
          generation: meta.generation,
        });
        expect(labels).toEqual(meta.labels && JSON.parse(JSON.stringify(meta.labels)));
        expect(ownerReferences).toEqual(meta.ownerReferences);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['an object without metadata', '{"kind":"Pod"}'],
    ['metadata that is no object', '{"metadata":null}'],
    ['an object without a name', '{"metadata":{"resourceVersion":"1"}}'],
    ['an object without a version', '{"metadata":{"name":"a"}}'],
    ['metadata that was cut', '{"metadata":{"name":"a","resourceVersion":"1"'],
    ['a string that was cut', '{"metadata":{"name":"a'],
  ])('is not made of %s', (_what, text) => {
    expect(() => entryOf(bytesOf(text))).toThrow(SyntaxError);
  });
});
