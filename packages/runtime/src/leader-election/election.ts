import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { EventRecorder } from '../events/event-recorder.js';
import type { Leadership, LeadershipListener } from '../manager/leadership.js';
import type { LeaderElectionMetrics } from '../metrics/metrics.js';
import { inClusterNamespace, replicaIdentity } from './candidate.js';
import { LeaderElector } from './leader-elector.js';
import { LeaseLock } from './lease-lock.js';
import type { ResolvedLeaderElectionOptions } from './options.js';
import { watchLease } from './lease-watch.js';

export interface ElectionOptions {
  options: ResolvedLeaderElectionOptions;
  /** A live client. */
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: LeaderElectionMetrics;
  /** The recorder of a source of events of that name. */
  recorder: (component: string) => EventRecorder;
}

/** What a manager tells of the election it takes part in. */
export interface LeaderElectionStatus {
  /** The name of the Lease. */
  readonly id: string;
  /** Undefined until the manager takes part. */
  readonly identity: string | undefined;
  readonly isLeader: boolean;
  /** Who holds the lease as far as this replica has seen; empty when nobody does. */
  readonly leader: string;
  /** Whether this replica leads at this very moment, also when the program was suspended since the last renewal. */
  isLeaseValid(): boolean;
  /**
   * For a health check: throws when this replica takes itself for the leader although its lease has run out more than
   * `toleranceMs` ago, 20000 by default (client-go's HealthzAdaptor).
   */
  check(options?: { toleranceMs?: number }): void;
}

const DEFAULT_TOLERANCE_MS = 20_000;

/** A manager's part in an election. */
export class Election implements Leadership, LeaderElectionStatus {
  readonly #options: ElectionOptions;
  readonly #watch = new AbortController();
  #elector: LeaderElector | undefined;
  #stopping = false;
  #lost = false;

  constructor(options: ElectionOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.options.id;
  }

  get identity(): string | undefined {
    return this.#elector?.identity;
  }

  get isLeader(): boolean {
    return this.#elector?.isLeader ?? false;
  }

  get leader(): string {
    return this.#elector?.leader ?? '';
  }

  get lostLeaseRemainsMs(): number | undefined {
    return this.#lost ? this.#elector?.leaseRemainsMs() : undefined;
  }

  isLeaseValid(): boolean {
    return this.#elector?.isLeaseValid() ?? false;
  }

  check({ toleranceMs = DEFAULT_TOLERANCE_MS }: { toleranceMs?: number } = {}): void {
    this.#elector?.check(toleranceMs);
  }

  async start(listener: LeadershipListener): Promise<void> {
    const { options, client, clock, random, logger, metrics, recorder } = this.#options;
    const namespace = options.namespace ?? (await inClusterNamespace());
    const identity = options.identity ?? (await replicaIdentity(random));
    if (this.#stopping) return;
    const key = { namespace, name: options.id };
    const lock = new LeaseLock({ client, key, labels: options.labels });
    const events = recorder(identity);
    const record = (what: string, action: string): void => {
      const message = `${identity} ${what}`;
      events.event(lock.lease, { reason: 'LeaderElection', message, action });
    };
    const elector = new LeaderElector({
      ...options,
      lock,
      identity,
      name: options.id,
      clock,
      random,
      logger: logger.with({ identity }),
      metrics,
      onStartedLeading: () => {
        this.#watch.abort();
        record('became leader', 'BecomeLeader');
        listener.onElected();
      },
      onStoppedLeading: (error) => {
        record('stopped leading', 'StopLeading');
        if (error === undefined) return;
        this.#lost = true;
        listener.onLost(error);
      },
    });
    this.#elector = elector;
    elector.start();
    watchLease(
      { client, key, clock, retryMs: options.retryPeriodMs, signal: this.#watch.signal, logger },
      () => {
        elector.wake();
      },
    );
  }

  async stop({ release }: { release: boolean }): Promise<void> {
    this.#stopping = true;
    this.#watch.abort();
    await this.#elector?.stop({ release: release && this.#options.options.releaseOnCancel });
  }
}
