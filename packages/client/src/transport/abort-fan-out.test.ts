import { getEventListeners } from 'node:events';

import { describe, expect, it } from 'vitest';

import { AbortFanOut } from './abort-fan-out.js';

describe('AbortFanOut', () => {
  it('tells everyone who listens, and nobody who stopped', () => {
    const stop = new AbortController();
    const fanOut = new AbortFanOut();
    const told: number[] = [];
    const releases = [1, 2, 3].map((who) => fanOut.listen(stop.signal, () => told.push(who)));
    releases[1]?.();
    stop.abort();
    expect(told).toEqual([1, 3]);
  });

  it('has one listener on the signal while anyone listens, and none after', () => {
    const { signal } = new AbortController();
    const fanOut = new AbortFanOut();
    const listeners = () => getEventListeners(signal, 'abort').length;
    const releases = Array.from({ length: 20 }, () => fanOut.listen(signal, () => undefined));
    expect(listeners()).toBe(1);
    for (const release of releases) release();
    for (const release of releases) release();
    expect(listeners()).toBe(0);
    const again = fanOut.listen(signal, () => undefined);
    releases[0]?.();
    expect(listeners()).toBe(1);
    again();
    expect(listeners()).toBe(0);
  });
});
