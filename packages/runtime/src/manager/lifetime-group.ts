import { ManagerError } from '../errors.js';
import { messageOf } from '../internal/errors.js';
import { sharedController } from '../internal/signals.js';

/** A part of a manager as a group sees it. */
export interface Part {
  readonly name: string;
  start(signal: AbortSignal): Promise<void>;
  whenReady?(signal: AbortSignal): Promise<void>;
}

/**
 * Parts that start and stop together (controller-runtime's pkg/manager/runnable_group.go). Parts added while the group
 * runs start at once.
 */
export class LifetimeGroup {
  readonly #onFailure: (error: unknown) => void;
  readonly #stop = sharedController();
  readonly #parts: Part[] = [];
  readonly #running = new Map<Part, Promise<void>>();
  #started = false;

  /** `onFailure` is called for each part that rejects while it should run, with an error that names it. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  add(part: Part): void {
    if (this.#started) this.#run(part);
    else this.#parts.push(part);
  }

  /** Starts all parts, and resolves when they are ready. Rejects with an error that names the part that is not. */
  async start(): Promise<void> {
    this.#started = true;
    const parts = this.#parts.splice(0);
    for (const part of parts) this.#run(part);
    await Promise.all(parts.map((part) => this.#whenReady(part)));
  }

  /** Aborts the signal of the parts, and resolves when all have ended. */
  async stop(reason: Error): Promise<void> {
    this.#stop.abort(reason);
    await Promise.all(this.#running.values());
  }

  /** The names of the parts that have not ended. */
  unfinished(): string[] {
    return [...this.#running.keys()].map((part) => part.name);
  }

  async #whenReady(part: Part): Promise<void> {
    try {
      await part.whenReady?.(this.signal);
    } catch (error) {
      throw namedFailure(part, error);
    }
  }

  #run(part: Part): void {
    const run = async () => {
      try {
        await part.start(this.signal);
      } catch (error) {
        if (!this.signal.aborted) this.#onFailure(namedFailure(part, error));
      } finally {
        this.#running.delete(part);
      }
    };
    this.#running.set(part, run());
  }
}

/** Errors that say for themselves what failed pass; others get the name of the part. */
function namedFailure(part: Part, error: unknown): unknown {
  if (error instanceof Error && error.name === 'CacheSyncError') return error;
  return new ManagerError('RunnableFailed', `${part.name} failed: ${messageOf(error)}`, { cause: error });
}
