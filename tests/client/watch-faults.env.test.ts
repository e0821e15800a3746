import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient, createHttpTransport, isTransportError, loadKubeconfig } from '@kubewright/client';
import type { Client, ClusterConfig } from '@kubewright/client';
import type { Transport } from '@kubewright/api';
import { startFaultProxy, startTestEnvironment } from '@kubewright/testing';
import type { FaultProxy, TestEnvironment } from '@kubewright/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let env: TestEnvironment;
let config: ClusterConfig;
let proxy: FaultProxy;
let transport: Transport;
let client: Client;

beforeAll(async () => {
  env = await startTestEnvironment();
  config = await loadKubeconfig({ path: await env.kubeconfigFile(), env: {} });
}, 90_000);
afterAll(() => env.stop());
beforeEach(async () => {
  proxy = await startFaultProxy({ target: config.server });
  transport = createHttpTransport(proxy.through(config), { connectTimeoutMs: 1_000 });
  client = createClient({ transport });
});
afterEach(async () => {
  await transport.close();
  await proxy.stop();
});

const configMap = (name: string, text = name) =>
  ConfigMap({ metadata: { name, namespace: 'default' }, data: { text } });

interface Watching {
  /** The names and sizes of what came. */
  readonly seen: string[];
  /** What the watch ended with; undefined when the server ended it. */
  readonly ended: Promise<unknown>;
}

/** Watches from now on, by way of the proxy, until it fails. */
async function watch(options: { idleTimeoutMs?: number } = {}): Promise<Watching> {
  const { metadata } = await env.client.list(ConfigMap, { namespace: 'default' });
  const seen: string[] = [];
  const run = async (opened: () => void): Promise<void> => {
    const events = client.watch(ConfigMap, {
      namespace: 'default',
      resourceVersion: metadata.resourceVersion,
      allowWatchBookmarks: true,
      onOpen: opened,
      ...options,
    });
    for await (const event of events)
      if (event.type !== 'BOOKMARK')
        seen.push(`${event.object.metadata.name} ${event.object.data?.['text']?.length}`);
  };
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((opened) => {
    ended = run(opened).then(
      () => undefined,
      (error: unknown) => error,
    );
  });
  return { seen, ended };
}

describe('a watch through a network that fails', () => {
  it.each(['reset', 'end'] as const)('that is cut with a %s ends as a lost connection', async (how) => {
    const watching = await watch();
    proxy.cut(how);
    expect(isTransportError(await watching.ended, 'ConnectionLost')).toBe(true);
  });

  it('that stalls is noticed when its deadline has passed, and requests go on', async () => {
    const watching = await watch({ idleTimeoutMs: 300 });
    proxy.stall();
    expect(isTransportError(await watching.ended, 'Timeout')).toBe(true);
    await proxy.pass();
    expect((await client.list(ConfigMap)).kind).toBe('ConfigMapList');
  });

  it('that stalls before it is answered is noticed too', async () => {
    proxy.stall();
    const events = client.watch(ConfigMap, { allowWatchBookmarks: true, idleTimeoutMs: 300 });
    await expect(events[Symbol.asyncIterator]().next()).rejects.toSatisfy((error) =>
      isTransportError(error, 'Timeout'),
    );
  });

  it('is not given up while events come, however slowly, nor for being late', async () => {
    const watching = await watch({ idleTimeoutMs: 2_000 });
    proxy.delay(50);
    for (const name of ['slow-1', 'slow-2', 'slow-3']) await env.client.create(configMap(name));
    await env.eventually(() => expect(watching.seen).toEqual(['slow-1 6', 'slow-2 6', 'slow-3 6']));
    proxy.cut();
    await watching.ended;
  });

  it('that is truncated within an event loses nothing before it and ends as a lost connection', async () => {
    const watching = await watch();
    await env.client.create(configMap('whole'));
    await env.eventually(() => expect(watching.seen).toEqual(['whole 5']));
    proxy.truncate(20_000);
    await env.client.create(configMap('cut', 'x'.repeat(500_000)));
    expect(isTransportError(await watching.ended, 'ConnectionLost')).toBe(true);
    expect(watching.seen).toEqual(['whole 5']);
  });

  it('brings objects of almost 1 MiB whole, over many packets', async () => {
    const watching = await watch();
    await env.client.create(configMap('large', 'x'.repeat(1_000_000)));
    await env.eventually(() => expect(watching.seen).toEqual(['large 1000000']));
    proxy.cut();
    await watching.ended;
  });

  it('does not keep requests from their connections, nor do many of them', async () => {
    const limited = createHttpTransport(proxy.through(config), { maxConnections: 1 });
    try {
      const watches = await Promise.all(
        Array.from({ length: 4 }, () =>
          limited.request({ method: 'GET', path: '/api/v1/configmaps?watch=true' }),
        ),
      );
      const answer = await limited.request({ method: 'GET', path: '/version' });
      expect([...watches, answer].every(({ status }) => status === 200)).toBe(true);
      await answer.body.bytes();
    } finally {
      await limited.close();
    }
    await env.eventually(() => expect(proxy.connections).toBe(0));
  });

  it('leaves nothing open when the transport is closed', async () => {
    const watching = await watch();
    await transport.close();
    expect(isTransportError(await watching.ended, 'Closed')).toBe(true);
    await env.eventually(() => expect(proxy.connections).toBe(0));
  });
});

describe('requests through a network that fails', () => {
  it('are told of a refused connection each time, and succeed when somebody listens again', async () => {
    await proxy.refuse();
    for (let round = 0; round < 20; round += 1) {
      const error: unknown = await client.list(ConfigMap).catch((caught: unknown) => caught);
      expect(isTransportError(error, 'ConnectionRefused')).toBe(true);
    }
    await proxy.pass();
    expect((await client.list(ConfigMap)).kind).toBe('ConfigMapList');
  });

  it('are not sent on connections that were cut while nobody used them', async () => {
    await client.list(ConfigMap);
    proxy.cut('end');
    await env.eventually(() => client.list(ConfigMap));
  });
});
