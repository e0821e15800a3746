import type { ApiObject } from '../behaviour.js';
import { SERVICE_CIDR } from '../core/service-pool.js';

/** The range services get their addresses from, as an object. */
export const initialServiceCidr = (now: string): Pick<ApiObject, 'metadata' | 'spec' | 'status'> => ({
  metadata: { name: 'kubernetes' },
  spec: { cidrs: [SERVICE_CIDR] },
  status: {
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        lastTransitionTime: now,
        reason: '',
        message: 'Kubernetes default Service CIDR is ready',
      },
    ],
  },
});
