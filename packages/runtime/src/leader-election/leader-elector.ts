import { isoMicroTime, sleep } from '@kubewright/api';
import type { Clock, Logger, Random, Timer } from '@kubewright/api';
import { isConflict } from '@kubewright/client';

import { ManagerError } from '../errors.js';
import { boundedRequest } from '../internal/bounded-request.js';
import { messageOf } from '../internal/errors.js';
import { monotonicNow } from '../internal/monotonic.js';
import { childSignal } from '../internal/signals.js';
import type { LeaderElectionMetrics } from '../metrics/metrics.js';
import { heldRecord } from './lease-lock.js';
import type { ResourceLock } from './lease-lock.js';
import { sameRecord } from './lease-record.js';
import type { LeaseRecord } from './lease-record.js';
import { Wake } from './wake.js';

/*
 * What an elector promises (after client-go's tools/leaderelection/leaderelection.go, and stricter where it says so):
 *  1. Never two leaders at once, as long as no clock runs faster than another by more than leaseDuration / renewDeadline
 *     (1.5 by default). Offsets and jumps of the wall clocks do not matter: nothing but durations on the elector's own
 *     monotonic clock is compared.
 *  2. A leader ends, at the latest, renewDeadline after it sent the last renewal that succeeded (client-go counts from
 *     the moment when it began to fail). It ends at once when it sees that somebody else holds the lease.
 *  3. A candidate takes a lease over when its record has not changed for the duration that the record names, counted
 *     from when the candidate saw it first; at once when nobody holds it; also when it was deleted, but only after the
 *     holder it has seen had its time. (A candidate that has never seen a lease that somebody deletes by hand cannot
 *     know of its holder, which ends with its next renewal.)
 *  4. What is unknown counts against it: a renewal without an answer is none, and a release first looks whether the
 *     lease is its own.
 *  5. `stop({ release: true })` gives the lease up, so that others need not wait; the caller has ended before what works
 *     on its strength. Nothing is left after it: no timer, no request.
 *  6. No request takes longer than half of renewDeadline (at least a second), so that one that hangs does not cost the
 *     lease.
 * Not promised: that a program which was suspended notices before it goes on. `isLeaseValid` tells, and a manager asks
 * it before each write of what needs leadership (`writeFence`).
 */

export interface LeaderElectorOptions {
  lock: ResourceLock;
  /** What this candidate writes as holder; unique among all of them. */
  identity: string;
  /** Names the election in metrics, messages and logs. */
  name: string;
  leaseDurationMs: number;
  renewDeadlineMs: number;
  retryPeriodMs: number;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: LeaderElectionMetrics;
  /** All callbacks are called synchronously at the moment. */
  onStartedLeading: () => void;
  /** With an error when the lease was lost, without one at `stop`. */
  onStoppedLeading: (error?: ManagerError) => void;
  onNewLeader?: ((identity: string) => void) | undefined;
}

/** Between two tries of a candidate pass one to `1 + jitterFactor` retry periods. */
const JITTER_FACTOR = 1.2;

