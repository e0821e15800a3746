import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigMap, Pod, Secret } from '@kubewright/api/core/v1';
import { controllerFor, createManager, TerminalError } from '@kubewright/runtime';
import type { Manager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainCommand } from '../commands/explain.js';
import type { ExplainCommandOptions } from '../commands/explain.js';
import { debugAddressIn, leaveDebugAddress } from '../project/debug-address.js';
import { CapturedIo } from '../test-support/captured-io.js';
import { localUrl } from './with-debug-server.js';
import type { Forward } from './with-debug-server.js';

const controllers = [
  controllerFor(ConfigMap, { predicates: [] })
    .named('greeting')
    .reconcile(async (map, { client }) => {
      if (map.data?.['text'] === 'bad') throw new TerminalError('this text cannot be said');
      const { name, namespace = '' } = map.metadata;
      if (map.metadata.labels?.['greets'] !== 'true') return;
      await client.apply(
        Secret({
          metadata: { name: `${name}-said`, namespace },
          stringData: { text: map.data?.['text'] ?? '' },
        }),
        { owner: map },
      );
    }),
  controllerFor(Secret)
    .named('secret')
    .reconcile(() => undefined),
];

let env: TestEnvironment;
let manager: Manager;
let folder: string;
let url: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-explain-'));
  manager = createManager({ client: env.client, controllers, debug: { bindAddress: '127.0.0.1:0' } });
  manager.start().catch(() => undefined);
  await manager.whenReady();
  url = manager.addresses.debug?.url ?? '';
});
afterAll(async () => {
  await manager.stop();
  await env.stop();
  await rm(folder, { recursive: true });
});

const DEFAULTS: ExplainCommandOptions = {
  folder: '.',
  kustomization: 'config/default',
  deployed: false,
  failed: false,
  limit: 20,
  follow: false,
  output: 'text',
};

