import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { inClusterNamespace, replicaIdentity } from '../leader-election/candidate.js';
import { deferred } from '../internal/deferred.js';
import { abortable } from '../internal/signals.js';
import type { Runnable } from '../manager/runnable.js';
import { LeaseMemberStore } from './member-store.js';
import type { ResolvedShardingOptions } from './options.js';
import { ShardMember } from './shard-member.js';

/** What a controller asks before it works on a key, and tells afterwards. */
export interface Shard {
  /** Whether work on the key may begin now; then `leave` has to follow. */
  enter(key: string): boolean;
  leave(key: string): void;
}

/** What a manager tells of the group it shares keys out with. */
export interface ShardingStatus {
  readonly group: string;
  /** The name of the Lease of this replica; undefined until it takes part. */
  readonly member: string | undefined;
  /** The members as this replica knows them. */
  readonly members: readonly string[];
}

export interface ShardingParts {
  options: ResolvedShardingOptions;
  /** A live client. */
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** A controller, as far as keys are concerned. */
export interface Sharded {
  /** Works on the keys it knows of that are chosen, and on these. */
  requeue(isChosen: (key: string) => boolean, keys: readonly string[]): void;
}

/** A manager's part in a group of replicas that share keys out. */
export class Sharding implements Shard, ShardingStatus {
  readonly group: string;
  readonly #parts: ShardingParts;
  readonly #joined = deferred<void>();
  readonly #controllers = new Set<Sharded>();
  #member: ShardMember | undefined;
  #name: string | undefined;

  constructor(parts: ShardingParts) {
    this.#parts = parts;
    this.group = parts.options.group;
  }

  get member(): string | undefined {
    return this.#name;
  }

  get members(): readonly string[] {
    return this.#member?.members ?? [];
  }

  enter(key: string): boolean {
    return this.#member?.gate.enter(key) ?? false;
  }

  leave(key: string): void {
    this.#member?.gate.leave(key);
  }

  /** Hands a controller the keys that come to this replica. */
  add(controller: Sharded): void {
    this.#controllers.add(controller);
  }

  remove(controller: Sharded): void {
    this.#controllers.delete(controller);
  }

  /** How long the lease still keeps others from taking over, in milliseconds. */
  leaseRemainsMs(): number {
    return this.#member?.leaseRemainsMs() ?? 0;
  }

  /** The membership as a part of a manager. */
  runnable(): Runnable {
    return {
      name: 'the shard member',
      needLeaderElection: false,
      start: (signal) => this.#run(signal),
      whenReady: (signal) => abortable(this.#joined.promise, signal),
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { options, client, clock, random, logger } = this.#parts;
    const namespace = options.namespace ?? (await inClusterNamespace());
    const identity = options.identity ?? (await replicaIdentity(random));
    if (signal.aborted) return;
    this.#name = `${options.group}-${random.uuid()}`;
    const { group, leaseDurationMs } = options;
    const member = new ShardMember({
      ...options,
      member: this.#name,
      store: new LeaseMemberStore({
        client,
        group,
        namespace,
        identity,
        leaseDurationMs,
        nowMs: () => clock.now(),
      }),
      clock,
      logger: logger.with({ shardGroup: group, shardMember: this.#name }),
      onGained: (isGained, early) => {
        // A request is a key of every controller: those that came too early are tried by all.
        for (const controller of this.#controllers) controller.requeue(isGained, early);
      },
    });
    this.#member = member;
    member.whenJoined(signal).then(
      () => {
        this.#joined.resolve();
      },
      (error: unknown) => {
        this.#joined.reject(error);
      },
    );
    await member.run(signal);
  }
}
