import { abortReason } from '@kubewright/api';

import { isManagerError, ManagerError } from '../errors.js';
import { messageOf } from '../internal/errors.js';
import { abortable, childSignal, sharedController } from '../internal/signals.js';
import type { ChildSignal } from '../internal/signals.js';

/** A part of a manager as a group sees it. */
export interface Part {
  readonly name: string;
  start(signal: AbortSignal): Promise<void>;
  whenReady?(signal: AbortSignal): Promise<void>;
}

export interface LifetimeGroupOptions {
  /** Called for each part that rejects while it should run, with an error that names it. */
  onFailure: (error: unknown) => void;
  /** Called for each part that fails on its way out. */
  onLateFailure: (error: unknown) => void;
}

interface RunningPart {
  readonly stop: ChildSignal;
  ended: Promise<void>;
}

/**
 * Parts that start and stop together (controller-runtime's pkg/manager/runnable_group.go). Parts added while the group
 * runs start at once.
 */
export class LifetimeGroup {
  readonly #options: LifetimeGroupOptions;
  readonly #stop = sharedController();
  readonly #waiting = new Set<Part>();
  readonly #running = new Map<Part, RunningPart>();
  /** Those that the start of the group waits for. */
  readonly #becomingReady = new Map<Part, ChildSignal>();
  #started = false;

  constructor(options: LifetimeGroupOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  add(part: Part): void {
    if (this.#started) this.#run(part);
    else this.#waiting.add(part);
  }

  /**
   * Takes a part out, and resolves when it has ended. What it does on its way out is its own matter, and nobody waits for
   * it to become ready any more.
   */
  async remove(part: Part): Promise<void> {
    this.#waiting.delete(part);
    const running = this.#running.get(part);
    const reason = new Error(`${part.name} was removed`);
    this.#becomingReady.get(part)?.abort(reason);
    running?.stop.abort(reason);
    await running?.ended;
  }

  /**
   * Starts all parts. Where one has to be waited for, the promise resolves when all are ready, and rejects with an
   * error that names the one that is not.
   */
  start(): Promise<void> | undefined {
    if (this.signal.aborted) return undefined;
    this.#started = true;
    const parts = [...this.#waiting];
    this.#waiting.clear();
    for (const part of parts) this.#run(part);
    const waited = parts.filter((part) => part.whenReady !== undefined);
    return waited.length === 0 ? undefined : this.#whenReady(waited);
  }

  /** Aborts the signal of the parts, at once. */
  abort(reason: Error): void {
    if (!this.signal.aborted) this.#stop.abort(reason);
  }

  /** Aborts the signal of the parts, and resolves when all have ended. */
  async stop(reason: Error): Promise<void> {
    this.abort(reason);
    if (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** The names of the parts that were asked to end and have not. */
  unfinished(): string[] {
    return !this.signal.aborted ? [] : [...this.#running.keys()].map((part) => part.name);
  }

  async #whenReady(parts: readonly Part[]): Promise<void> {
    await Promise.all(
      parts.map(async (part) => {
        const becoming = childSignal(this.signal);
        this.#becomingReady.set(part, becoming);
        try {
          await abortable(Promise.resolve(part.whenReady?.(becoming.signal)), becoming.signal);
        } catch (error) {
          const isRemoved = becoming.signal.aborted && !this.signal.aborted;
          if (!isRemoved) throw namedFailure(part, error);
        } finally {
          becoming.release();
          this.#becomingReady.delete(part);
        }
      }),
    );
  }

  #run(part: Part): void {
    const stop = childSignal(this.signal);
    const run = async () => {
      try {
        await part.start(stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) this.#options.onFailure(namedFailure(part, error));
        else if (!isAbort(error, stop.signal)) this.#options.onLateFailure(namedFailure(part, error));
      } finally {
        stop.release();
        this.#running.delete(part);
      }
    };
    const running = { stop, ended: Promise.resolve() };
    // First, for it may be over at once.
    this.#running.set(part, running);
    running.ended = run();
  }
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === abortReason(signal) || (error instanceof Error && error.name === 'AbortError');
}

/** Errors that say for themselves what failed pass; others get the name of the part. */
function namedFailure(part: Part, error: unknown): unknown {
  if (error instanceof Error && error.name === 'CacheSyncError') return error;
  if (isManagerError(error, 'ShardLost') || isManagerError(error, 'NoNamespace')) return error;
  return new ManagerError('RunnableFailed', `${part.name} failed: ${messageOf(error)}`, { cause: error });
}