async function explain(
  options: Partial<ExplainCommandOptions> = {},
  io = new CapturedIo({ cwd: folder }),
  forward?: Forward,
): Promise<string> {
  expect(await explainCommand({ ...DEFAULTS, address: url, ...options }, io, forward)).toBe(0);
  return io.out
    .replaceAll(/^\d\d:\d\d:\d\d\.\d{3}/gm, 'TIME')
    .replaceAll(/[\d.]+ (ms|s)\b/g, 'N ms')
    .replaceAll(/#\d+/g, '#N');
}

const greet = async (name: string, text: string): Promise<void> => {
  await env.client.apply(
    ConfigMap({ metadata: { name, namespace: 'default', labels: { greets: 'true' } }, data: { text } }),
    { force: true },
  );
};

describe('kubewright explain', () => {
  it('tells what led to a reconcile, what it asked for, and which fields it changed', async () => {
    await greet('world', 'hello');
    await env.eventually(async () => {
      expect(await explain({ target: 'ConfigMap/default/world' })).toBe(
        `TIME  greeting default/world  #N  done, took N ms
              because  ConfigMap default/world appeared
              apply    secrets default/world-said  201, N ms
`,
      );
    });
    await greet('world', 'good morning');
    await env.eventually(async () => {
      expect(await explain({ target: 'configmap/world', limit: 1 })).toBe(
        `TIME  greeting default/world  #N  done, took N ms
              because  ConfigMap default/world changed: data.text
              apply    secrets default/world-said  200, N ms
                         changed data.text
`,
      );
    });
  });

  it('chooses by kind, object, namespace, controller, and what failed', async () => {
    await greet('broken', 'bad');
    await env.eventually(async () => {
      expect(await explain({ failed: true })).toBe(
        `TIME  greeting default/broken  #N  failed for good, took N ms
              because  ConfigMap default/broken appeared
              error    this text cannot be said
`,
      );
    });
    expect(await explain({ controller: 'secret', target: 'Secret/world-said' })).toContain(
      'secret default/world-said',
    );
    for (const nothing of [
      { target: 'ConfigMap/nobody' },
      { namespace: 'nowhere' },
      { target: 'Secret', failed: true },
    ]) {
      const io = new CapturedIo({ cwd: folder });
      expect(await explain(nothing, io)).toBe('');
      expect(io.err).toBe(`kubewright: nothing that fits was reconciled yet by the operator at ${url}\n`);
    }
  });

  it('tells scripts everything', async () => {
    const io = new CapturedIo();
    expect(
      await explainCommand({ ...DEFAULTS, address: url, target: 'configmap/broken', output: 'json' }, io),
    ).toBe(0);
    expect(JSON.parse(io.out)).toMatchObject({
      hotLoops: [],
      reconciles: [{ controller: 'greeting', name: 'broken', outcome: { type: 'terminal' } }],
    });
  });

  it.each([
    [{ target: 'ConfgMap' }, 'nothing is kept of a kind "ConfgMap": did you mean ConfigMap?'],
    [{ controller: 'greting' }, 'nothing is kept of a controller "greting": did you mean greeting?'],
    [{ controller: 'zebra' }, 'nothing is kept of a controller "zebra": there is greeting, secret'],
    [{ target: 'a/b/c/d' }, '"a/b/c/d" names no object: write KIND, KIND/NAME or KIND/NAMESPACE/NAME'],
  ])('%j is told in one sentence: %s', async (options, message) => {
    await expect(explain(options)).rejects.toMatchObject({
      name: 'CliError',
      message: expect.stringContaining(message) as string,
    });
  });

  it('says how an operator tells, where none does', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await expect(explain({ address: `:${port}` })).rejects.toMatchObject({
      code: 'CannotConnect',
      message: expect.stringContaining(
        `no operator tells at http://127.0.0.1:${port} why it reconciles (ECONNREFUSED): start it with --debug-bind-address=:8082`,
      ) as string,
    });
  });

  it('is not led astray by another server', async () => {
    const server = createServer((request, response) => {
      const isHtml = request.url?.startsWith('/html') === true;
      response
        .writeHead(200, { 'content-type': isHtml ? 'text/html' : 'application/json' })
        .end('{"items":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(explain({ address: `localhost:${port}` })).rejects.toMatchObject({
      message: `http://localhost:${port} is not the debug server of an operator: it answers something else`,
    });
    server.close();
  });

  it('finds the operator that runs for the project', async () => {
    const takeBack = await leaveDebugAddress(folder, url);
    const { address: _none, ...options } = { ...DEFAULTS, address: url };
    const io = new CapturedIo({ cwd: folder });
    expect(await explainCommand({ ...options, target: 'configmap/broken' }, io)).toBe(0);
    expect(io.out).toContain('this text cannot be said');
    // That of another run, which has ended without taking it back: the default is asked.
    await leaveDebugAddress(folder, 'http://127.0.0.1:9');
    await takeBack();
    expect(await debugAddressIn(folder)).toBe('http://127.0.0.1:9');
    const { signal } = new AbortController();
    expect(await localUrl(folder, 'http://other', signal)).toBe('http://other');
  });

  it('follows what comes until it is told to end', async () => {
    const stop = new AbortController();
    const io = new CapturedIo({ cwd: folder, signal: stop.signal });
    const followed = explainCommand(
      { ...DEFAULTS, address: url, follow: true, target: 'configmap/later', output: 'json' },
      io,
    );
    await greet('later', 'hello');
    await env.eventually(() => {
      const lines = io.out.split('\n').filter((line) => line !== '');
      expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toContain('later');
    });
    stop.abort();
    expect(await followed).toBe(0);
  });

  it('asks a pod through the API server', async () => {
    await env.client.create(
      Pod({
        metadata: { name: 'operator', namespace: 'default' },
        spec: { containers: [{ name: 'manager', image: 'shop:v1', args: ['--debug-bind-address=:9090'] }] },
      }),
    );
    const asked: unknown[] = [];
    const forward: Forward = (_client, pod, { port }) => {
      asked.push((pod as { name: string }).name, port);
      return Promise.resolve({
        port: Number(new URL(url).port),
        close: () => Promise.resolve(void asked.push('closed')),
      });
    };
    const io = new CapturedIo({ cwd: folder, env: { KUBECONFIG: await env.kubeconfigFile() } });
    const { address: _none, ...options } = { ...DEFAULTS, address: url };
    expect(
      await explainCommand(
        { ...options, pod: 'operator', namespace: 'default', target: 'configmap/broken' },
        io,
        forward,
      ),
    ).toBe(0);
    expect(io.out).toContain('this text cannot be said');
    expect(asked).toEqual(['operator', 9090, 'closed']);
    // Nothing listens behind it.
    const broken: Forward = async (client, pod, given) => {
      const forwarded = await forward(client, pod, given);
      given.onError?.(new Error('connection refused inside the pod'));
      return { ...forwarded, port: 1 };
    };
    await expect(
      explainCommand({ ...options, pod: 'operator', namespace: 'default' }, io, broken),
    ).rejects.toMatchObject({
      message:
        'the debug server of pod default/operator cannot be reached: connection refused inside the pod; the operator must be started with --debug-bind-address=:8082, and a kubelet must run it',
    });
    await expect(
      explainCommand({ ...options, pod: 'nobody', namespace: 'default' }, io, forward),
    ).rejects.toMatchObject({ message: expect.stringContaining('"nobody" not found') as string });
  });
});
