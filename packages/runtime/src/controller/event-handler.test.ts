import { describe, expect, it } from 'vitest';
import type { OwnerReference, Stored } from '@kubewright/api';
import { ReplicaSet } from '@kubewright/api/apps/v1';
import { ConfigMap, Node } from '@kubewright/api/core/v1';

import { metaEntry } from '../cache/codec.js';
import { informerEvent } from '../cache/informer-event.js';
import type { ObjectMetaEntry } from '../cache/informer-event.js';
import { genericEvent } from '../predicate/generic-event.js';
import type { ObjectEvent } from '../predicate/generic-event.js';
import { ownerPredicate } from '../predicate/metadata.js';
import type { MapContext } from './definition.js';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  handlerFuncs,
} from './event-handler.js';
import type { EventHandler } from './event-handler.js';

/* After controller-runtime's pkg/handler/eventhandler_test.go. */

function entry(namespace: string, ...owners: string[]): ObjectMetaEntry {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'a',
      namespace,
      uid: 'u',
      creationTimestamp: '',
      resourceVersion: '1',
      ownerReferences: owners.map((name, index) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name,
        uid: name,
        controller: index === 0,
      })),
    },
  };
  return metaEntry(object, new TextEncoder().encode(JSON.stringify(object)));
}

/** A config map with these owner references. */
const owned = (...references: Array<Partial<OwnerReference>>) => {
  const ownerReferences = references.map((reference) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'o',
    uid: 'u',
    ...reference,
  }));
  const { bytes } = entry('x');
  const object = JSON.parse(new TextDecoder().decode(bytes)) as Stored<ConfigMap>;
  object.metadata.ownerReferences = ownerReferences;
  return metaEntry(object, new TextEncoder().encode(JSON.stringify(object)));
};
const generic = (meta: ObjectMetaEntry) =>
  genericEvent(ConfigMap, JSON.parse(new TextDecoder().decode(meta.bytes)) as Stored<ConfigMap>);

const event = (type: 'add' | 'delete', meta: ObjectMetaEntry) =>
  informerEvent({ type, kind: ConfigMap, meta });
const update = (oldMeta: ObjectMetaEntry, meta: ObjectMetaEntry) =>
  informerEvent({ type: 'update', kind: ConfigMap, oldMeta, meta });

async function requested(handler: EventHandler, ...events: ObjectEvent[]): Promise<string[]> {
  const seen: string[] = [];
  const queue = {
    add: ({ namespace = '', name }: { namespace?: string; name: string }) =>
      void seen.push(`${namespace}/${name}`),
  };
  for (const one of events) await handler.handle(one, queue, {} as MapContext);
  return seen;
}

describe('enqueueRequestForObject', () => {
  it('requests the object, of whichever event, once', async () => {
    const seen = await requested(
      enqueueRequestForObject(),
      event('add', entry('x')),
      update(entry('x'), entry('x')),
      event('delete', entry('')),
      informerEvent({ type: 'delete', kind: ConfigMap, meta: entry('z'), finalStateUnknown: true }),
      generic(entry('y')),
    );
    expect(seen).toEqual(['x/a', 'x/a', '/a', 'z/a', 'y/a']);
  });
});

