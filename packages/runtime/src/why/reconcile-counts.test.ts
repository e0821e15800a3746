import { describe, expect, it } from 'vitest';

import { ReconcileCounter } from './reconcile-counts.js';

describe('ReconcileCounter', () => {
  it('counts all, those that failed, and the rate of the last ten full seconds', () => {
    const counter = new ReconcileCounter(5_000);
    for (let count = 0; count < 20; count += 1) counter.finished(count % 4 === 0, 5_100);
    expect(counter.counts(5_900)).toEqual({ total: 20, failed: 5, perSecond: 0 });
    expect(counter.counts(6_000)).toEqual({ total: 20, failed: 5, perSecond: 2 });
    expect(counter.counts(15_999).perSecond).toBe(2);
    expect(counter.counts(16_000).perSecond).toBe(0);
  });

  it('forgets the rate of before a long rest', () => {
    const counter = new ReconcileCounter(0);
    for (const nowMs of [0, 1_000, 2_000]) counter.finished(false, nowMs);
    counter.finished(false, 3_600_000);
    expect(counter.counts(3_601_000)).toEqual({ total: 4, failed: 0, perSecond: 0.1 });
  });

  it('counts in the newest second when the clock is set back', () => {
    const counter = new ReconcileCounter(50_000);
    counter.finished(false, 10_000);
    expect(counter.counts(51_000)).toEqual({ total: 1, failed: 0, perSecond: 0.1 });
  });
});
