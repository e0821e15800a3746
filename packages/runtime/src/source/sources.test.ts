import { request } from 'node:https';
import { queryObjects } from 'node:v8';

import { afterEach, describe, expect, it } from 'vitest';
import type { Stored } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { selfSignedCertificates } from '../certificates/self-signed.js';
import { controllerFor } from '../controller/builder.js';
import type { Request } from '../controller/definition.js';
import { handlerFuncs } from '../controller/event-handler.js';
import type { Source } from '../controller/source.js';
import { deferred } from '../internal/deferred.js';
import { labelSelectorPredicate } from '../predicate/metadata.js';
import { predicateFuncs } from '../predicate/predicate.js';
import type { ServerRequest } from '../server/handler.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { createChannel } from './channel.js';
import { channelSource, objectChannelSource } from './channel-source.js';
import { httpSource } from './http-source.js';
import { timerSource } from './timer-source.js';

let harness: ManagerHarness;
const seen: string[] = [];

function listening(...sources: Source[]): ReturnType<ReturnType<typeof controllerFor>['reconcile']> {
  const builder = sources.reduce(
    (so, source) => so.watchesRaw(source),
    controllerFor(ConfigMap, { predicates: [() => false] }),
  );
  return builder.reconcileRequest(({ name }) => void seen.push(name));
}

async function run(...sources: Source[]): Promise<void> {
  seen.length = 0;
  harness = new ManagerHarness({ controllers: [listening(...sources)] });
  await harness.start();
}

const taken = async () => {
  await settleMicrotasks();
  return seen.splice(0);
};
const toRequest = (name: string): Request[] => [{ namespace: 'default', name }];

function stored(name: string, labels: Record<string, string> = {}): Stored<ConfigMap> {
  return ConfigMap({
    metadata: { name, namespace: 'default', labels, uid: name, resourceVersion: '1', creationTimestamp: '' },
  }) as Stored<ConfigMap>;
}

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

