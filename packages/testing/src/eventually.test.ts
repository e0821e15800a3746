import type { Clock } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';

/** Time that passes only by waiting. */
function waitingClock(): Clock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    setTimer(callback, delayMs) {
      queueMicrotask(() => {
        nowMs += delayMs;
        callback();
      });
      return { cancel: () => undefined };
    },
  };
}

describe('eventually', () => {
  it('returns what the first passing check returns', async () => {
    let tries = 0;
    const check = () => {
      tries += 1;
      if (tries < 4) throw new Error('not yet');
      return tries;
    };
    expect(await eventually(check, { clock: waitingClock() })).toBe(4);
  });

  it('throws what the last try threw when the time is up', async () => {
    let tries = 0;
    const check = () => {
      tries += 1;
      throw new Error(`try ${tries}`);
    };
    await expect(eventually(check, { clock: waitingClock(), timeoutMs: 500 })).rejects.toThrow('try 6');
  });

  it('ends when the signal aborts', async () => {
    const check = () => {
      throw new Error('never');
    };
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(eventually(check, { clock: waitingClock(), signal })).rejects.toThrow('enough');
  });
});
