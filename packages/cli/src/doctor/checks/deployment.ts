import { whatIsInTheWay } from '../../deploy/rollout.js';
import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck } from '../check.js';
import { operatorIn } from '../project-objects.js';
import { deployedOperator } from '../running-operator.js';

/** Whether the operator runs as its Deployment says. */
export const deployment: ClusterCheck = {
  name: 'operator',
  place: 'cluster',
  run: async (context) => {
    const wanted = operatorIn(context.objects);
    if (wanted === undefined) return [skipped('the project deploys no operator')];
    const found = await deployedOperator(context);
    if (found === undefined) return [skipped('the operator is not deployed ("kubewright deploy")')];
    const { namespace = '', name } = found.metadata;
    const what = `Deployment ${namespace}/${name}`;
    const replicas = found.spec?.replicas ?? 1;
    const { availableReplicas = 0, updatedReplicas = 0 } = found.status ?? {};
    if (replicas === 0)
      return [
        warning(`${what} has no replicas`, `kubectl scale -n ${namespace} deployment ${name} --replicas=1`),
      ];
    if (availableReplicas >= replicas && updatedReplicas >= replicas)
      return [ok(`${what}: ${availableReplicas} of ${replicas} replicas available`)];
    const reason = await whatIsInTheWay(namespace, found.spec?.selector.matchLabels ?? {}, {
      client: context.client,
      signal: context.io.signal,
    });
    const message = `${what} has ${availableReplicas} of ${replicas} replicas available${reason === '' ? '' : `: ${reason}`}`;
    const advice = `kubectl -n ${namespace} logs deployment/${name}, and describe its pods`;
    return [availableReplicas === 0 ? problem(message, advice) : warning(message, advice)];
  },
};
