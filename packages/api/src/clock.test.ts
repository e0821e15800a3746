import { describe, expect, it } from 'vitest';
import { abortReason, sleep } from './clock.js';
import type { Clock, Timer } from './clock.js';

/** A clock whose timers fire when they are told to. */
function handClock() {
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    setTimer(callback): Timer {
      timers.add(callback);
      return { cancel: () => void timers.delete(callback) };
    },
  };
  const fire = (): void => {
    for (const callback of [...timers]) {
      timers.delete(callback);
      callback();
    }
  };
  return { clock, timers, fire };
}

describe('sleep', () => {
  it('ends when the timer fires', async () => {
    const { clock, timers, fire } = handClock();
    const waiting = sleep(clock, 5);
    expect(timers.size).toBe(1);
    fire();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('throws the reason of the signal, and leaves no timer', async () => {
    const { clock, timers } = handClock();
    const controller = new AbortController();
    const waiting = sleep(clock, 5, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(timers.size).toBe(0);
  });

  it('does not begin when the signal has aborted already', async () => {
    const { clock, timers } = handClock();
    await expect(sleep(clock, 5, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(timers.size).toBe(0);
  });
});

describe('abortReason', () => {
  it('is the reason itself when that is an error, else an error with it as cause', () => {
    const reason = new Error('x');
    expect(abortReason(AbortSignal.abort(reason))).toBe(reason);
    expect(abortReason(AbortSignal.abort('stop'))).toMatchObject({ message: 'aborted', cause: 'stop' });
  });
});
