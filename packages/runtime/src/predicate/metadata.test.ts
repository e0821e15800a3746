import { describe, expect, it } from 'vitest';
import type { KubernetesObject, Stored } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { metaEntry } from '../cache/codec.js';
import { informerEvent } from '../cache/informer-event.js';
import type { ObjectMetaEntry } from '../cache/informer-event.js';
import { genericEvent } from './generic-event.js';
import { labelSelectorPredicate, ownerPredicate } from './metadata.js';
import { objectPredicate } from './predicate.js';

type Metadata = Partial<Stored<KubernetesObject>['metadata']>;

function object(metadata: Metadata): Stored<KubernetesObject> {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', uid: 'u', creationTimestamp: '', resourceVersion: '1', ...metadata },
  };
}

function entry(metadata: Metadata): ObjectMetaEntry {
  return metaEntry(object(metadata), new TextEncoder().encode(JSON.stringify(object(metadata))));
}

const add = (metadata: Metadata) => informerEvent({ type: 'add', kind: ConfigMap, meta: entry(metadata) });
const update = (before: Metadata, after: Metadata) =>
  informerEvent({ type: 'update', kind: ConfigMap, oldMeta: entry(before), meta: entry(after) });
const remove = (metadata: Metadata) =>
  informerEvent({ type: 'delete', kind: ConfigMap, meta: entry(metadata) });
const owned = (controller: boolean, kind = 'ConfigMap', apiVersion = 'v1') => ({
  ownerReferences: [{ apiVersion, kind, name: 'o', uid: 'o', controller }],
});

describe('labelSelectorPredicate', () => {
  it.each([
    ['a text', 'app=web,tier in (a, b)'],
    [
      'the form of the API',
      {
        matchLabels: { app: 'web' },
        matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }],
      },
    ],
  ])('selects by %s, of updates by the new labels', (_form, selector) => {
    const predicate = labelSelectorPredicate(selector);
    const yes = { labels: { app: 'web', tier: 'a' } };
    const no = { labels: { app: 'web', tier: 'c' } };
    const events = [add(yes), add(no), add({}), update(no, yes), update(yes, no), remove(yes), remove(no)];
    expect(events.map(predicate)).toEqual([true, false, false, true, false, true, false]);
    expect(predicate(genericEvent(ConfigMap, object(yes) as Stored<ConfigMap>))).toBe(true);
  });
});

describe('ownerPredicate', () => {
  it('selects what the kind controls, of updates also what it did before', () => {
    const predicate = ownerPredicate(ConfigMap);
    const events = [
      add(owned(true)),
      add(owned(false)),
      add(owned(true, 'Secret')),
      add(owned(true, 'ConfigMap', 'other.com/v1')),
      add({}),
      update(owned(true), {}),
      update({}, owned(true)),
      remove(owned(true)),
    ];
    expect(events.map(predicate)).toEqual([true, false, false, false, false, true, true, true]);
    expect(ownerPredicate(ConfigMap, { matchEveryOwner: true })(add(owned(false)))).toBe(true);
  });
});

describe('objectPredicate', () => {
  it('judges the object, of an update the new one', () => {
    const predicate = objectPredicate(({ metadata }) => metadata.name === 'yes');
    const outcomes = (name: string) =>
      [
        add({ name }),
        update({ name: 'other' }, { name }),
        remove({ name }),
        genericEvent(ConfigMap, object({ name }) as Stored<ConfigMap>),
      ].map(predicate);
    expect([outcomes('yes'), outcomes('no')]).toEqual([
      [true, true, true, true],
      [false, false, false, false],
    ]);
  });
});
