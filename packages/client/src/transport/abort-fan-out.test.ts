import { getEventListeners } from 'node:events';

import { describe, expect, it } from 'vitest';

import { AbortFanOut } from './abort-fan-out.js';
import type { Abortable } from './abort-fan-out.js';

describe('AbortFanOut', () => {
  it('tells everyone who listens, and nobody who stopped', () => {
    const stop = new AbortController();
    const fanOut = new AbortFanOut();
    const told: number[] = [];
    const waiting = [1, 2, 3].map((who) => ({ aborted: () => told.push(who) }));
    for (const one of waiting) fanOut.listen(stop.signal, one);
    fanOut.forget(stop.signal, waiting[1] as Abortable);
    stop.abort();
    expect(told).toEqual([1, 3]);
  });

  it('has one listener on the signal while anyone listens, and none after', () => {
    const { signal } = new AbortController();
    const fanOut = new AbortFanOut();
    const listeners = () => getEventListeners(signal, 'abort').length;
    const waiting = Array.from({ length: 20 }, () => ({ aborted: () => undefined }));
    for (const one of waiting) fanOut.listen(signal, one);
    expect(listeners()).toBe(1);
    for (const one of [...waiting, ...waiting]) fanOut.forget(signal, one);
    expect(listeners()).toBe(0);
    fanOut.listen(signal, waiting[0] as Abortable);
    fanOut.forget(signal, waiting[1] as Abortable);
    expect(listeners()).toBe(1);
    fanOut.forget(signal, waiting[0] as Abortable);
    expect(listeners()).toBe(0);
  });
});
