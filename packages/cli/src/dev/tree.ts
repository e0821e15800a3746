import type { KubernetesObject, Stored } from '@kubewright/api';
import { healthOf } from './health.js';
import type { Health } from './health.js';

/** An object and what it owns. */
export interface TreeNode {
  readonly object: Stored<KubernetesObject>;
  readonly health: Health;
  readonly children: readonly TreeNode[];
}

/** Makes trees of ownership: children are the objects whose owner references name the uid, sorted by kind and name. */
export function buildTree(
  roots: ReadonlyArray<Stored<KubernetesObject>>,
  objects: Iterable<Stored<KubernetesObject>>,
): TreeNode[] {
  const byOwner = new Map<string, Array<Stored<KubernetesObject>>>();
  for (const object of objects) {
    for (const owner of object.metadata.ownerReferences ?? []) {
      const siblings = byOwner.get(owner.uid);
      if (siblings === undefined) byOwner.set(owner.uid, [object]);
      else siblings.push(object);
    }
  }
  const visit = (object: Stored<KubernetesObject>, above: ReadonlySet<string>): TreeNode => {
    const path = new Set(above).add(object.metadata.uid);
    const children = (byOwner.get(object.metadata.uid) ?? [])
      .filter((c) => !path.has(c.metadata.uid))
      .sort(byKindAndName);
    return { object, health: healthOf(object), children: children.map((c) => visit(c, path)) };
  };
  return roots.map((root) => awaitingAnswer(visit(root, new Set())));
}

/** A root without status or children is not there yet, whatever its conditions do not say. */
function awaitingAnswer(root: TreeNode): TreeNode {
  const answered = root.children.length > 0 || (root.object as { status?: unknown }).status !== undefined;
  return answered
    ? root
    : { ...root, health: { status: 'InProgress', state: 'not answered by the operator' } };
}

function byKindAndName(a: Stored<KubernetesObject>, b: Stored<KubernetesObject>): number {
  return a.kind.localeCompare(b.kind) || a.metadata.name.localeCompare(b.metadata.name);
}

/** Every node, parents before children. */
export function* walk(nodes: readonly TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children);
  }
}

/**
 * Whether a sample has become what it describes: it and everything below it is Current, and the operator has said so
 * in the status or made something of it.
 */
export function isConverged(root: TreeNode): boolean {
  return [...walk([root])].every((node) => node.health.status === 'Current');
}

/** What keeps a tree from being converged, one phrase each. */
export function whatIsMissing(root: TreeNode): string[] {
  return [...walk([root])]
    .filter((node) => node.health.status !== 'Current')
    .map(
      (node) =>
        `${node.object.kind} ${node.object.metadata.name} is ${node.health.state || node.health.status}`,
    );
}
