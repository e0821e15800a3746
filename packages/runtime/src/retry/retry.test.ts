import type { KubernetesObject } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi } from '../test-support/fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { defaultBackoff, defaultRetry, retryOnConflict, retryOnError } from './retry.js';
import { isWaitTimeout, waitFor } from './wait-for.js';

const never = { next: () => 0, uuid: () => '' };

describe('retryOnError', () => {
  it.each([
    ['defaultRetry', defaultRetry, [0, 10, 20, 30, 40]],
    ['defaultBackoff', defaultBackoff, [0, 10, 60, 310]],
  ])('tries as often as %s says, and throws the last error', async (_name, backoff, times) => {
    const clock = new ManualClock(0);
    const at: number[] = [];
    const result = retryOnError(
      () => true,
      () => {
        at.push(clock.now());
        throw new Error(`failure ${at.length}`);
      },
      { backoff, clock, random: never },
    );
    const expected = expect(result).rejects.toThrow(`failure ${times.length}`);
    await clock.advance(1000);
    await expected;
    expect(at).toEqual(times);
    expect(clock.pending).toBe(0);
  });

  it('stretches each wait at random, by no more than a tenth', async () => {
    const clock = new ManualClock(0);
    const at: number[] = [];
    const result = retryOnError(
      () => true,
      () => {
        at.push(clock.now());
        throw new Error('no');
      },
      { clock, random: seededRandom(1) },
    );
    const expected = expect(result).rejects.toThrow('no');
    await clock.advance(1000);
    await expected;
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits.every((wait) => wait >= 10 && wait <= 11)).toBe(true);
    expect(new Set(waits).size).toBe(4);
  });

  it('does not repeat what no retry can mend, nor after an abort', async () => {
    let calls = 0;
    const fail = () => {
      calls++;
      throw new Error('no');
    };
    await expect(retryOnError(() => false, fail)).rejects.toThrow('no');
    expect(calls).toBe(1);

    const clock = new ManualClock();
    const abort = new AbortController();
    const result = retryOnError(() => true, fail, { clock, signal: abort.signal });
    const expected = expect(result).rejects.toThrow('stop');
    await settleMicrotasks();
    abort.abort(new Error('stop'));
    await expected;
    await expect(retryOnError(() => true, fail, { signal: abort.signal })).rejects.toThrow('stop');
    expect([calls, clock.pending]).toEqual([2, 0]);
  });
});

describe('retryOnConflict', () => {
  it('reads anew and writes until nobody was faster; other errors are thrown', async () => {
    const api = new FakeApi();
    const client = createClient({ transport: api, kinds: [ConfigMap] });
    await client.create(ConfigMap({ metadata: { name: 'a' }, data: {} }));
    const clock = new ManualClock();
    let attempts = 0;
    const result = retryOnConflict(
      async () => {
        const map = await client.get(ConfigMap, 'a');
        attempts++;
        if (attempts < 3)
          await client.update({ ...map, data: { by: `another ${attempts}` } } as KubernetesObject);
        return client.update({ ...map, data: { by: 'us' } });
      },
      { clock },
    );
    await clock.advance(1000);
    expect((await result).data).toEqual({ by: 'us' });
    expect(attempts).toBe(3);
    await expect(retryOnConflict(() => client.get(ConfigMap, 'none'))).rejects.toThrow('not found');
  });
});

describe('waitFor', () => {
  it('looks at once, then at intervals, and returns what it was waiting for', async () => {
    const clock = new ManualClock(0);
    let looks = 0;
    const result = waitFor(() => (looks++ < 2 ? undefined : `after ${clock.now()}`), { clock });
    await clock.advance(2000);
    expect(await result).toBe('after 2000');
    expect(await waitFor(() => Promise.resolve(1), { clock })).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('gives up in time, after a last look', async () => {
    const clock = new ManualClock(0);
    const at: number[] = [];
    const result = waitFor(() => void at.push(clock.now()), {
      clock,
      intervalMs: 400,
      timeoutMs: 1000,
      what: 'rain',
    });
    const expected = expect(result).rejects.toSatisfy(isWaitTimeout);
    await clock.advance(5000);
    await expected;
    await expect(result).rejects.toThrow('waited 1000 ms for rain');
    expect(at).toEqual([0, 400, 800, 1000]);
  });

  it('ends with what the condition throws, and with the reason of an abort', async () => {
    const clock = new ManualClock();
    await expect(
      waitFor(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    const abort = new AbortController();
    const result = waitFor(() => false, { clock, signal: abort.signal });
    const expected = expect(result).rejects.toThrow('stop');
    await settleMicrotasks();
    abort.abort(new Error('stop'));
    await expected;
    expect(clock.pending).toBe(0);
  });
});