describe('a channel source', () => {
  it('asks for what is pushed, also for what was pushed before it started', async () => {
    const channel = createChannel<string>();
    channel.push('early');
    await run(channelSource({ name: 'pushed', from: channel, map: toRequest }));
    expect(await taken()).toEqual(['early']);
    channel.push('a');
    channel.push('b');
    expect(await taken()).toEqual(['a', 'b']);
  });

  it('refuses more than its buffer before anybody listens', async () => {
    const channel = createChannel<string>({ bufferSize: 1 });
    channel.push('a');
    expect(() => {
      channel.push('b');
    }).toThrow('give the channel a larger bufferSize');
    await run(channelSource({ name: 'pushed', from: channel, map: toRequest }));
    channel.push('b');
    expect(await taken()).toEqual(['a', 'b']);
  });

  it('hands every value to each of several controllers', async () => {
    const channel = createChannel<string>();
    const source = channelSource({ name: 'pushed', from: channel, map: toRequest });
    await run(source);
    const others: string[] = [];
    harness.manager.add(
      controllerFor(ConfigMap, { predicates: [() => false] })
        .named('other')
        .watchesRaw(source)
        .reconcileRequest(({ name }) => void others.push(name)),
    );
    await settleMicrotasks();
    channel.push('a');
    expect([await taken(), others]).toEqual([['a'], ['a']]);
  });

  it('goes on after a value that cannot be mapped, and ends with the channel', async () => {
    const channel = createChannel<string>();
    const map = async (value: string): Promise<Request[]> => {
      await Promise.resolve();
      if (value === 'bad') throw new Error('no such thing');
      return toRequest(value);
    };
    await run(channelSource({ name: 'pushed', from: channel, map }));
    channel.push('bad');
    channel.push('good');
    expect(await taken()).toEqual(['good']);
    expect(harness.records.find(({ level }) => level === 'error')?.fields).toMatchObject({
      source: 'pushed',
      controller: 'configmap',
    });
    channel.close();
    channel.push('late');
    expect(await taken()).toEqual([]);
    expect(harness.manager.state.phase).toBe('running');
  });

  it('keeps nothing of what it has read', async () => {
    class Value {}
    async function* values(): AsyncGenerator<Value> {
      for (let index = 0; index < 500; index += 1) yield new Value();
      await new Promise(() => undefined);
    }
    await run(channelSource({ name: 'read', from: values(), map: () => [] }));
    for (let turn = 0; turn < 40; turn += 1) await settleMicrotasks();
    expect(queryObjects(Value as never, { format: 'count' })).toBeLessThan(50);
  });

  it('lets nobody wait for a value that takes long, and takes all of them', async () => {
    const channel = createChannel<string>();
    const first = deferred<void>();
    let taking = 0;
    const map = async (value: string): Promise<Request[]> => {
      if ((taking += 1) === 1) await first.promise;
      return toRequest(value);
    };
    await run(channelSource({ name: 'pushed', from: channel, map }));
    for (const value of ['slow', 'b', 'c']) channel.push(value);
    expect(await taken()).toEqual(['b', 'c']);
    first.resolve();
    expect(await taken()).toEqual(['slow']);
  });

  it('reads anything that can be iterated, and lets go of it at the end', async () => {
    const next = deferred<string>();
    let ended = false;
    async function* values(): AsyncGenerator<string> {
      try {
        yield 'a';
        yield await next.promise;
        yield await new Promise<string>(() => undefined);
      } finally {
        ended = true;
      }
    }
    const iterable = values();
    await run(channelSource({ name: 'stream', from: iterable, map: toRequest }));
    expect(await taken()).toEqual(['a']);
    next.resolve('b');
    expect(await taken()).toEqual(['b']);
    await harness.stop();
    expect([harness.outcome, ended]).toEqual(['stopped', false]);
  });

  it('delivers objects as generic events, which predicates judge and handlers turn into requests', async () => {
    const channel = createChannel<Stored<ConfigMap>>();
    const common = { kind: ConfigMap, from: channel };
    await run(
      objectChannelSource({
        ...common,
        name: 'selected',
        predicates: [
          labelSelectorPredicate('app=web'),
          predicateFuncs({ generic: (e) => e.object.data === undefined }),
        ],
      }),
      objectChannelSource({
        ...common,
        name: 'handled',
        handler: handlerFuncs<ConfigMap>({
          generic: ({ meta }, queue) => {
            queue.add({ name: `handled ${meta.name}` }, { priority: 1 });
          },
        }),
      }),
    );
    channel.push(stored('a', { app: 'web' }));
    channel.push(stored('b'));
    expect((await taken()).sort()).toEqual(['a', 'handled a', 'handled b']);
  });
});

describe('a timer source', () => {
  it('asks at each interval, lengthened by its jitter', async () => {
    await run(timerSource({ name: 'poll', intervalMs: 1000, jitter: 0.5, requests: [{ name: 'a' }] }));
    await harness.clock.advance(1000);
    expect(await taken()).toEqual([]);
    await harness.clock.advance(500);
    expect(await taken()).toEqual(['a']);
    await harness.clock.advance(1500);
    expect(await taken()).toEqual(['a']);
  });

  it('asks at once when told to, and goes on after a turn that fails', async () => {
    let turns = 0;
    const requests = ({ client }: { client: unknown }) => {
      turns += 1;
      expect(client).toBe(harness.manager.client);
      if (turns === 2) throw new Error('not now');
      return [{ name: `turn ${turns}` }];
    };
    await run(timerSource({ name: 'poll', intervalMs: 1000, jitter: 0, immediate: true, requests }));
    await harness.clock.advance(2000);
    expect(await taken()).toEqual(['turn 1', 'turn 3']);
    expect(harness.logged('error')).toEqual(['a turn of a timer failed']);
  });

  it.each([0, NaN, Infinity])('refuses an interval of %d', async (intervalMs) => {
    await run();
    expect(() => timerSource({ name: 'poll', intervalMs, requests: [] })).toThrow(RangeError);
  });
});

