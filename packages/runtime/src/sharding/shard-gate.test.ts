import { describe, expect, it } from 'vitest';

import { settleMicrotasks } from '../test-support/manual-clock.js';
import { ShardView } from './rendezvous.js';
import { ShardGate } from './shard-gate.js';

describe('a shard gate', () => {
  it('tells everyone who waits, also who came while a move was about to end', async () => {
    const gate = new ShardGate('me', () => true);
    const mine = new ShardView(['me']);
    await gate.moveTo(mine);
    gate.admit([]);
    const both = new ShardView(['me', 'other']);
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    const going = keys.find((key) => both.ownerOf(key) === 'other') as string;
    const staying = keys.find((key) => both.ownerOf(key) === 'me') as string;
    expect([gate.enter(going), gate.enter(staying)]).toEqual([true, true]);
    const moved = gate.moveTo(both);
    let isEmpty = false;
    gate.leave(going);
    void gate.whenEmpty().then(() => (isEmpty = true));
    await moved;
    gate.leave(staying);
    await settleMicrotasks();
    expect(isEmpty).toBe(true);
  });
});
