import type { Clock, Logger } from '@kubewright/api';

import { isManagerError, ManagerError } from '../errors.js';
import { deferred } from '../internal/deferred.js';
import { toError } from '../internal/errors.js';
import { within } from '../internal/signals.js';
import { groupOrder, LifetimeGroups } from './lifetime-groups.js';
import type { GroupName } from './lifetime-groups.js';
import type { Leadership } from './leadership.js';

export type ManagerState =
  | { readonly phase: 'new' }
  | { readonly phase: 'starting' }
  /** Ready, and waiting to become the leader. */
  | { readonly phase: 'standby' }
  | { readonly phase: 'running' }
  | { readonly phase: 'stopping'; readonly error?: Error }
  | { readonly phase: 'stopped'; readonly error?: Error };

export interface LifecycleOptions {
  clock: Clock;
  logger: Logger;
  /** How long a stop may take; 0 does not wait at all, Infinity waits for ever. */
  gracefulShutdownTimeoutMs: number;
  /** Absent: this replica leads as soon as it has started. */
  leadership?: Leadership | undefined;
  /** How long the lease of a shard member still keeps others waiting, in milliseconds. */
  shardLeaseRemainsMs?: () => number | undefined;
  /** Called when everything that may record events has ended. */
  flush: () => Promise<void>;
  /** Called when a stop took too long: what is still going on is to end without anybody waiting for it. */
  abandon: (reason: Error) => void;
  onChange: () => void;
}

