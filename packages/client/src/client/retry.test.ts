import { ConfigMap, Node } from '@kubewright/api/core/v1';
import type { Clock } from '@kubewright/api';
import { describe, expect, it } from 'vitest';

import { isTooManyRequests } from '../reasons.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { TransportError, isTransportError } from '../transport/errors.js';
import type { Client } from './client.js';
import type { ClientOptions } from './create-client.js';
import { createClient } from './create-client.js';
import type { Retry } from './retry.js';

const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
const GET = 'GET /api/v1/nodes/n';
const PUT = 'PUT /api/v1/nodes/n';
const lost = () => new TransportError('ConnectionLost', 'the connection was lost');
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** A clock on which all time passes at once, and what was waited for. */
function swiftClock(): Clock & { waits: number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    setTimer: (callback, delayMs) => {
      let cancelled = false;
      queueMicrotask(() => {
        if (cancelled) return;
        waits.push(delayMs);
        now += delayMs;
        callback();
      });
      return { cancel: () => void (cancelled = true) };
    },
  };
}

/** A clock whose time stands still until `advance`. */
function handClock(): Clock & { advance: (ms: number) => void } {
  let now = 0;
  const timers = new Map<object, [number, () => void]>();
  return {
    now: () => now,
    setTimer: (callback, delayMs) => {
      const timer = { cancel: () => void timers.delete(timer) };
      timers.set(timer, [now + delayMs, callback]);
      return timer;
    },
    advance: (ms) => {
      now += ms;
      for (const [timer, [due, callback]] of [...timers]) {
        if (due > now) continue;
        timers.delete(timer);
        callback();
      }
    },
  };
}

function refusal(request: string, status: number, retryAfter?: string): Exchange {
  return {
    request,
    ...(request === PUT ? { body: node } : {}),
    status,
    answer: { kind: 'Status', code: status, message: `refused with ${status}` },
    ...(retryAfter === undefined ? {} : { responseHeaders: { 'retry-after': retryAfter } }),
  };
}

function script(options: Partial<ClientOptions>, ...exchanges: Exchange[]): [Client, FakeTransport] {
  const transport = new FakeTransport(...exchanges);
  return [createClient({ transport, ...options }), transport];
}

describe('a request is sent again', () => {
  it.each([
    ['GET', 429],
    ['GET', 500],
    ['GET', 503],
    ['PUT', 429],
    ['PUT', 504],
  ])('when %s was answered %d with the seconds to wait', async (method, status) => {
    const clock = swiftClock();
    const retries: Retry[] = [];
    const request = method === 'GET' ? GET : PUT;
    const success: Exchange =
      method === 'GET' ? { request, answer: node } : { request, body: node, answer: node };
    const [client, transport] = script(
      { clock, onRetry: (retry) => retries.push(retry) },
      refusal(request, status, '3'),
      refusal(request, status, '1'),
      success,
    );
    expect(await (method === 'GET' ? client.get(Node, 'n') : client.update(node))).toEqual(node);
    expect(clock.waits).toEqual([3000, 1000]);
    expect(retries).toMatchObject([
      { request, attempt: 1, delayMs: 3000, status },
      { request, attempt: 2, delayMs: 1000, status },
    ]);
    transport.assertConsumed();
  });

  it('when the connection was lost before an answer to a read, after a second', async () => {
    const clock = swiftClock();
    const [client, transport] = script(
      { clock },
      { request: GET, fails: lost() },
      { request: GET, answer: node },
    );
    expect(await client.get(Node, 'n')).toEqual(node);
    expect(clock.waits).toEqual([1000]);
    transport.assertConsumed();
  });

  it('ten times at most, and then the last refusal is thrown', async () => {
    const clock = swiftClock();
    const [client, transport] = script(
      { clock },
      ...Array.from({ length: 11 }, () => refusal(GET, 429, '1')),
    );
    expect(isTooManyRequests(await caught(client.get(Node, 'n')))).toBe(true);
    expect(transport.requests).toHaveLength(11);
    transport.assertConsumed();
  });

  it('as often as was asked for', async () => {
    const [client, transport] = script(
      { maxRetries: 1, clock: swiftClock() },
      refusal(GET, 503, '1'),
      refusal(GET, 503, '1'),
      refusal(GET, 503, '1'),
    );
    await caught(client.get(Node, 'n'));
    await caught(client.with({ maxRetries: 0 }).get(Node, 'n'));
    transport.assertConsumed();
  });

  it('but not after the caller gave up', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const onRetry = () => queueMicrotask(() => setImmediate(() => stop.abort(reason)));
    const [client, transport] = script({ onRetry, clock: handClock() }, refusal(GET, 503, '60'));
    expect(await caught(client.get(Node, 'n', { signal: stop.signal }))).toBe(reason);
    transport.assertConsumed();
  });

  it('within the timeout of the call, which tells what came before', async () => {
    const clock = handClock();
    const onRetry = () => setImmediate(() => clock.advance(500));
    const [client] = script({ clock, onRetry, timeoutMs: 500 }, refusal(GET, 503, '60'));
    const error = await caught(client.get(Node, 'n'));
    expect(isTransportError(error, 'Timeout')).toBe(true);
    expect(error).toMatchObject({
      message: `${GET}: no answer within 500 ms; the attempt before ended in: refused with 503`,
      cause: { httpStatus: 503 },
    });
  });
});

