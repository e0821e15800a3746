import { describe, expect, it } from 'vitest';
import { deepClone } from '../json.js';
import { createOpenApiLookup, openApiLookup } from '../schema/index.js';
import { PatchError } from './patch-error.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

const pod = openApiLookup('io.k8s.api.core.v1.Pod');
const deployment = openApiLookup('io.k8s.api.apps.v1.Deployment');
const service = openApiLookup('io.k8s.api.core.v1.Service');

const container = (name: string, rest: object = {}) => ({ name, ...rest });
const names = (...list: string[]) => list.map((name) => ({ name }));
/** A pod with these containers, as target or as patch. */
const podOf = (...containers: object[]) => ({ spec: { containers } });
const patchPod = (target: object, patch: object) => applyStrategicMergePatch(target, patch, pod);
const finalizers = (...list: string[]) => ({ metadata: { finalizers: list } });

const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof PatchError ? `${error.code}: ${error.message}` : String(error);
  }
  return 'no error';
};

describe('objects', () => {
  it('are merged, and null removes a key', () => {
    const target = { metadata: { name: 'a', labels: { x: '1', y: '2' } } };
    const patch = { metadata: { labels: { x: null, z: '3' }, annotations: { k: 'v', gone: null } } };
    expect(patchPod(target, patch)).toEqual({
      metadata: { name: 'a', labels: { y: '2', z: '3' }, annotations: { k: 'v' } },
    });
  });

  it('take the value of the patch where the types differ', () => {
    expect(patchPod({ metadata: { labels: 'x' } }, { metadata: { labels: { a: '1', b: null } } })).toEqual({
      metadata: { labels: { a: '1' } },
    });
  });

  it('are replaced by $patch: replace, and emptied by $patch: delete', () => {
    const target = { metadata: { labels: { x: '1', y: '2' } } };
    expect(patchPod(target, { metadata: { labels: { $patch: 'replace', z: '3' } } })).toEqual({
      metadata: { labels: { z: '3' } },
    });
    expect(patchPod(target, { metadata: { labels: { $patch: 'delete', z: '3' } } })).toEqual({
      metadata: { labels: {} },
    });
  });

  it('with a $patch that meet nothing are left out', () => {
    expect(patchPod({ metadata: {} }, { metadata: { labels: { $patch: 'delete' } } })).toEqual({
      metadata: {},
    });
  });

  it('are replaced where the schema says so', () => {
    const lookup = createOpenApiLookup((name) =>
      name === 'Thing'
        ? { properties: { whole: { type: 'object', 'x-kubernetes-patch-strategy': 'replace' } } }
        : undefined,
    );
    expect(applyStrategicMergePatch({ whole: { a: 1 } }, { whole: { b: 2 } }, lookup('Thing'))).toEqual({
      whole: { b: 2 },
    });
  });

  it('of a choice keep what $retainKeys names', () => {
    const target = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    expect(applyStrategicMergePatch(target, patch, deployment)).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    });
  });
});

