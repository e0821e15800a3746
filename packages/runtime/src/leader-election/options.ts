import { validateDns1123Subdomain } from '@kubewright/api';

/** Durations and names are client-go's and controller-runtime's, and so are the defaults. */
export interface LeaderElectionOptions {
  /** The name of the Lease; the same for all replicas, and for nobody else in the namespace. */
  id: string;
  /** Where the Lease is. Defaults to the namespace of the pod. */
  namespace?: string | undefined;
  /** Unique among all candidates. Defaults to the host's name and a UUID. */
  identity?: string | undefined;
  /** How long others wait for a leader that is silent: whole seconds. Defaults to 15000. */
  leaseDurationMs?: number | undefined;
  /** How long a leader tries to renew before it stops. Defaults to 10000. */
  renewDeadlineMs?: number | undefined;
  /** How long to wait between tries. Defaults to 2000. */
  retryPeriodMs?: number | undefined;
  /**
   * Whether to give the lease up at a stop, so that another replica leads at once. It is given up after everything
   * that needs leadership has ended, and not at all when that took too long. Defaults to true; in controller-runtime
   * to false, because it cannot know what the program does afterwards: do not go on to write anything.
   */
  releaseOnCancel?: boolean | undefined;
  /** Labels of the Lease. */
  labels?: Readonly<Record<string, string>> | undefined;
  /** Called when somebody else leads than before, this replica included. */
  onNewLeader?: ((identity: string) => void) | undefined;
}

export type ResolvedLeaderElectionOptions = LeaderElectionOptions & {
  leaseDurationMs: number;
  renewDeadlineMs: number;
  retryPeriodMs: number;
  releaseOnCancel: boolean;
};

/** A candidate may wait that much longer than `retryPeriodMs`. */
const JITTER_FACTOR = 1.2;

/** Fills in the defaults. `what` names the feature in messages. Throws a TypeError or RangeError that names what cannot be. */
export function resolveLeaderElection(
  options: LeaderElectionOptions,
  what = 'leader election',
): ResolvedLeaderElectionOptions {
  const resolved = {
    ...options,
    leaseDurationMs: options.leaseDurationMs ?? 15_000,
    renewDeadlineMs: options.renewDeadlineMs ?? 10_000,
    retryPeriodMs: options.retryPeriodMs ?? 2000,
    releaseOnCancel: options.releaseOnCancel ?? true,
  };
  const { id, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = resolved;
  if (id === '') throw new TypeError('leader election needs an id: the name of the Lease');
  const [problem] = validateDns1123Subdomain(id);
  if (problem !== undefined)
    throw new TypeError(`leader election: the id "${id}" cannot name a Lease: ${problem}`);
  if (identity === '') throw new TypeError('leader election: the identity must not be empty');
  for (const name of ['leaseDurationMs', 'renewDeadlineMs', 'retryPeriodMs'] as const) {
    if (!(resolved[name] > 0)) {
      throw new RangeError(`${what}: ${name} must be greater than 0, got ${resolved[name]}`);
    }
  }
  if (leaseDurationMs % 1000 !== 0) {
    throw new RangeError(
      `${what}: leaseDurationMs must be whole seconds, as a Lease has them, got ${leaseDurationMs}`,
    );
  }
  if (leaseDurationMs <= renewDeadlineMs) {
    throw new RangeError(
      `${what}: leaseDurationMs must be greater than renewDeadlineMs, got ${leaseDurationMs} and ${renewDeadlineMs}`,
    );
  }
  if (renewDeadlineMs <= JITTER_FACTOR * retryPeriodMs) {
    throw new RangeError(
      `${what}: renewDeadlineMs must be greater than ${JITTER_FACTOR} times retryPeriodMs, got ${renewDeadlineMs} and ${retryPeriodMs}`,
    );
  }
  return resolved;
}
