import type { KubernetesObject, Stored } from '@kubewright/api';
import type { TreeNode } from '../dev/tree.js';
import type { ConditionState, ObjectState } from './state.js';

/** The trees as plain data, with the conditions of each object. */
export function objectStates(trees: readonly TreeNode[]): ObjectState[] {
  return trees.map(({ object, health, children }) => {
    const { uid, namespace, name, creationTimestamp } = object.metadata;
    return {
      uid,
      apiVersion: object.apiVersion,
      kind: object.kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
      status: health.status,
      state: health.state,
      createdAtMs: Date.parse(creationTimestamp),
      conditions: conditionsOf(object),
      children: objectStates(children),
    };
  });
}

/** `status.conditions` of any object; what is no condition there is left out. */
function conditionsOf(object: Stored<KubernetesObject>): ConditionState[] {
  const { conditions } = (object as { status?: { conditions?: unknown } }).status ?? {};
  if (!Array.isArray(conditions)) return [];
  return (conditions as unknown[]).flatMap((one) => {
    if (typeof one !== 'object' || one === null) return [];
    const { type, status, reason, message } = one as Record<string, unknown>;
    if (typeof type !== 'string' || typeof status !== 'string') return [];
    return [
      {
        type,
        status,
        ...(typeof reason === 'string' && reason !== '' ? { reason } : {}),
        ...(typeof message === 'string' && message !== '' ? { message } : {}),
      },
    ];
  });
}
