import type { Clock, Timer } from '@kubewright/api';

interface PendingTimer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<PendingTimer>();

  constructor(start = '2026-01-01T00:00:00Z') {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    const timer = { at: this.#now + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  /** Moves on, firing what is due in order; what the callbacks start is fired too if it is due by then. */
  advance(byMs: number): void {
    const end = this.#now + byMs;
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
