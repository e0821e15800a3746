import { Lease } from '@kubewright/api/coordination/v1';
import { Pod } from '@kubewright/api/core/v1';
import type { Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { isApiError } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { namespaceOf, operatorIn, projectObjects } from '../doctor/project-objects.js';
import { CliError } from '../errors.js';

/** The default of `--debug-bind-address`. */
const DEBUG_PORT = 8082;

/** The port of the debug server in a pod, by the flags of its containers. */
export function debugPortOf(pod: Pod): number {
  const flags = (pod.spec?.containers ?? []).flatMap(({ args = [], command = [] }) => [...command, ...args]);
  const at = flags.findIndex((flag) => /^--?debug-bind-address(=|$)/.test(flag));
  const flag = flags[at] ?? '';
  const value = flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : (flags[at + 1] ?? '');
  const port = Number(/:(\d+)$/.exec(value)?.[1]);
  return at >= 0 && port > 0 ? port : DEBUG_PORT;
}

/**
 * The pod of a project's deployed operator: that which leads, or any that is ready.
 *
 * @throws CliError when the project deploys none, or none is ready
 */
export async function operatorPod(
  client: Client,
  options: { readonly folder: string; readonly kustomization: string; readonly signal: AbortSignal },
): Promise<Stored<Pod>> {
  const { folder, kustomization, signal } = options;
  const wanted = operatorIn((await projectObjects(folder, kustomization)).objects);
  if (wanted === undefined)
    throw new CliError('ProjectNotFound', `${folder} deploys no operator: name its pod with --pod`);
  const namespace = namespaceOf(wanted);
  const name = wanted.metadata?.name ?? '';
  const deployment = await client.get(Deployment, { namespace, name }, { signal });
  const labelSelector = deployment.spec?.selector.matchLabels ?? {};
  const { items } = await client.list(Pod, { namespace, labelSelector, signal });
  const ready = items.filter(({ status }) =>
    (status?.conditions ?? []).some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  );
  const [any] = ready;
  if (any === undefined)
    throw new CliError(
      'CannotConnect',
      `no pod of Deployment ${namespace}/${name} is ready: "kubewright doctor" says why`,
    );
  if (ready.length === 1) return any;
  // Who may not read Leases gets one of the pods.
  const leases = await client.list(Lease, { namespace, signal }).catch((error: unknown) => {
    if (isApiError(error)) return { items: [] };
    throw error;
  });
  const holders = leases.items.map(({ spec }) => spec?.holderIdentity?.replace(/_[^_]*$/, ''));
  return ready.find(({ metadata }) => holders.includes(metadata.name)) ?? any;
}