/** The states of a manager, and the order in which its groups start and stop. */
export class Lifecycle {
  readonly groups: LifetimeGroups;
  /** Resolves when this replica leads, and what needs that is ready; rejects when it stops before. */
  readonly elected = deferred<void>();
  readonly ready = deferred<void>();
  readonly #options: LifecycleOptions;
  readonly #stopAsked = deferred<void>();
  readonly #stopped = deferred<void>();
  #state: ManagerState = { phase: 'new' };
  #failure: Error | undefined;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.groups = new LifetimeGroups({
      onFailure: (error) => {
        this.#fail(error);
      },
      onLateFailure: (error) => {
        options.logger.warn('a part failed while it stopped', { error });
      },
    });
  }

  get state(): ManagerState {
    return this.#state;
  }

  async start(signal?: AbortSignal): Promise<void> {
    if (this.#state.phase !== 'new') {
      throw new ManagerError(
        'AlreadyStarted',
        `the manager is ${this.#state.phase}: make a new one to start again`,
      );
    }
    this.#state = { phase: 'starting' };
    const onAbort = () => {
      this.#stopAsked.resolve();
    };
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      void this.#startAll();
      await this.#stopAsked.promise;
      await this.#stopAll();
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async stop(): Promise<void> {
    if (this.#state.phase === 'new') {
      this.#finish();
      return;
    }
    this.#stopAsked.resolve();
    await this.#stopped.promise;
  }

  async #startAll(): Promise<void> {
    const { leadership } = this.#options;
    try {
      for (const group of ['servers', 'webhooks', 'caches'] as const) {
        if (!(await this.#started(group))) return;
      }
      // Together, for a part of the first may wait for its own in the second.
      const others = this.#started('others');
      const warmup = Promise.resolve(this.#started('warmup'));
      warmup.catch(() => undefined);
      if (!(await others)) return;
      if (leadership === undefined) {
        // What warms up waits for that by itself, and not for the others.
        const ready = await Promise.all([warmup, this.#started('leaderElected')]);
        if (ready.every(Boolean)) this.#noteRunning();
        return;
      }
      if (!(await warmup)) return;
      this.#state = { phase: 'standby' };
      this.#options.logger.info('manager is ready, and waits to become the leader');
      this.ready.resolve();
      this.#options.onChange();
      await leadership.start({
        onElected: () => void this.#lead(),
        onLost: (error) => {
          this.groups.get('leaderElected').abort(error);
          this.#fail(error);
        },
      });
    } catch (error) {
      this.#failStart(error);
    }
  }

  /** Starts a group; true, without a tick where none is needed, when it is ready and nobody has asked for a stop. */
  #started(group: GroupName): Promise<boolean> | boolean {
    const ready = this.groups.get(group).start();
    return ready === undefined ? this.#isStarting : ready.then(() => this.#isStarting);
  }

  async #lead(): Promise<void> {
    try {
      if (await this.#started('leaderElected')) this.#noteRunning();
    } catch (error) {
      this.#failStart(error);
    }
  }

  #noteRunning(): void {
    this.#state = { phase: 'running' };
    this.#options.logger.info('manager started');
    this.ready.resolve();
    this.elected.resolve();
    this.#options.onChange();
  }

  get #isStarting(): boolean {
    return this.#state.phase === 'starting' || this.#state.phase === 'standby';
  }

  #failStart(error: unknown): void {
    // What fails to become ready because of a stop is no failure.
    if (this.#isStarting) this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#failure ??= toError(error);
    // Others take over soon: what works on the strength of the lease ends now, not in its turn.
    if (isManagerError(error, 'ShardLost')) this.groups.get('others').abort(error);
    this.ready.reject(this.#failure);
    this.elected.reject(this.#failure);
    this.#stopAsked.resolve();
  }

  async #stopAll(): Promise<void> {
    const { clock, logger } = this.#options;
    this.#state =
      this.#failure === undefined ? { phase: 'stopping' } : { phase: 'stopping', error: this.#failure };
    logger.info('manager is stopping');
    const timeoutMs = this.#stopWithinMs();
    const inTime = await within(this.#stopInOrder(), { clock, timeoutMs });
    if (!inTime) {
      this.#noteUnfinished(timeoutMs);
      const reason = new Error('the manager has given up waiting');
      for (const group of groupOrder) this.groups.get(group).abort(reason);
      this.#options.abandon(reason);
      void this.#options.leadership?.stop({ release: false });
    }
    this.#finish();
  }

  /** What has lost its lease must be gone before somebody else has it. */
  #stopWithinMs(): number {
    const { gracefulShutdownTimeoutMs, leadership } = this.#options;
    const shardRemainsMs = isManagerError(this.#failure, 'ShardLost')
      ? this.#options.shardLeaseRemainsMs?.()
      : undefined;
    return Math.min(
      gracefulShutdownTimeoutMs,
      leadership?.lostLeaseRemainsMs ?? Infinity,
      shardRemainsMs ?? Infinity,
    );
  }

  #noteUnfinished(timeoutMs: number): void {
    const { logger, gracefulShutdownTimeoutMs } = this.#options;
    const left = this.groups.unfinished();
    const unfinished = `not stopped within ${timeoutMs} ms: still running: ${left.length > 0 ? left.join(', ') : 'the last events to be sent'}`;
    const failure = this.#failure;
    if (isManagerError(failure, 'LeaderElectionLost') || isManagerError(failure, 'ShardLost'))
      logger.error(unfinished, { error: failure });
    else if (failure !== undefined) {
      this.#failure = new ManagerError(
        'GracefulShutdownTimeout',
        `${failure.message}; and then ${unfinished}`,
        {
          cause: failure,
        },
      );
    } else if (gracefulShutdownTimeoutMs > 0) {
      this.#failure = new ManagerError('GracefulShutdownTimeout', unfinished);
    }
  }

  async #stopInOrder(): Promise<void> {
    const { leadership } = this.#options;
    const { groups } = this;
    const reason = this.#failure ?? new Error('the manager is stopping');
    if (leadership?.isLeader === false) await leadership.stop({ release: true });
    const warmup = groups.get('warmup').stop(reason);
    await groups.get('leaderElected').stop(reason);
    await leadership?.stop({ release: true });
    await groups.get('others').stop(reason);
    await warmup;
    await this.#options.flush();
    await groups.get('caches').stop(reason);
    await groups.get('webhooks').stop(reason);
    await groups.get('servers').stop(reason);
  }

  #finish(): void {
    this.#state =
      this.#failure === undefined ? { phase: 'stopped' } : { phase: 'stopped', error: this.#failure };
    const early = (what: string): Error =>
      this.#failure ?? new ManagerError('Stopped', `the manager was stopped before it was ${what}`);
    this.ready.reject(early('ready'));
    this.elected.reject(early('elected'));
    this.#options.logger.info('manager stopped');
    this.#stopped.resolve();
    this.#options.onChange();
  }
}
