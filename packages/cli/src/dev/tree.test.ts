import type { KubernetesObject, Stored } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { renderTree } from './render.js';
import { buildTree, isConverged, whatIsMissing } from './tree.js';

function stored(
  kind: string,
  name: string,
  owner?: string,
  rest: Record<string, unknown> = {},
): Stored<KubernetesObject> {
  return {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...(owner === undefined
        ? {}
        : { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: owner, uid: `uid-${owner}` }] }),
    },
    ...rest,
  };
}

const running = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
const nowMs = Date.parse('2026-01-01T00:00:03Z');

describe('buildTree', () => {
  const root = stored('Web', 'site', undefined, { status: {} });
  const objects = [
    stored('Pod', 'b', 'site', running),
    stored('Pod', 'a', 'site', running),
    stored('Pod', 'other', 'nobody'),
  ];

  it('puts under an object what it owns, sorted, and leaves out what nobody in the tree owns', () => {
    expect(renderTree(buildTree([root], objects), { nowMs })).toEqual([
      'Web site           3s',
      '├─ Pod a  Running  3s',
      '└─ Pod b  Running  3s',
    ]);
  });

  it('does not follow a circle of owners', () => {
    const a = stored('A', 'a', 'b');
    const b = stored('B', 'b', 'a');
    expect(renderTree(buildTree([a], [a, b]), { nowMs })).toHaveLength(2);
  });
});

describe('isConverged', () => {
  const treeOf = (root: Stored<KubernetesObject>, ...objects: Array<Stored<KubernetesObject>>) => {
    const [tree] = buildTree([root], objects);
    if (tree === undefined) throw new Error('no tree');
    return tree;
  };

  it('is false while nobody has answered the sample', () => {
    const tree = treeOf(stored('Web', 'site'));
    expect(isConverged(tree)).toBe(false);
    expect(whatIsMissing(tree)).toEqual(['Web site is not answered by the operator']);
  });

  it('is false while a child is not there yet, and says which', () => {
    const tree = treeOf(stored('Web', 'site'), stored('Pod', 'a', 'site', { status: { phase: 'Pending' } }));
    expect(isConverged(tree)).toBe(false);
    expect(whatIsMissing(tree)).toEqual(['Pod a is Pending']);
  });

  it('is true when everything below is current', () => {
    expect(isConverged(treeOf(stored('Web', 'site'), stored('Pod', 'a', 'site', running)))).toBe(true);
  });
});
