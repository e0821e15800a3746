import { describe, expect, it } from 'vitest';
import { slowStart } from './slow-start.js';

describe('a slow start', () => {
  it('doubles its batches', async () => {
    const running: number[] = [];
    let now = 0;
    await slowStart(10, async () => {
      now += 1;
      running.push(now);
      await Promise.resolve();
      now -= 1;
    });
    expect(running).toEqual([1, 1, 2, 1, 2, 3, 4, 1, 2, 3]);
  });

  it('stops after the batch with the first failure', async () => {
    let calls = 0;
    const { successes, error } = await slowStart(10, () => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('quota')) : Promise.resolve();
    });
    expect([calls, successes]).toEqual([3, 2]);
    expect(error).toEqual(new Error('quota'));
  });

  it('does nothing for a count of zero', async () => {
    expect(await slowStart(0, () => Promise.reject(new Error('called')))).toEqual({ successes: 0 });
  });
});
