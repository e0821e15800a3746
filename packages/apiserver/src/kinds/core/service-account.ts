import type { ServiceAccount } from '@kubewright/api/core/v1';
import { behaviour } from '../behaviour.js';
import { AGE, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

/** registry/core/serviceaccount/strategy.go. */
export const serviceAccount = behaviour<ServiceAccount>({
  group: '',
  kind: 'ServiceAccount',
  hasGeneration: false,
  table: {
    columns: [NAME, AGE],
    row: ({ metadata }, nowMs) => [metadata?.name, age(metadata?.creationTimestamp, nowMs)],
  },
});
