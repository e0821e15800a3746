import { validateDns1123Label } from '@kubewright/api';

import { resolveLeaderElection } from '../leader-election/options.js';

/** How the replicas of an operator share out the keys of controllers with the option `sharded`. */
export interface ShardingOptions {
  /** Names the group; the same for all replicas, and for nobody else in the namespace. Its Leases begin with it. */
  group: string;
  /** Where the Leases of the members are. Defaults to the namespace of the pod. */
  namespace?: string | undefined;
  /** For people: who this replica is. Defaults to the host's name and a UUID. */
  identity?: string | undefined;
  /** How long others wait for a member that is silent: whole seconds. Defaults to 15000. */
  leaseDurationMs?: number | undefined;
  /** How long a member tries to renew its lease before it ends. Defaults to 10000. */
  renewDeadlineMs?: number | undefined;
  /** How often a member renews its lease and looks at the others. Defaults to 2000. */
  retryPeriodMs?: number | undefined;
}

export type ResolvedShardingOptions = ShardingOptions &
  Required<{ [K in 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs']: number }>;

/** Fills in the defaults, which are those of leader election. Throws a TypeError or RangeError that names what cannot be. */
export function resolveSharding(options: ShardingOptions): ResolvedShardingOptions {
  const [problem] = validateDns1123Label(options.group);
  if (problem !== undefined)
    throw new TypeError(`sharding: the group "${options.group}" cannot name Leases: ${problem}`);
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;
  const durations = resolveLeaderElection(
    { id: options.group, leaseDurationMs, renewDeadlineMs, retryPeriodMs },
    'sharding',
  );
  return {
    ...options,
    leaseDurationMs: durations.leaseDurationMs,
    renewDeadlineMs: durations.renewDeadlineMs,
    retryPeriodMs: durations.retryPeriodMs,
  };
}
