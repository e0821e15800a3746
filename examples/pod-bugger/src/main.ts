import { dropManagedFields, forKind, runOperator } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import { podBuggerToolController } from './controllers/pod-bugger-tool.js';

await runOperator({
  name: 'pod-bugger',
  controllers: [podBuggerToolController],
  // The pods of the whole cluster: what is not needed need not be kept.
  cache: { byKind: [forKind(Pod, { transform: dropManagedFields })] },
});
