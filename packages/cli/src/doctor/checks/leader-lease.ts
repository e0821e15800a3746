import { Lease } from '@kubewright/api/coordination/v1';
import { Pod } from '@kubewright/api/core/v1';
import { ok, problem, skipped } from '../check.js';
import type { ClusterCheck } from '../check.js';
import { deployedOperator } from '../running-operator.js';

/** Whether one of the replicas leads, where they elect a leader: without one nothing is reconciled. */
export const leaderLease: ClusterCheck = {
  name: 'leader',
  place: 'cluster',
  run: async (context) => {
    const { client, io } = context;
    const found = await deployedOperator(context);
    const containers = found?.spec?.template.spec?.containers ?? [];
    const flags = containers.flatMap(({ args = [] }) => args);
    const elects = flags.some((flag) => /^--leader-elect(=(true|t|1))?$/.test(flag));
    if (found === undefined || !elects) return [skipped('no operator is deployed that elects a leader')];
    const namespace =
      flags.find((flag) => flag.startsWith('--leader-election-namespace='))?.replace(/^[^=]*=/, '') ??
      found.metadata.namespace ??
      'default';
    const labelSelector = found.spec?.selector.matchLabels ?? {};
    const pods = await client.list(Pod, {
      namespace: found.metadata.namespace,
      labelSelector,
      signal: io.signal,
    });
    const leases = await client.list(Lease, { namespace, signal: io.signal });
    // The holder is named by its host, which is its pod, and a UUID.
    const held = leases.items.filter(({ spec }) =>
      pods.items.some(({ metadata }) => spec?.holderIdentity?.startsWith(`${metadata.name}_`) === true),
    );
    const fresh = held.find(({ spec }) => {
      const end = Date.parse(spec?.renewTime ?? '') + (spec?.leaseDurationSeconds ?? 0) * 1000;
      return end >= io.clock.now();
    });
    if (fresh !== undefined)
      return [
        ok(
          `${fresh.spec?.holderIdentity?.split('_')[0] ?? ''} holds the Lease ${namespace}/${fresh.metadata.name}`,
        ),
      ];
    const advice = `see the log of the operator, and whether its clock is right: kubectl -n ${namespace} get leases`;
    const [stale] = held;
    return [
      stale === undefined
        ? problem(`no pod of the operator holds a Lease in ${namespace}: nothing is reconciled`, advice)
        : problem(
            `the Lease ${namespace}/${stale.metadata.name} was renewed last at ${stale.spec?.renewTime ?? ''}: nothing is reconciled`,
            advice,
          ),
    ];
  },
};
