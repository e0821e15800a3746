import { abortReason, sleep } from '@kubewright/api';
import type { Clock, Logger, Timer } from '@kubewright/api';
import { isAlreadyExists } from '@kubewright/client';

import { ManagerError } from '../errors.js';
import { boundedRequest } from '../internal/bounded-request.js';
import { messageOf } from '../internal/errors.js';
import { monotonicNow } from '../internal/monotonic.js';
import { deferred } from '../internal/deferred.js';
import { abortable, childSignal } from '../internal/signals.js';
import type { MemberRecord, MemberStore } from './member-store.js';
import { ShardView } from './rendezvous.js';
import { ShardGate } from './shard-gate.js';

/*
 * What a member of a group promises:
 *  1. No key is worked on by two members at once, as long as no clock runs faster than another by more than
 *     leaseDuration / renewDeadline. Offsets and jumps of the wall clocks do not matter.
 *  2. When all know the same members, every key belongs to exactly one of them, and keys move only from members that
 *     went and to members that came.
 *  3. A key moves when the one that had it has finished what it was doing with it and has published that it does not
 *     claim it any more; or when its lease has run out. Work is not interrupted for a move.
 *  4. A member that cannot renew its lease ends before others take over, and with it the manager.
 *  5. A key that a member gains is handed to it once; one that came too early is not forgotten.
 *  6. `leave` waits for the work that goes on, and then takes the member out, so that others need not wait.
 * Not promised: that the deletion of an object is noticed when it falls into a move; a finalizer sees to that. Nor that
 * nothing happens twice when Leases are deleted by hand.
 *
 * The way it works: a member writes the list of members it goes by, its view, into its own Lease, and claims the keys
 * that are its own in that view. It takes a claim back only after its work on those keys has ended, and works on a key
 * only when it has claimed it and has then seen that nobody else claims it. Two that claim the same key cannot both
 * have been first.
 */

export interface ShardMemberOptions {
  store: MemberStore;
  /** Unique among all members, for ever. */
  member: string;
  leaseDurationMs: number;
  renewDeadlineMs: number;
  retryPeriodMs: number;
  clock: Clock;
  logger: Logger;
  /** Called when keys may pass that could not before: says of a key whether it is one, and which came too early. */
  onGained: (isGained: (key: string) => boolean, early: readonly string[]) => void;
}

interface Observed {
  version: string;
  /** When it was first seen to be of this version. */
  at: number;
}

/** One member of a group that shares keys out. */
export class ShardMember {
  readonly gate: ShardGate;
  readonly #options: ShardMemberOptions;
  readonly #observed = new Map<string, Observed>();
  readonly #lost = childSignal(undefined);
  #view = new ShardView([]);
  #renewedAt = -Infinity;
  #deadline: Timer | undefined;
  #lastError: unknown;
  #claims = '';
  readonly #joined = deferred<void>();

  constructor(options: ShardMemberOptions) {
    this.#options = options;
    this.gate = new ShardGate(
      options.member,
      () => monotonicNow(options.clock) - this.#renewedAt < options.renewDeadlineMs,
    );
  }

  /** The members as this one knows them. */
  get members(): readonly string[] {
    return this.#view.members;
  }

