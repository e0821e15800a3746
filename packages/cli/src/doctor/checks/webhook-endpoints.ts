import { Service } from '@kubewright/api/core/v1';
import { EndpointSlice } from '@kubewright/api/discovery/v1';
import { isNotFound } from '@kubewright/client';
import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, ClusterContext } from '../check.js';
import { webhookTargets } from '../webhook-targets.js';

/** Whether somebody answers whom the API server calls: webhooks of admission and of conversion. */
export const webhookEndpoints: ClusterCheck = {
  name: 'webhooks',
  place: 'cluster',
  run: async (context) => {
    const targets = await webhookTargets(context);
    if (targets.length === 0) return [skipped('no webhook of the project is installed')];
    const findings = [];
    for (const { caller, service, blocks } of targets) {
      const silent = await whySilent(service, context);
      if (silent === undefined) continue;
      const consequence = blocks ? 'what it is asked about is refused' : 'it is passed over';
      findings.push(
        (blocks ? problem : warning)(
          `${caller}: ${silent}: ${consequence}`,
          'deploy the operator ("kubewright deploy"), or remove the configuration while none runs ("kubewright undeploy")',
        ),
      );
    }
    return findings.length > 0 ? findings : [ok(`${targets.length} webhooks have somebody who answers`)];
  },
};

/** Undefined where the service has an endpoint that is ready. */
async function whySilent(
  { namespace, name, port }: { namespace: string; name: string; port: number },
  { client, io }: ClusterContext,
): Promise<string | undefined> {
  const { signal } = io;
  const service = await client.get(Service, { namespace, name }, { signal }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (service === undefined) return `there is no Service ${namespace}/${name}`;
  if (!(service.spec?.ports ?? []).some((of) => of.port === port))
    return `the Service ${namespace}/${name} has no port ${port}`;
  const { items } = await client.list(EndpointSlice, {
    namespace,
    labelSelector: { 'kubernetes.io/service-name': name },
    signal,
  });
  // Unset counts as ready, by the API.
  const ready = items.some(({ endpoints }) =>
    (endpoints ?? []).some((one) => one.conditions?.ready !== false),
  );
  return ready ? undefined : `the Service ${namespace}/${name} has no endpoint that is ready`;
}
