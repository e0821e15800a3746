import type { Node } from '@kubewright/api/core/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionPlugin } from '../admission.js';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const;

/** A new node takes no pods until somebody has seen that it is ready (plugin/pkg/admission/nodetaint). */
export function taintNodesByCondition(): AdmissionPlugin {
  return {
    name: 'TaintNodesByCondition',
    operations: ['CREATE'],
    resources: ['nodes'],
    subresources: [''],
    admit({ object }) {
      const spec = ((object as ApiObject & Node).spec ??= {});
      const { taints = [] } = spec;
      if (!taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect))
        spec.taints = [...taints, { ...NOT_READY }];
    },
  };
}