describe('enqueueRequestForOwner', () => {
  it('requests the controlling owner, of an update the old and the new one', async () => {
    const handler = enqueueRequestForOwner(ConfigMap);
    expect(await requested(handler, event('add', entry('x', 'o', 'p')), event('add', entry('x')))).toEqual([
      'x/o',
    ]);
    expect(await requested(handler, update(entry('x', 'o'), entry('x', 'p')))).toEqual(['x/p', 'x/o']);
    expect(await requested(handler, update(entry('x', 'o'), entry('x', 'o')))).toEqual(['x/o']);
  });

  it('requests every owner when asked to', async () => {
    const handler = enqueueRequestForOwner(ConfigMap, { matchEveryOwner: true });
    expect(await requested(handler, event('delete', entry('x', 'o', 'p')))).toEqual(['x/o', 'x/p']);
  });

  it.each<[string, Array<Partial<OwnerReference>>, string[]]>([
    ['the owner of its kind alone', [{ name: 'a' }, { kind: 'Deployment', name: 'b' }], ['x/a']],
    ['every owner of its kind', [{ name: 'a' }, { name: 'b' }, { name: 'c' }], ['x/a', 'x/b', 'x/c']],
    ['an owner of another version', [{ apiVersion: 'apps/v2', name: 'a' }], ['x/a']],
    ['no owner of another group', [{ apiVersion: 'extensions/v1' }, { apiVersion: 'v1' }], []],
    ['no owner whose apiVersion makes no sense', [{ apiVersion: 'apps/v1/fail' }], []],
    ['nothing where there are no owners', [], []],
  ])('requests %s', async (_what, references, expected) => {
    const handler = enqueueRequestForOwner(ReplicaSet, { matchEveryOwner: true });
    for (const of of [event('add', owned(...references)), event('delete', owned(...references))]) {
      expect(await requested(handler, of)).toEqual(expected);
    }
    expect(await requested(handler, generic(owned(...references)))).toEqual(expected);
  });

  it.each<[string, Array<Partial<OwnerReference>>, string[]]>([
    [
      'the first of several that call themselves the controller',
      [{ name: 'a' }, { name: 'b', controller: true }, { name: 'c', controller: true }],
      ['x/b'],
    ],
    [
      'nothing when that is of another kind',
      [
        { kind: 'Deployment', controller: true },
        { name: 'c', controller: true },
      ],
      [],
    ],
    ['no owner that is no controller', [{ name: 'a' }, { name: 'b', controller: false }], []],
    ['nothing where there are no owners', [], []],
  ])('by default requests %s', async (_what, references, expected) => {
    expect(await requested(enqueueRequestForOwner(ReplicaSet), event('add', owned(...references)))).toEqual(
      expected,
    );
    expect(ownerPredicate(ReplicaSet)(event('add', owned(...references)))).toBe(expected.length > 0);
  });

  it('requests an owner of a cluster-scoped kind without a namespace', async () => {
    const node = owned({ apiVersion: 'v1', kind: 'Node', name: 'n', controller: true });
    expect(await requested(enqueueRequestForOwner(Node), event('add', node))).toEqual(['/n']);
  });
});

describe('enqueueRequestsFromMapFunc', () => {
  it('requests what the function names, of an update for the old and the new object', async () => {
    const handler = enqueueRequestsFromMapFunc(({ metadata }) => [{ name: `of ${metadata.namespace}` }]);
    expect(await requested(handler, update(entry('x'), entry('y')), event('add', entry('z')))).toEqual([
      '/of x',
      '/of y',
      '/of z',
    ]);
    expect(await requested(handler, update(entry('x'), entry('x')))).toEqual(['/of x']);
    expect(await requested(handler, event('delete', entry('d')), generic(entry('g')))).toEqual([
      '/of d',
      '/of g',
    ]);
  });
});

describe('handlerFuncs', () => {
  it('calls the function of the event, and drops events that have none', async () => {
    const handler = handlerFuncs({
      add: ({ meta }, queue) => {
        queue.add({ name: `add ${meta.name}` });
      },
      delete: async ({ meta }, queue) => {
        await Promise.resolve();
        queue.add({ name: `delete ${meta.name}` });
      },
    });
    const events = [
      event('add', entry('x')),
      update(entry('x'), entry('x')),
      event('delete', entry('x')),
      generic(entry('x')),
    ];
    expect(await requested(handler, ...events)).toEqual(['/add a', '/delete a']);
    const others = handlerFuncs({
      update: ({ oldMeta, meta }, queue) => {
        queue.add({ name: `update ${oldMeta.namespace} ${meta.namespace}` });
      },
      generic: ({ meta }, queue) => {
        queue.add({ name: `generic ${meta.name}` });
      },
    });
    events[1] = update(entry('x'), entry('y'));
    expect(await requested(others, ...events)).toEqual(['/update x y', '/generic a']);
  });
});
