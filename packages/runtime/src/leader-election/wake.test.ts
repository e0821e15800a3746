import { describe, expect, it } from 'vitest';

import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { Wake } from './wake.js';

describe('a wait that can be cut short', () => {
  it('is not begun when it was to end before: what happened meanwhile is not forgotten', async () => {
    const clock = new ManualClock();
    const wake = new Wake();
    const { signal } = new AbortController();
    wake.notify();
    await wake.wait(clock, 1000, signal);
    let ended = false;
    const waiting = wake.wait(clock, 1000, signal).then(() => (ended = true));
    await settleMicrotasks();
    expect(ended).toBe(false);
    wake.notify();
    await waiting;
    expect(clock.pending).toBe(0);
  });
});
