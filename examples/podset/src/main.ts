import { forKind, runOperator } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import { podSetController } from './controllers/pod-set.js';
import { COMMON_LABELS } from './controllers/pods.js';

await runOperator({
  name: 'podset-operator',
  controllers: [podSetController],
  // Of all the pods of a cluster, only those of PodSets are followed.
  cache: { byKind: [forKind(Pod, { labelSelector: COMMON_LABELS })] },
});