/** One candidate of an election. It is started once. */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  readonly #stop = childSignal(undefined);
  readonly #wake = new Wake();
  #running: Promise<void> = Promise.resolve();
  #observed: LeaseRecord | undefined;
  #observedAt = 0;
  #reportedLeader = '';
  #isLeader = false;
  /** When the last renewal that succeeded was sent. */
  #renewedAt = 0;
  #deadline: Timer | undefined;
  #lastError: unknown;
  #reportedFailure: string | undefined;
  /** Whether the server may have made this one the holder without our knowing. */
  #mayHold = false;

  constructor(options: LeaderElectorOptions) {
    this.#options = options;
    options.metrics.leading(false);
  }

  get identity(): string {
    return this.#options.identity;
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  /** Who holds the lease, as far as is known; empty when nobody does. */
  get leader(): string {
    return this.#observed?.holderIdentity ?? '';
  }

  /** Whether this is the leader at this very moment, also when the program was suspended since the last renewal. */
  isLeaseValid(): boolean {
    return this.#isLeader && this.#sinceRenewalMs() < this.#options.renewDeadlineMs;
  }

  /** How long others have to wait for a lease that was held here, in milliseconds. */
  leaseRemainsMs(): number {
    return Math.max(this.#options.leaseDurationMs - this.#sinceRenewalMs(), 0);
  }

  /**
   * Throws when this one leads, and has not renewed the lease for its whole duration and `toleranceMs` more: something
   * keeps it from noticing (client-go's HealthzAdaptor).
   */
  check(toleranceMs: number): void {
    const { name, leaseDurationMs } = this.#options;
    if (this.#isLeader && this.#sinceRenewalMs() > leaseDurationMs + toleranceMs) {
      throw new Error(`failed election to renew leadership on lease ${name}`);
    }
  }

  start(): void {
    this.#running = this.#run(this.#stop.signal);
  }

  /** Tries at once, instead of when the next try is due. */
  wake(): void {
    this.#wake.notify();
  }

  async stop(options: { release: boolean }): Promise<void> {
    const alreadyOver = this.#stop.signal.aborted;
    if (!alreadyOver) this.#stop.abort(new Error('the election has ended'));
    await this.#running;
    if (alreadyOver) return;
    if (this.#isLeader) this.#end();
    if (options.release && this.#mayHold) await this.#release();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { logger, name, retryPeriodMs, clock } = this.#options;
    logger.info('attempting to acquire the leader lease', { lease: name });
    try {
      while (!(await this.#try(signal))) await this.#wake.wait(clock, this.#acquireWaitMs(), signal);
      for (;;) {
        await sleep(clock, retryPeriodMs, signal);
        await this.#try(signal);
      }
    } catch (error) {
      // Stopped, or lost; both have been told.
      if (signal.aborted) return;
      logger.error('the election has failed', { lease: name, error });
      this.#lastError = error;
      this.#lose(messageOf(error));
    } finally {
      this.#deadline?.cancel();
    }
  }

  /** Until a lease that somebody holds runs out there is nothing to win; then every moment counts. */
  #acquireWaitMs(): number {
    const { retryPeriodMs, random } = this.#options;
    const waitMs = retryPeriodMs * (1 + JITTER_FACTOR * random.next());
    const remainingMs = this.#observedRemainsMs();
    return remainingMs <= 0 ? waitMs : Math.min(waitMs, remainingMs + 0.1 * retryPeriodMs * random.next());
  }

  async #try(signal: AbortSignal): Promise<boolean> {
    const startedAt = this.#now();
    let held = false;
    try {
      held = await this.#acquireOrRenew(signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#lastError = error;
      this.#reportFailure(error);
    }
    signal.throwIfAborted();
    this.#reportLeader();
    if (held) {
      this.#reportedFailure = undefined;
      this.#renewed(startedAt);
    } else if (this.#isLeader && this.leader !== this.identity && this.leader !== '') {
      this.#lose(`${this.leader} holds it`);
      signal.throwIfAborted();
    }
    return held;
  }

  /** Once for as long as it stays the same. Another candidate may always have been quicker. */
  #reportFailure(error: unknown): void {
    const { logger, name } = this.#options;
    const message = messageOf(error);
    const level = isConflict(error) || message === this.#reportedFailure ? 'debug' : 'warn';
    logger[level]('the leader lease was not had', { lease: name, error });
    this.#reportedFailure = message;
  }

  /** client-go's tryAcquireOrRenew. */
  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { lock, identity, leaseDurationMs, clock, metrics } = this.#options;
    const record = heldRecord({ identity, leaseDurationMs, nowMs: clock.now() });
    if (this.#isLeader && this.#observed?.holderIdentity === identity) {
      const { acquireTime, leaseTransitions } = this.#observed;
      if (await this.#tryFastPath({ ...record, acquireTime, leaseTransitions }, signal)) return true;
    }
    const old = await this.#bounded(signal, (bounded) => lock.get({ signal: bounded }));
    if (old === undefined) {
      if (!this.#mayTake()) return false;
      await this.#write(record, signal, 'create');
      return true;
    }
    if (!sameRecord(this.#observed, old)) this.#observe(old);
    const isOwn = old.holderIdentity === identity;
    if (!isOwn && old.holderIdentity !== '' && !this.#mayTake()) return false;
    if (isOwn) metrics.slowPath();
    await this.#write(
      isOwn
        ? { ...record, acquireTime: old.acquireTime, leaseTransitions: old.leaseTransitions }
        : { ...record, leaseTransitions: old.leaseTransitions + 1 },
      signal,
    );
    return true;
  }

  /** Renews on the assumption that nobody else has written. */
  async #tryFastPath(record: LeaseRecord, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#write(record, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#lastError = error;
      return false;
    }
  }

  async #write(
    record: LeaseRecord,
    signal: AbortSignal,
    verb: 'create' | 'update' = 'update',
  ): Promise<void> {
    const { lock } = this.#options;
    this.#mayHold = true;
    await this.#bounded(signal, (bounded) => lock[verb](record, { signal: bounded }));
    this.#observe(record);
  }

  /** Whether the holder that was seen last, if there is one, has had its time. */
  #mayTake(): boolean {
    const holder = this.leader;
    return holder === '' || holder === this.identity || this.#observedRemainsMs() <= 0;
  }

  #observedRemainsMs(): number {
    if (this.#observed === undefined || this.#observed.holderIdentity === '') return 0;
    return this.#observedAt + this.#observed.leaseDurationSeconds * 1000 - this.#now();
  }

  #observe(record: LeaseRecord): void {
    this.#observed = record;
    this.#observedAt = this.#now();
  }

  #renewed(startedAt: number): void {
    const { renewDeadlineMs, clock, logger, name, metrics } = this.#options;
    const remainingMs = startedAt + renewDeadlineMs - this.#now();
    // The answer came when it was worth nothing any more.
    if (remainingMs <= 0) return;
    this.#renewedAt = startedAt;
    this.#deadline?.cancel();
    this.#deadline = clock.setTimer(() => {
      this.#lose(`it was not renewed within ${renewDeadlineMs} ms: ${messageOf(this.#lastError)}`);
    }, remainingMs);
    if (this.#isLeader) return;
    this.#isLeader = true;
    metrics.leading(true);
    logger.info('acquired the leader lease', { lease: name });
    this.#options.onStartedLeading();
  }

  #lose(why: string): void {
    if (!this.#isLeader) return;
    const { name } = this.#options;
    const error = new ManagerError('LeaderElectionLost', `leader election lost: lease ${name}: ${why}`, {
      cause: this.#lastError,
    });
    this.#mayHold = false;
    this.#stop.abort(error);
    this.#end(error);
  }

  #end(error?: ManagerError): void {
    const { metrics, logger, name, onStoppedLeading } = this.#options;
    this.#isLeader = false;
    this.#deadline?.cancel();
    metrics.leading(false);
    logger.info('stopped leading', { lease: name, ...(error !== undefined && { error }) });
    onStoppedLeading(error);
  }

  #reportLeader(): void {
    if (this.leader === this.#reportedLeader) return;
    this.#reportedLeader = this.leader;
    this.#options.onNewLeader?.(this.leader);
  }

  /** Writes that nobody holds the lease, when it is its own. Conflicts come of requests whose answer never arrived. */
  async #release(): Promise<void> {
    const { lock, clock, logger, name, renewDeadlineMs, identity } = this.#options;
    const limit = childSignal(undefined);
    const timer = clock.setTimer(() => {
      limit.abort(new Error(`not released within ${renewDeadlineMs} ms`));
    }, renewDeadlineMs);
    try {
      for (;;) {
        const old = await this.#bounded(limit.signal, (signal) => lock.get({ signal }));
        if (old?.holderIdentity !== identity) return;
        const time = isoMicroTime(clock.now());
        const released = {
          ...old,
          holderIdentity: '',
          leaseDurationSeconds: 1,
          acquireTime: time,
          renewTime: time,
        };
        try {
          await this.#bounded(limit.signal, (signal) => lock.update(released, { signal }));
          this.#observe(released);
          return;
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
    } catch (error) {
      logger.warn('the leader lease was not released: it runs out', { lease: name, error });
    } finally {
      timer.cancel();
    }
  }

  /** One request, which ends in time. */
  #bounded<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, renewDeadlineMs } = this.#options;
    return boundedRequest({ clock, signal, timeoutMs: Math.max(renewDeadlineMs / 2, 1000) }, request);
  }

  #sinceRenewalMs(): number {
    return this.#now() - this.#renewedAt;
  }

  #now(): number {
    return monotonicNow(this.#options.clock);
  }
}
