import type { Clock, Timer } from '@kubewright/api';

interface Pending extends Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  private nowMs = Date.parse('2026-01-02T03:04:05Z');
  private readonly pending = new Set<Pending>();

  /** How many timers wait. */
  get timers(): number {
    return this.pending.size;
  }

  now(): number {
    return this.nowMs;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    const timer: Pending = {
      atMs: this.nowMs + delayMs,
      callback,
      cancel: () => void this.pending.delete(timer),
    };
    this.pending.add(timer);
    return timer;
  }

  /** Moves time, and runs the timers that come due, in their order. */
  advance(byMs: number): void {
    const end = this.nowMs + byMs;
    for (;;) {
      const next = [...this.pending].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.pending.delete(next);
      this.nowMs = next.atMs;
      next.callback();
    }
    this.nowMs = end;
  }
}
