import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { afterEach, describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import type { ManagerOptions } from '../manager/manager.js';
import { TerminalError } from '../errors.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

const harnesses: ManagerHarness[] = [];
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.stop();
});

const evil = '<script>alert("1")</script>';

async function setUp(options: Partial<ManagerOptions> = {}) {
  let flakes = 0;
  const controller = controllerFor(ConfigMap).reconcileRequest(async (request, { client }) => {
    if (request.name === 'bad') throw new TerminalError(evil);
    if (request.name === 'flaky' && (flakes += 1) === 1) throw new Error('not now');
    if (request.name === 'a')
      await client.patch(ConfigMap, request, mergePatch({ metadata: { labels: { [`x${evil}`]: 'seen' } } }));
  });
  const harness = new ManagerHarness({ controllers: [controller], debug: { bindAddress: ':0' }, ...options });
  harnesses.push(harness);
  for (const name of ['a', 'bad']) await harness.client.create(configMap(name));
  await harness.start();
  await harness.manager.whenReady();
  await settleMicrotasks();
  const ask = (path: string, headers: Record<string, string> = {}) => {
    const { host, port } = harness.manager.addresses.debug!;
    return new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const outgoing = httpRequest({ host, port, path, headers, agent: false }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
  };
  return { harness, ask };
}

interface Told {
  reconciles: Array<{ name: string; outcome: { type: string } }>;
}

describe('the debug endpoint', () => {
  it('listens on the loopback, and tells of reconciles as JSON, filtered', async () => {
    const { harness, ask } = await setUp();
    expect(harness.manager.addresses.debug?.host).toBe('127.0.0.1');
    const { reconciles } = JSON.parse((await ask('/debug/reconciles')).text) as Told;
    expect(new Set(reconciles.map(({ name }) => name))).toEqual(new Set(['a', 'bad']));
    const only = async (query: string) => {
      const told = JSON.parse((await ask(`/debug/reconciles?${query}`)).text) as Told;
      return [...new Set(told.reconciles.map(({ name }) => name))];
    };
    expect(await only('key=default/a')).toEqual(['a']);
    expect(await only('failed')).toEqual(['bad']);
    expect(await only('controller=other')).toEqual([]);
    expect(await only('limit=1')).toHaveLength(1);
    expect(await only('after=2')).toHaveLength(1);
    expect(await only('after=3')).toEqual([]);
    expect(reconciles).toEqual(JSON.parse(JSON.stringify(harness.manager.why?.reconciles())));
  });

  it('tells of the queue of each controller, how many reconciles it had, and what failed', async () => {
    const { harness, ask } = await setUp();
    const told = async () => JSON.parse((await ask('/debug/controllers')).text) as unknown;
    const controller = { name: 'configmap', ready: true, workers: 1 };
    const queue = { depth: 0, delayed: 0, active: 0, backingOff: 0 };
    const failure = { controller: 'configmap', namespace: 'default', name: 'bad', count: 1, terminal: true };
    expect(await told()).toMatchObject({
      controllers: [{ ...controller, queue, reconciles: { total: 3, failed: 1, perSecond: 0 } }],
      failures: [{ ...failure, error: evil }],
    });
    await harness.client.create(configMap('flaky'));
    await settleMicrotasks();
    expect(await told()).toMatchObject({
      controllers: [{ queue: { ...queue, delayed: 1, backingOff: 1 }, reconciles: { total: 4, failed: 2 } }],
      failures: [{ name: 'flaky', error: 'not now', count: 1 }, failure],
    });
    await harness.clock.advance(5);
    expect(await told()).toMatchObject({
      controllers: [{ queue }],
      failures: [{ name: 'flaky', count: 1, recovered: true }, failure],
    });
  });

  it('shows a page that loads and runs nothing, with everything escaped', async () => {
    const { ask } = await setUp();
    const { text, headers } = await ask('/debug/why');
    const policy = headers['content-security-policy'] as string;
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; /);
    expect(text).toContain('Why did it reconcile?');
    expect(text).toContain('&#60;script&#62;alert');
    expect(text).not.toMatch(/<script|style="|on\w+="|src=|@import|url\(/);
    expect(text.match(/<details/g)).toHaveLength(3);
    expect(text.match(/<rect\s+class="(success|terminal)"/g)).toHaveLength(3);
    const { createHash } = await import('node:crypto');
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect((await ask('/debug/why?key=default/none')).text).toContain('Nothing was reconciled that fits.');
    expect((await ask('/')).headers.location).toBe('/debug/why');
    expect((await ask('/other')).status).toBe(404);
  });

  it('refuses requests that come by a name of somebody else', async () => {
    const { ask } = await setUp();
    expect(await ask('/debug/reconciles', { host: 'rebound.example.com' })).toMatchObject({ status: 403 });
    expect(await ask('/debug/reconciles', { host: 'localhost:80' })).toMatchObject({ status: 200 });
  });

  it('is off by default, and knows nothing then', () => {
    const harness = new ManagerHarness();
    expect([harness.manager.addresses, harness.manager.why]).toEqual([{}, undefined]);
  });
});
