import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './system.js';

describe('systemClock', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const DAY_MS = 24 * 60 * 60 * 1000;

  it('calls back after the delay, also when it is longer than a timer of the platform can be', () => {
    let calls = 0;
    systemClock.setTimer(() => (calls += 1), 100 * DAY_MS);
    vi.advanceTimersByTime(100 * DAY_MS - 1);
    expect(calls).toBe(0);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(1);
  });

  it('can be cancelled at any time', () => {
    let calls = 0;
    const timer = systemClock.setTimer(() => (calls += 1), 100 * DAY_MS);
    vi.advanceTimersByTime(50 * DAY_MS);
    timer.cancel();
    vi.advanceTimersByTime(100 * DAY_MS);
    expect(calls).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
