import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@kubewright/api';
import type { ReconcileExplanation } from '@kubewright/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { followReconciles } from './follow-reconciles.js';

/** A second passes in five milliseconds. */
const clock = {
  ...systemClock,
  setTimer: (...[callback, delayMs, options]: Parameters<typeof systemClock.setTimer>) =>
    systemClock.setTimer(callback, delayMs / 200, options),
};

const one = (sequence: number, run: string) => ({ sequence, name: `${run}${sequence}` });

/** What the debug server of a manager answers, as far as it is asked here. */
class Operator {
  ended: ReadonlyArray<ReturnType<typeof one>> = [];
  hotLoops: object[] = [];
  #server: Server | undefined;
  port = 0;

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://a');
      const after = Number(searchParams.get('after'));
      const reconciles = this.ended
        .filter(({ sequence }) => sequence > after)
        .toSorted((a, b) => b.sequence - a.sequence)
        .slice(0, Number(searchParams.get('limit')));
      response.setHeader('connection', 'close').end(JSON.stringify({ reconciles, hotLoops: this.hotLoops }));
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }
}

describe('following an operator', () => {
  const operator = new Operator();
  afterEach(() => operator.close());

  it('tells each reconcile once, in order, loops too, and begins anew with an operator that was started anew', async () => {
    operator.ended = [one(1, 'a'), one(2, 'a')];
    await operator.listen();
    const stop = new AbortController();
    const told: string[] = [];
    const heard = async (what: string): Promise<void> => {
      while (!told.includes(what))
        await new Promise((resolve) => systemClock.setTimer(() => resolve(undefined), 2));
    };
    const following = followReconciles({
      url: `http://127.0.0.1:${operator.port}`,
      clock,
      signal: stop.signal,
      since: { reconciles: [one(2, 'a'), one(1, 'a')] as unknown as ReconcileExplanation[], hotLoops: [] },
      onReconciles: (reconciles) => told.push(...reconciles.map(({ name }) => name)),
      onHotLoop: ({ controller }) => told.push(`loop of ${controller}`),
      onGone: (gone) => told.push(gone ? 'gone' : 'back'),
    });
    operator.hotLoops = [{ controller: 'cart' }];
    operator.ended = [...operator.ended, one(3, 'a'), one(4, 'a')];
    await heard('a4');
    await heard('loop of cart');

    // Restarted so fast that nobody saw it go: it counts from the beginning.
    operator.hotLoops = [];
    operator.ended = [one(1, 'b')];
    await heard('b1');

    await operator.close();
    await heard('gone');
    operator.ended = [one(1, 'c')];
    await operator.listen();
    await heard('c1');
    stop.abort();
    await following;
    expect(told).toEqual(['a3', 'a4', 'loop of cart', 'b1', 'gone', 'back', 'c1']);
  });
});