  /** Resolves when it has joined the group; keys may take longer to arrive. */
  whenJoined(signal: AbortSignal): Promise<void> {
    return abortable(this.#joined.promise, signal);
  }

  /** How long others have to wait for a lease that was held here, in milliseconds. */
  leaseRemainsMs(): number {
    return Math.max(this.#renewedAt + this.#options.leaseDurationMs - this.#now(), 0);
  }

  /** Takes part until the signal aborts, and then leaves. Rejects when the lease is lost. */
  async run(signal: AbortSignal): Promise<void> {
    const { member, store, clock, retryPeriodMs, logger } = this.#options;
    const working = childSignal(signal);
    const onLost = () => {
      working.abort(abortReason(this.#lost.signal));
    };
    this.#lost.signal.addEventListener('abort', onLost, { once: true });
    try {
      await this.#retried(working.signal, (bounded) => store.create(member, { signal: bounded }));
      for (;;) {
        const changed = await this.#tick(working.signal);
        if (!changed) await sleep(clock, retryPeriodMs, working.signal);
      }
    } catch (error) {
      if (this.#lost.signal.aborted) throw abortReason(this.#lost.signal);
      if (!signal.aborted) throw error;
      logger.debug('leaving the shard group', { member });
      await this.#leave();
    } finally {
      this.gate.close();
      this.#deadline?.cancel();
      this.#lost.signal.removeEventListener('abort', onLost);
      working.release();
    }
  }

  /** One renewal and one look at the others; true when there is reason for the next one at once. */
  async #tick(signal: AbortSignal): Promise<boolean> {
    try {
      if (!(await this.#renew(signal))) return false;
      const records = await this.#bounded(signal, (bounded) => this.#options.store.list({ signal: bounded }));
      const live = await this.#liveOf(records);
      this.#admit(live);
      const view = new ShardView([this.#options.member, ...live.map(({ member }) => member)]);
      if (view.equals(this.#view)) return false;
      await this.#moveTo(view, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#lastError = error;
      this.#options.logger.debug('a look at the shard group failed', { error });
      return false;
    }
  }

  /** Writes the view into the own lease; true when that is done and was in time. */
  async #renew(signal: AbortSignal): Promise<boolean> {
    const { store, member } = this.#options;
    const startedAt = this.#now();
    const { members } = this.#view;
    const there = await this.#bounded(signal, (bounded) => store.renew(member, members, { signal: bounded }));
    signal.throwIfAborted();
    if (!there) this.#lose(`its Lease ${member} was deleted`);
    signal.throwIfAborted();
    return this.#extend(startedAt);
  }

  /** The other members that are not known to be dead. The leases of the dead are cleared away. */
  async #liveOf(records: readonly MemberRecord[]): Promise<MemberRecord[]> {
    const now = this.#now();
    const live: MemberRecord[] = [];
    const seen = new Set<string>();
    for (const record of records) {
      if (record.member === this.#options.member) continue;
      seen.add(record.member);
      const known = this.#observed.get(record.member);
      if (known?.version !== record.version)
        this.#observed.set(record.member, { version: record.version, at: now });
      else if (now - known.at >= record.leaseDurationMs) {
        await this.#clear(record);
        continue;
      }
      live.push(record);
    }
    for (const member of this.#observed.keys()) if (!seen.has(member)) this.#observed.delete(member);
    return live;
  }

  async #clear({ member, version }: MemberRecord): Promise<void> {
    const { store, logger } = this.#options;
    try {
      const { signal } = this.#lost;
      await this.#bounded(signal, (bounded) => store.remove({ member, version }, { signal: bounded }));
    } catch (error) {
      logger.debug('the lease of a dead member was not removed', { member, error });
    }
  }

  /** Takes note of what the others claim, and lets pass what nobody does. */
  #admit(live: readonly MemberRecord[]): void {
    const isGained = this.gate.admit(live.map(({ member, view }) => ({ member, view: new ShardView(view) })));
    const claims = [this.members.join(), ...live.map(({ member, view }) => `${member}:${view.join()}`)].join(
      ';',
    );
    if (claims === this.#claims) return;
    this.#claims = claims;
    if (this.members.length > 0) this.#joined.resolve();
    this.#options.onGained(isGained, this.gate.takeEarly());
  }

  async #moveTo(view: ShardView, signal: AbortSignal): Promise<void> {
    this.#options.logger.info('the shard group has changed', { members: view.members });
    await this.#renewingUntil(this.gate.moveTo(view), signal);
    this.#view = view;
  }

  /** What is still being worked on may take longer than the lease: it is renewed meanwhile, with the old claims. */
  async #renewingUntil(condition: Promise<void>, signal: AbortSignal): Promise<void> {
    const { retryPeriodMs, clock } = this.#options;
    let holds = false;
    const met = condition.then(() => {
      holds = true;
    });
    // Most often that is so at once.
    await Promise.resolve();
    await Promise.resolve();
    while (!holds) {
      const waiting = childSignal(signal);
      await Promise.race([met, sleep(clock, retryPeriodMs, waiting.signal).catch(() => undefined)]);
      waiting.abort(new Error('no longer waiting'));
      waiting.release();
      signal.throwIfAborted();
      if (holds) return;
      try {
        await this.#renew(signal);
      } catch (error) {
        this.#lastError = error;
      }
      signal.throwIfAborted();
    }
  }

  async #leave(): Promise<void> {
    const { store, member, clock, renewDeadlineMs, logger } = this.#options;
    this.gate.close();
    await this.#renewingUntil(this.gate.whenEmpty(), this.#lost.signal);
    const limit = childSignal(undefined);
    const timer = clock.setTimer(() => {
      limit.abort(new Error(`not removed within ${renewDeadlineMs} ms`));
    }, renewDeadlineMs);
    try {
      await this.#retried(limit.signal, (signal) => store.remove({ member }, { signal }));
    } catch (error) {
      logger.warn('the lease of this shard member was not removed: it runs out', { member, error });
    } finally {
      timer.cancel();
    }
  }

  /** Notes a renewal that was sent then; false when its answer came too late to be worth anything. */
  #extend(startedAt: number): boolean {
    const { renewDeadlineMs, clock } = this.#options;
    const remainingMs = startedAt + renewDeadlineMs - this.#now();
    if (remainingMs <= 0) return false;
    this.#renewedAt = startedAt;
    this.#deadline?.cancel();
    this.#deadline = clock.setTimer(() => {
      this.#lose(`its lease was not renewed within ${renewDeadlineMs} ms: ${messageOf(this.#lastError)}`);
    }, remainingMs);
    return true;
  }

  #lose(why: string): void {
    if (this.#lost.signal.aborted) return;
    this.gate.close();
    const message = `left the shard group against its will: ${why}`;
    this.#lost.abort(new ManagerError('ShardLost', message, { cause: this.#lastError }));
  }

  /** Tries until it succeeds or the signal aborts. */
  async #retried(signal: AbortSignal, request: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { clock, retryPeriodMs, logger } = this.#options;
    for (;;) {
      try {
        await this.#bounded(signal, request);
        return;
      } catch (error) {
        signal.throwIfAborted();
        // Created by a request whose answer never came.
        if (isAlreadyExists(error)) return;
        logger.debug('a request for the shard group failed', { error });
      }
      await sleep(clock, retryPeriodMs, signal);
    }
  }

  /** One request, which ends in time. */
  #bounded<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, renewDeadlineMs } = this.#options;
    return boundedRequest({ clock, signal, timeoutMs: Math.max(renewDeadlineMs / 2, 1000) }, request);
  }

  #now(): number {
    return monotonicNow(this.#options.clock);
  }
}
