import type { Stored } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { Expectations } from './expectations.js';

function pod(uid: string, deletionTimestamp?: string): Stored<Pod> {
  const metadata = { name: uid, uid, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: deletionTimestamp === undefined ? metadata : { ...metadata, deletionTimestamp },
  };
}

describe('expectations', () => {
  it('are satisfied when nothing was done', () => {
    expect(new Expectations().satisfied('a', [], 0)).toBe(true);
  });

  it('wait for a created pod until a list shows it', async () => {
    const expectations = new Expectations();
    await expectations.creating('a', 0, () => Promise.resolve(pod('1')));
    expect(expectations.satisfied('a', [], 0)).toBe(false);
    expect(expectations.satisfied('b', [], 0)).toBe(true);
    expect(expectations.satisfied('a', [pod('1')], 0)).toBe(true);
    expect(expectations.satisfied('a', [], 0)).toBe(true);
  });

  it('wait for a created pod until an event tells of it, though it is gone again', async () => {
    const expectations = new Expectations();
    await expectations.creating('a', 0, () => Promise.resolve(pod('1')));
    expectations.observed('a', '1');
    expect(expectations.satisfied('a', [], 0)).toBe(true);
  });

  it('know events that came before the answer of the creation', async () => {
    const expectations = new Expectations();
    await expectations.creating('a', 0, () => {
      expectations.observed('a', '1');
      return Promise.resolve(pod('1'));
    });
    expect(expectations.satisfied('a', [], 0)).toBe(true);
  });

  it('expect nothing of a creation that failed', async () => {
    const expectations = new Expectations();
    await expect(expectations.creating('a', 0, () => Promise.reject(new Error('quota')))).rejects.toThrow(
      'quota',
    );
    expect(expectations.satisfied('a', [], 0)).toBe(true);
  });

  it('wait for a deleted pod until it has a deletion time or is gone', () => {
    const expectations = new Expectations();
    expectations.deleted('a', '1', 0);
    expectations.deleted('a', '2', 0);
    expect(expectations.satisfied('a', [pod('1'), pod('2')], 0)).toBe(false);
    expect(expectations.satisfied('a', [pod('1', '2026-01-01T00:00:00Z'), pod('2')], 0)).toBe(false);
    expect(expectations.satisfied('a', [pod('1', '2026-01-01T00:00:00Z')], 0)).toBe(true);
  });

  it('lapse after five minutes', async () => {
    const expectations = new Expectations();
    await expectations.creating('a', 1000, () => Promise.resolve(pod('1')));
    expect(expectations.satisfied('a', [], 300_999)).toBe(false);
    expect(expectations.lapseInMs('a', 300_999)).toBe(1);
    expect(expectations.satisfied('a', [], 301_000)).toBe(true);
  });
});
