import type { Clock, Random, Timer } from '@kubewright/api';

interface PendingTimer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Lets everything that is due without time passing run: promises, and the streams of the fake server. */
export async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #timers = new Set<PendingTimer>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): Timer {
    const timer: PendingTimer = { at: this.#now + Math.max(delayMs, 0), order: this.#order++, callback };
    this.#timers.add(timer);
    return {
      cancel: () => {
        this.#timers.delete(timer);
      },
    };
  }

  /** Moves time on, firing what falls due in order, and lets the consequences of each run before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settleMicrotasks();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#fire(next);
      await settleMicrotasks();
    }
    this.#now = end;
  }

  /** Moves time on, firing what falls due in order, without waiting for promises. */
  advanceSync(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) this.#fire(next);
    this.#now = end;
  }

  #fire(timer: PendingTimer): void {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.callback();
  }

  #next(end: number): PendingTimer | undefined {
    let first: PendingTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > end) continue;
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
        first = timer;
    }
    return first;
  }
}

/** Numbers from a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    uuid: () =>
      `00000000-0000-4000-8000-${Math.floor(next() * 2 ** 32)
        .toString(16)
        .padStart(12, '0')}`,
  };
}