describe('lists with a merge key', () => {
  it('are merged item by item; new items stand in the order of the patch', () => {
    const target = podOf(container('a', { image: 'a:1', args: ['x'] }), container('b'));
    const patch = podOf(container('c'), container('a', { image: 'a:2' }));
    expect(patchPod(target, patch)).toEqual(
      podOf(container('c'), container('a', { image: 'a:2', args: ['x'] }), container('b')),
    );
  });

  it('are merged at any depth', () => {
    const target = podOf(
      container('a', {
        env: [
          { name: 'X', value: '1' },
          { name: 'Y', value: '2' },
        ],
      }),
    );
    const patch = podOf(container('a', { env: [{ name: 'Y', value: '3' }] }));
    expect(patchPod(target, patch)).toEqual(
      podOf(
        container('a', {
          env: [
            { name: 'X', value: '1' },
            { name: 'Y', value: '3' },
          ],
        }),
      ),
    );
  });

  it('lose the items with $patch: delete, all of one key', () => {
    const target = podOf(container('a'), container('b'), container('a', { image: 'second' }));
    expect(patchPod(target, podOf({ name: 'a', $patch: 'delete' }))).toEqual(podOf(container('b')));
    const other = podOf(...names('a', 'b'));
    expect(patchPod(other, podOf({ name: 'missing', $patch: 'delete' }))).toEqual(other);
  });

  it('are replaced by an item $patch: replace', () => {
    expect(
      patchPod(podOf(container('a'), container('b')), podOf(container('c'), { $patch: 'replace' })),
    ).toEqual(podOf(container('c')));
    expect(patchPod(podOf(container('a')), podOf({ $patch: 'replace' }))).toEqual(podOf());
  });

  it('that meet no list lose their directives', () => {
    expect(patchPod({ spec: {} }, podOf(container('a'), { name: 'b', $patch: 'delete' }))).toEqual(
      podOf(container('a')),
    );
  });

  it('stay when the patch is empty, and are emptied item by item', () => {
    expect(patchPod(podOf(), podOf())).toEqual(podOf());
    expect(patchPod(podOf(container('a')), podOf())).toEqual(podOf(container('a')));
    expect(patchPod(podOf(container('a')), podOf({ name: 'a', $patch: 'delete' }))).toEqual(podOf());
  });

  it('have keys of numbers, too', () => {
    const target = { spec: { ports: [{ port: 80, name: 'http' }, { port: 443 }] } };
    expect(
      applyStrategicMergePatch(target, { spec: { ports: [{ port: 443, name: 'https' }] } }, service),
    ).toEqual({
      spec: {
        ports: [
          { port: 80, name: 'http' },
          { port: 443, name: 'https' },
        ],
      },
    });
  });

  it('of choices keep what $retainKeys names in the item', () => {
    const target = {
      spec: {
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'w', emptyDir: {} },
        ],
      },
    };
    const patch = {
      spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }] },
    };
    expect(patchPod(target, patch)).toEqual({
      spec: {
        volumes: [
          { name: 'v', secret: { secretName: 's' } },
          { name: 'w', emptyDir: {} },
        ],
      },
    });
  });
});

describe('lists without a merge strategy', () => {
  it('are replaced', () => {
    const target = { spec: { tolerations: [{ key: 'a' }, { key: 'b' }] } };
    expect(patchPod(target, { spec: { tolerations: [{ key: 'c' }] } })).toEqual({
      spec: { tolerations: [{ key: 'c' }] },
    });
    expect(patchPod(target, { spec: { tolerations: [] } })).toEqual({ spec: { tolerations: [] } });
  });
});

describe('lists of scalars with a merge strategy', () => {
  it('are united, in the order of the patch', () => {
    expect(patchPod(finalizers('a', 'b'), finalizers('c', 'a'))).toEqual(finalizers('c', 'a', 'b'));
    expect(patchPod(finalizers('a', 'b'), finalizers('b', 'a'))).toEqual(finalizers('b', 'a'));
  });

  it('lose what $deleteFromPrimitiveList names', () => {
    const remove = (...list: string[]) => ({ metadata: { '$deleteFromPrimitiveList/finalizers': list } });
    expect(patchPod(finalizers('a', 'b', 'a'), remove('a', 'x'))).toEqual(finalizers('b'));
    expect(patchPod(finalizers(), remove('a'))).toEqual(finalizers());
    expect(patchPod({ metadata: {} }, remove('a'))).toEqual({ metadata: {} });
  });

  it('are ordered by $setElementOrder', () => {
    const patch = { metadata: { '$setElementOrder/finalizers': ['c', 'b'], finalizers: ['c'] } };
    expect(patchPod(finalizers('a', 'b', 'd'), patch)).toEqual(finalizers('c', 'a', 'b', 'd'));
  });
});

describe('$setElementOrder', () => {
  const ordered = (order: string[], ...containers: object[]) => ({
    spec: { '$setElementOrder/containers': names(...order), containers },
  });

  it('orders a list that the patch otherwise leaves alone', () => {
    const patch = { spec: { '$setElementOrder/containers': names('c', 'a', 'b') } };
    expect(patchPod(podOf(...names('a', 'b', 'c')), patch)).toEqual(podOf(...names('c', 'a', 'b')));
  });

  it('keeps items that only the server has by their neighbours', () => {
    const target = podOf(...names('a', 's1', 'b', 's2'));
    const patch = ordered(['b', 'new', 'a'], container('new'));
    expect(patchPod(target, patch)).toEqual(podOf(...names('s1', 'b', 'new', 'a', 's2')));
  });

  it('puts an item that comes in the place of a deleted one behind what the server has', () => {
    const target = podOf(...names('old', 'sidecar'));
    const patch = ordered(['new'], container('new'), { name: 'old', $patch: 'delete' });
    expect(patchPod(target, patch)).toEqual(podOf(...names('sidecar', 'new')));
  });

  it('may name items that nobody has', () => {
    expect(patchPod(podOf(container('a')), ordered(['x', 'b', 'a'], container('b')))).toEqual(
      podOf(...names('b', 'a')),
    );
  });

  it('orders a list that is new, without its directives', () => {
    const patch = ordered(['b', 'a'], container('b'), container('a'), { name: 'x', $patch: 'delete' });
    expect(patchPod({ spec: {} }, patch)).toEqual(podOf(...names('b', 'a')));
  });

  it('does nothing where there is no list at all', () => {
    expect(patchPod({ spec: {} }, { spec: { '$setElementOrder/containers': names('a') } })).toEqual({
      spec: {},
    });
  });
});