describe('an HTTP source', () => {
  const call = (method: string, query = ''): ServerRequest => ({
    method,
    path: '/hook',
    query: new URLSearchParams(query),
    headers: {},
    remoteAddress: undefined,
    signal: new AbortController().signal,
    body: () => Promise.resolve(Buffer.alloc(0)),
  });
  const source = httpSource({
    name: 'hook',
    requests: ({ query }) => (query.has('name') ? toRequest(String(query.get('name'))) : undefined),
  });

  it('asks for what a POST names, while a controller listens', async () => {
    expect((await source.handler(call('POST', 'name=a'))).status).toBe(503);
    await run(source);
    const answers = [
      await source.handler(call('POST', 'name=a')),
      await source.handler(call('POST')),
      await source.handler(call('GET', 'name=b')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 400, 405]);
    expect(await taken()).toEqual(['a']);
    await harness.stop();
    expect((await source.handler(call('POST', 'name=a'))).status).toBe(503);
  });
});

describe('an HTTP source with a path', () => {
  const source = () => httpSource({ name: 'hook', path: '/hooks/git', requests: () => toRequest('pushed') });

  it('is served by the webhook server, once for all controllers that listen', async () => {
    seen.length = 0;
    const shared = source();
    const reconciled = deferred<void>();
    const listeners = ['one', 'two'].map((name) =>
      controllerFor(ConfigMap, { predicates: [() => false] })
        .named(name)
        .watchesRaw(shared)
        .reconcileRequest((request) => {
          seen.push(`${name} ${request.name}`);
          if (seen.length === 2) reconciled.resolve();
        }),
    );
    harness = new ManagerHarness({
      controllers: listeners,
      webhooks: { handlers: [], host: '127.0.0.1', port: 0, certificates: selfSignedCertificates() },
    });
    await harness.start();
    await harness.manager.whenReady();
    const { port } = harness.manager.webhooks!.address!;
    const status = await new Promise<number | undefined>((answered, failed) => {
      request(
        {
          port,
          host: '127.0.0.1',
          path: '/hooks/git',
          method: 'POST',
          agent: false,
          rejectUnauthorized: false,
        },
        (answer) => {
          answer.resume();
          answered(answer.statusCode);
        },
      )
        .on('error', failed)
        .end();
    });
    expect(status).toBe(202);
    await reconciled.promise;
    expect(seen.sort()).toEqual(['one pushed', 'two pushed']);
  });

  it('needs a server', () => {
    harness = new ManagerHarness();
    expect(() => {
      harness.manager.add(listening(source()));
    }).toThrow(
      'the source hook of controller configmap is to be served at /hooks/git, but the manager has no server',
    );
  });
});

describe('a source of one’s own', () => {
  it('is ready before anything is reconciled', async () => {
    const ready = deferred<void>();
    await run({
      name: 'slow',
      start: async ({ enqueue }) => {
        enqueue({ name: 'a' });
        await ready.promise;
      },
      whenReady: () => ready.promise,
    });
    expect(await taken()).toEqual([]);
    ready.resolve();
    expect(await taken()).toEqual(['a']);
  });

  it('that is not ready in time stops the manager', async () => {
    await run({
      name: 'slow',
      start: () => Promise.resolve(),
      whenReady: () => new Promise(() => undefined),
    });
    await harness.clock.advance(120_000);
    expect(String(harness.outcome)).toContain('the source slow was not ready within 120 s');
  });

  it('that fails later stops the manager, which names it', async () => {
    const end = deferred<void>();
    await run({ name: 'flaky', start: () => end.promise });
    expect(harness.manager.state.phase).toBe('running');
    end.reject(new Error('connection lost'));
    await settleMicrotasks();
    expect(String(harness.outcome)).toContain('the source flaky failed: connection lost');
  });

  it('is waited for at the end', async () => {
    const said: string[] = [];
    await run({
      name: 'tidy',
      start: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            void settleMicrotasks().then(() => {
              said.push('ended');
              resolve();
            });
          });
        }),
    });
    await harness.manager.stop();
    expect(said).toEqual(['ended']);
  });
});