describe('a request is not sent again', () => {
  it.each<[string, Exchange]>([
    ['when the server does not say how long to wait', refusal(GET, 503)],
    ['when the wait is no number of seconds', refusal(GET, 503, 'Wed, 21 Oct 2026 07:28:00 GMT')],
    ['when what was wrong is the request', refusal(GET, 409, '1')],
    [
      'when the server could not be reached',
      { request: GET, fails: new TransportError('ConnectionRefused', 'no') },
    ],
  ])('%s', async (_why, exchange) => {
    const [client, transport] = script({ clock: swiftClock() }, exchange);
    expect(await caught(client.get(Node, 'n'))).toBeInstanceOf(Error);
    transport.assertConsumed();
  });

  it('when it is a write that may have been carried out', async () => {
    const [client, transport] = script({ clock: swiftClock() }, { request: PUT, body: node, fails: lost() });
    expect(isTransportError(await caught(client.update(node)), 'ConnectionLost')).toBe(true);
    transport.assertConsumed();
  });

  it('when it is a watch whose connection was lost: who watches resumes', async () => {
    const [client] = script(
      { clock: swiftClock() },
      { request: 'GET /api/v1/nodes?watch=true', fails: lost() },
    );
    const next = client.watch(Node)[Symbol.asyncIterator]().next();
    expect(isTransportError(await caught(next), 'ConnectionLost')).toBe(true);
  });
});

describe('rateLimit', () => {
  const gets = (count: number, headers: Record<string, string> = {}): Exchange[] =>
    Array.from({ length: count }, () => ({ request: GET, answer: node, responseHeaders: headers }));

  it('lets a burst pass, then so many a second, of all clients derived from one', async () => {
    const clock = swiftClock();
    const [client] = script({ clock, rateLimit: { qps: 10, burst: 2 } }, ...gets(5));
    const derived = client.with({ fieldManager: 'other' });
    for (let round = 0; round < 5; round += 1) await (round % 2 === 0 ? client : derived).get(Node, 'n');
    expect(clock.waits).toEqual([100, 100, 100]);
  });

  it('gives back the turn of a call that gave up, and leaves watches alone', async () => {
    const clock = handClock();
    const [client] = script({ clock, rateLimit: { qps: 1, burst: 1 } }, ...gets(2), {
      request: 'GET /api/v1/nodes?watch=true',
      chunks: [],
    });
    await client.get(Node, 'n');
    const stop = new AbortController();
    const waiting = caught(client.get(Node, 'n', { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ message: 'enough' });
    const next = client.get(Node, 'n');
    clock.advance(1000);
    await next;
    for await (const _event of client.watch(Node)) break;
  });

  it('ends, where wanted, when the server shows that it shares its capacity itself', async () => {
    const clock = swiftClock();
    const fair = { 'x-kubernetes-pf-flowschema-uid': 'u' };
    const limit = { qps: 1, burst: 1 };
    const [strict] = script({ clock, rateLimit: limit }, ...gets(2, fair));
    const [yielding] = script({ clock, rateLimit: { ...limit, yieldToServer: true } }, ...gets(3, fair));
    for (let round = 0; round < 3; round += 1) await yielding.get(Node, 'n');
    expect(clock.waits).toEqual([]);
    for (let round = 0; round < 2; round += 1) await strict.get(Node, 'n');
    expect(clock.waits).toEqual([1000]);
  });

  it('does not count as time that the server took', async () => {
    const clock = handClock();
    const [client] = script({ clock, rateLimit: { qps: 1, burst: 1 }, timeoutMs: 10 }, ...gets(2));
    await client.get(Node, 'n');
    const second = client.get(Node, 'n');
    clock.advance(1000);
    expect(await second).toEqual(node);
  });
});

describe('a client without any of these', () => {
  it('sends one request and sets no timer', async () => {
    const clock: Clock = {
      now: () => expect.unreachable(),
      setTimer: () => expect.unreachable(),
    };
    const [client] = script(
      { clock },
      { request: 'GET /api/v1/namespaces/default/configmaps/a', answer: {} },
    );
    await client.get(ConfigMap, 'a');
  });
});