describe('a patch is refused', () => {
  // Texts of apimachinery's strategicpatch, which kube-apiserver passes on.
  it.each<[string, object, object, string]>([
    [
      'when an item has no merge key',
      podOf(container('a')),
      podOf({ image: 'b' }),
      'CannotMerge: map: map[image:b] does not contain declared merge key: name',
    ],
    [
      'when the type has no such field',
      { spec: { nope: {} } },
      { spec: { nope: {} } },
      'CannotMerge: unable to find api field in struct PodSpec for the json field "nope"',
    ],
    [
      'when $patch says something else',
      podOf(container('a')),
      podOf({ name: 'a', $patch: 'x' }),
      'CannotMerge: unknown patch type: x in map: map[$patch:x name:a]',
    ],
    [
      'when an item asks to merge the list',
      podOf(container('a')),
      podOf({ name: 'a', $patch: 'merge' }),
      'CannotMerge: merging lists cannot yet be specified in the patch',
    ],
    [
      'when an item to delete has no merge key',
      podOf(container('a')),
      podOf({ $patch: 'delete' }),
      'CannotMerge: map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      'when a merged list contains lists',
      podOf(container('a')),
      { spec: { containers: [[1]] } },
      'CannotMerge: list element types are not identical: [[map[name:a]] [[1]]]',
    ],
    [
      'when the live list contains lists',
      { spec: { containers: [[1]] } },
      podOf(container('a')),
      'ListOfLists: lists of lists are not supported',
    ],
    [
      'when $retainKeys lacks what the patch sets',
      { metadata: {} },
      { metadata: { $retainKeys: ['a'], name: 'x' } },
      'MalformedPatch: invalid patch format of retainKeys',
    ],
    [
      'when $retainKeys is no list',
      { metadata: {} },
      { metadata: { $retainKeys: 'a' } },
      'MalformedPatch: invalid patch format of retainKeys',
    ],
    [
      'when $setElementOrder is no list',
      podOf(),
      { spec: { '$setElementOrder/containers': 'a' } },
      'CannotMerge: expected a []interface {}, but received a string',
    ],
    [
      'when $setElementOrder names no list',
      podOf(),
      { spec: { $setElementOrder: [] } },
      'MalformedPatch: invalid patch format of setElementOrder list',
    ],
    [
      'when $deleteFromPrimitiveList names no list',
      podOf(),
      { spec: { $deleteFromPrimitiveList: [] } },
      'MalformedPatch: invalid patch format of primitive list',
    ],
    [
      'when the order of the patch is another than $setElementOrder',
      podOf(container('a')),
      { spec: { '$setElementOrder/containers': names('a', 'b'), containers: names('b', 'a') } },
      "CannotMerge: The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n",
    ],
    [
      'when it is no object',
      {},
      [] as object,
      'MalformedPatch: a strategic merge patch and what it is applied to must be objects',
    ],
  ])('%s', (_, target, patch, message) => {
    expect(failure(() => patchPod(target, patch))).toBe(message);
  });
});

it('neither target nor patch is changed or shared', () => {
  const target = podOf(container('a', { env: [{ name: 'X', value: '1' }] }), container('b'));
  const patch = podOf(container('a', { env: [{ name: 'Y', value: '2' }] }), { name: 'b', $patch: 'delete' });
  const before = deepClone([target, patch]);
  const result = patchPod(target, patch) as {
    spec: { containers: Array<{ env: Array<{ value: string }> }> };
  };
  for (const variable of result.spec.containers[0]?.env ?? []) variable.value = 'changed';
  expect([target, patch]).toEqual(before);
});
