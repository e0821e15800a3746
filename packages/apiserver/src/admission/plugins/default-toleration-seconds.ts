import type { Pod, Toleration } from '@kubewright/api/core/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionPlugin } from '../admission.js';

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;
// The flags default-not-ready-toleration-seconds and default-unreachable-toleration-seconds.
const SECONDS = 300;

/** Pods stay on a node that is lost for five minutes, unless they say otherwise (plugin/pkg/admission/defaulttolerationseconds). */
export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    name: 'DefaultTolerationSeconds',
    operations: ['CREATE', 'UPDATE'],
    resources: ['pods'],
    subresources: [''],
    admit({ object }) {
      const spec = ((object as ApiObject & Pod).spec ??= {} as NonNullable<Pod['spec']>);
      const given = spec.tolerations ?? [];
      const missing = TAINTS.filter((key) => !given.some((toleration) => tolerates(toleration, key)));
      if (missing.length === 0) return;
      spec.tolerations = [
        ...given,
        ...missing.map((key) => ({
          key,
          operator: 'Exists' as const,
          effect: 'NoExecute' as const,
          tolerationSeconds: SECONDS,
        })),
      ];
    },
  };
}

const tolerates = ({ key = '', effect = 'NoExecute' }: Toleration, taint: string): boolean =>
  (key === '' || key === taint) && ['', 'NoExecute'].includes(effect);
