import { Deployment } from '@kubewright/api/apps/v1';
import type { Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { ClusterContext } from './check.js';
import { namespaceOf, operatorIn } from './project-objects.js';

/** The operator's Deployment as it is in the cluster. Absent: the project deploys none, or it is not deployed. */
export async function deployedOperator({
  client,
  objects,
  io,
}: ClusterContext): Promise<Stored<Deployment> | undefined> {
  const operator = operatorIn(objects);
  if (operator === undefined) return undefined;
  const key = { namespace: namespaceOf(operator), name: operator.metadata?.name ?? '' };
  try {
    return await client.get(Deployment, key, { signal: io.signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
