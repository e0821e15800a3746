import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepClone } from '../json.js';
import { openApiLookup } from '../schema/index.js';
import { createStrategicMergePatch } from './create-strategic-merge-patch.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

const deployment = openApiLookup('io.k8s.api.apps.v1.Deployment');
const pod = openApiLookup('io.k8s.api.core.v1.Pod');

const names = (...list: string[]) => list.map((name) => ({ name }));
const podOf = (...containers: object[]) => ({ spec: { containers } });
const diffPods = (original: object, modified: object) => createStrategicMergePatch(original, modified, pod);

// As strategicpatch.CreateTwoWayMergePatch of apimachinery 0.36.1 makes them.
describe('createStrategicMergePatch', () => {
  it('says nothing when nothing differs', () => {
    const object = {
      metadata: { finalizers: ['b', 'a'], labels: { x: '1' } },
      spec: { containers: names('b', 'a') },
    };
    expect(diffPods(object, deepClone(object))).toEqual({});
  });

  it('sets, changes and removes fields', () => {
    const original = { metadata: { labels: { a: '1', b: '2', c: '3' } } };
    const modified = { metadata: { labels: { a: '1', b: '3', d: '4' } } };
    expect(diffPods(original, modified)).toEqual({ metadata: { labels: { b: '3', c: null, d: '4' } } });
  });

  it('replaces lists without a merge strategy', () => {
    const tolerations = (...keys: string[]) => ({ spec: { tolerations: keys.map((key) => ({ key })) } });
    expect(diffPods(tolerations('a', 'b'), tolerations('b'))).toEqual(tolerations('b'));
  });

  it('names added, changed and deleted items, and the order', () => {
    const original = podOf({ name: 'a', image: '1' }, { name: 'b', image: '1' }, { name: 'c' });
    const modified = podOf({ name: 'd', image: '1' }, { name: 'b', image: '2' }, { name: 'c' });
    expect(diffPods(original, modified)).toEqual({
      spec: {
        '$setElementOrder/containers': names('d', 'b', 'c'),
        containers: [
          { name: 'd', image: '1' },
          { name: 'b', image: '2' },
          { name: 'a', $patch: 'delete' },
        ],
      },
    });
  });

  it('names only the order when only the order changed', () => {
    expect(diffPods(podOf(...names('a', 'b')), podOf(...names('b', 'a')))).toEqual({
      spec: { '$setElementOrder/containers': names('b', 'a') },
    });
  });

  it('gives a list that was empty as it is', () => {
    expect(diffPods(podOf(), podOf(...names('a')))).toEqual(podOf(...names('a')));
  });

  it('deletes all items of a list that becomes empty', () => {
    expect(diffPods(podOf(...names('b', 'a')), podOf())).toEqual({
      spec: {
        containers: [
          { name: 'a', $patch: 'delete' },
          { name: 'b', $patch: 'delete' },
        ],
      },
    });
  });

  it('names added and deleted scalars, and the order', () => {
    const original = { metadata: { finalizers: ['a', 'b', 'c'] } };
    const modified = { metadata: { finalizers: ['d', 'b'] } };
    expect(diffPods(original, modified)).toEqual({
      metadata: {
        finalizers: ['d'],
        '$deleteFromPrimitiveList/finalizers': ['a', 'c'],
        '$setElementOrder/finalizers': ['d', 'b'],
      },
    });
  });

  it('names the keys that stay in an object of one choice', () => {
    const strategy = (value: object) => ({ spec: { strategy: value } });
    const original = strategy({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } });
    expect(createStrategicMergePatch(original, strategy({ type: 'Recreate' }), deployment)).toEqual(
      strategy({ $retainKeys: ['type'], type: 'Recreate', rollingUpdate: null }),
    );
  });

  it('names the keys that stay in an item of one choice', () => {
    const volumes = (value: object) => ({ spec: { volumes: [{ name: 'v', ...value }] } });
    expect(diffPods(volumes({ emptyDir: {} }), volumes({ secret: { secretName: 's' } }))).toEqual({
      spec: {
        '$setElementOrder/volumes': names('v'),
        volumes: [
          { name: 'v', $retainKeys: ['name', 'secret'], secret: { secretName: 's' }, emptyDir: null },
        ],
      },
    });
  });

  it('refuses items without their merge key, and what is no object', () => {
    expect(() => diffPods(podOf(...names('a')), podOf({ image: 'x' }))).toThrow(
      'does not contain declared merge key: name',
    );
    expect(() => diffPods([], {})).toThrow(expect.objectContaining({ code: 'MalformedPatch' }));
  });
});

const subset = <T>(items: T[]) => fc.shuffledSubarray(items);
const text = fc.constantFrom('a', 'b', '');
const container = fc.record(
  {
    image: text,
    args: fc.array(text, { maxLength: 2 }),
    resources: fc.record({ limits: fc.dictionary(text, text) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const volume = fc.record(
  { emptyDir: fc.record({ medium: text }), secret: fc.record({ secretName: text }) },
  { requiredKeys: [] },
);
const keyed = (keys: string[], value: fc.Arbitrary<object>) =>
  fc
    .tuple(subset(keys), fc.array(value, { minLength: keys.length, maxLength: keys.length }))
    .map(([chosen, values]) => chosen.map((name, i) => ({ name, ...values[i] })));
const anyPod = fc.record(
  {
    metadata: fc.record(
      { labels: fc.dictionary(text, text), finalizers: subset(['f', 'g', 'h']) },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      { containers: keyed(['a', 'b', 'c', 'd'], container), volumes: keyed(['v', 'w'], volume) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

describe('a created patch', () => {
  it('turns the original into the modified object, order included', () => {
    fc.assert(
      fc.property(anyPod, anyPod, (original, modified) => {
        const patch = diffPods(original, modified);
        expect(applyStrategicMergePatch(original, patch, pod)).toEqual(modified);
      }),
    );
  });

  it('keeps what somebody else added meanwhile', () => {
    const patch = diffPods(podOf(...names('a', 'b')), podOf(...names('b', 'c')));
    const live = podOf({ name: 'a' }, { name: 'sidecar' }, { name: 'b', image: 'x' });
    expect(applyStrategicMergePatch(live, patch, pod)).toEqual(
      podOf({ name: 'sidecar' }, { name: 'b', image: 'x' }, { name: 'c' }),
    );
  });
});
