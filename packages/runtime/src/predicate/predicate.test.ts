import { describe, expect, it } from 'vitest';
import type { KubernetesObject, Stored } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { informerEvent } from '../cache/informer-event.js';
import type { InformerEvent, ObjectMetaEntry } from '../cache/informer-event.js';
import { entryOf } from '../cache/object-entry.js';
import { annotationChanged, generationChanged, labelChanged, resourceVersionChanged } from './changes.js';
import { genericEvent } from './generic-event.js';
import { and, not, or, predicateFuncs } from './predicate.js';

function entry(metadata: Partial<Stored<KubernetesObject>['metadata']>): ObjectMetaEntry {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', uid: 'u', creationTimestamp: '', resourceVersion: '1', ...metadata },
  };
  return entryOf(new TextEncoder().encode(JSON.stringify(object)));
}

const update = (oldMeta: ObjectMetaEntry, meta: ObjectMetaEntry) =>
  informerEvent({ type: 'update', kind: ConfigMap, meta, oldMeta });
const add = informerEvent({ type: 'add', kind: ConfigMap, meta: entry({}) });
const remove = informerEvent({ type: 'delete', kind: ConfigMap, meta: entry({}) });

describe('predicates of changes', () => {
  const base = entry({ generation: 1, labels: { a: '1' }, annotations: { b: '1' } });
  it.each([
    ['generationChanged', generationChanged, { generation: 2 }],
    ['resourceVersionChanged', resourceVersionChanged, { resourceVersion: '2' }],
    ['labelChanged', labelChanged, { labels: { a: '2' } }],
    ['labelChanged', labelChanged, { labels: { a: '1', c: '1' } }],
    ['labelChanged', labelChanged, { labels: { c: '1' } }],
    ['annotationChanged', annotationChanged, { annotations: { b: '2' } }],
    ['annotationChanged', annotationChanged, { annotations: { b: '1', c: '1' } }],
    ['annotationChanged', annotationChanged, { annotations: {} }],
    ['labelChanged', labelChanged, { labels: {} }],
  ] as const)(
    '%s lets adds, deletes and its own change through, and no other',
    (_name, predicate, change) => {
      const same = { generation: 1, labels: { a: '1' }, annotations: { b: '1' } };
      expect(predicate(add)).toBe(true);
      expect(predicate(remove)).toBe(true);
      expect(predicate(update(base, entry({ ...same, ...change })))).toBe(true);
      expect(predicate(update(base, entry(same)))).toBe(false);
    },
  );

  it.each([
    ['generation', generationChanged],
    ['labels', labelChanged],
    ['annotations', annotationChanged],
  ])('find none where there is no %s, before or after', (_part, predicate) => {
    expect(predicate(update(entry({}), entry({ resourceVersion: '2' })))).toBe(false);
    expect(predicate(update(entry({ labels: {}, annotations: {} }), entry({})))).toBe(false);
  });
});

describe('predicates together', () => {
  const yes = () => true;
  const no = () => false;
  it('combine as their names say', () => {
    const outcomes = (predicate: (event: InformerEvent) => boolean) => predicate(add);
    expect([and(yes, yes), and(yes, no), and()].map(outcomes)).toEqual([true, false, true]);
    expect([or(no, yes), or(no, no), or()].map(outcomes)).toEqual([true, false, false]);
    expect([not(yes), not(no)].map(outcomes)).toEqual([false, true]);
  });

  it.each(['add', 'update', 'delete', 'generic'] as const)(
    'ask of an event of type %s the function of that name alone',
    (type) => {
      const never = () => expect.unreachable('asked of another type');
      const functions = { add: never, update: never, delete: never, generic: never };
      const events = {
        add,
        update: update(entry({}), entry({ name: 'b' })),
        delete: remove,
        generic: genericEvent(ConfigMap, add.object as Stored<ConfigMap>),
      };
      for (const answer of [true, false]) {
        const seen: unknown[] = [];
        const own = (event: unknown) => seen.push(event) > 0 && answer;
        expect(predicateFuncs({ ...functions, [type]: own })(events[type])).toBe(answer);
        expect(seen).toEqual([events[type]]);
      }
      const { [type]: _own, ...others } = functions;
      expect(predicateFuncs(others)(events[type])).toBe(true);
    },
  );

  it('decide per kind of event, and let through what they say nothing of', () => {
    const predicate = predicateFuncs({
      add: no,
      update: (event) => event.oldMeta.name === 'a' && event.object.metadata.uid === 'u',
    });
    expect([predicate(add), predicate(update(entry({}), entry({}))), predicate(remove)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
