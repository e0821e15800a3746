import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';

import { selfSignedCertificates } from '../certificates/self-signed.js';
import { createPrometheusMetrics } from '../metrics/prometheus-metrics.js';
import { createServer } from '../server/server.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import type { ManagerOptions } from './manager.js';

/* The servers of a manager, on real ports: the situations of controller-runtime's pkg/manager/manager_test.go. */

const loopback = '127.0.0.1:0';
const stops: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(options: Partial<ManagerOptions>): Promise<ManagerHarness> {
  const harness = new ManagerHarness(options);
  stops.push(() => harness.stop());
  await harness.start();
  await harness.manager.whenReady();
  return harness;
}

function get(url: string): Promise<[status: number, text: string]> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https') ? httpsRequest : httpRequest;
    send(url, { agent: false, rejectUnauthorized: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      incoming.on('end', () => resolve([incoming.statusCode ?? 0, text]));
    })
      .on('error', reject)
      .end();
  });
}

const says = (body: string) => () => ({ body });

describe('the metrics of a manager', () => {
  it.each([true, false])(
    'are served at their path, beside what is added and nothing else (TLS: %s)',
    async (secure) => {
      const instruments = await createPrometheusMetrics({ process: false });
      const { default: prometheus } = await import('prom-client');
      new prometheus.Counter({
        name: 'test_one',
        help: 'for testing',
        registers: [instruments.registry],
      }).inc();
      const extraHandlers = { '/extra': says('more') };
      const metrics = { bindAddress: loopback, secure, authorize: false, extraHandlers, instruments };
      const { manager } = await start({ metrics });
      const { url } = manager.addresses.metrics!;
      expect(url).toMatch(secure ? /^https:/ : /^http:/);
      const [status, text] = await get(`${url}/metrics`);
      expect([status, text]).toEqual([200, expect.stringContaining('test_one 1')]);
      expect(text).toContain('# HELP test_one for testing\n# TYPE test_one counter\n');
      expect(await get(`${url}/extra`)).toEqual([200, 'more']);
      for (const path of ['/', '/healthz', '/should-not-exist', '/metrics/below'])
        expect((await get(`${url}${path}`))[0], path).toBe(404);
      await manager.stop();
      await expect(get(`${url}/metrics`)).rejects.toThrow('ECONNREFUSED');
    },
  );

  it('cannot be replaced by a handler of the same path', () => {
    const metrics = { bindAddress: loopback, extraHandlers: { '/metrics': says('mine') } };
    expect(() => new ManagerHarness({ metrics })).toThrow('overriding /metrics is not allowed');
  });
});

describe('the probes of a manager', () => {
  it.each(['healthz', 'readyz'] as const)('answer at /%s, for all checks and for each', async (probe) => {
    const { manager } = await start({ health: { bindAddress: loopback } });
    const { url } = manager.addresses.health!;
    let failing = true;
    const check = () => {
      if (failing) throw new Error('not yet');
    };
    if (probe === 'healthz') manager.addHealthzCheck('own', check);
    else manager.addReadyzCheck('own', check);
    expect((await get(`${url}/${probe}`))[0]).toBe(500);
    expect(await get(`${url}/${probe}/own`)).toEqual([500, 'internal server error: not yet\n']);
    failing = false;
    for (const path of [`/${probe}`, `/${probe}/`, `/${probe}/own`])
      expect(await get(`${url}${path}`)).toEqual([200, 'ok']);
    expect((await get(`${url}/${probe}/missing`))[0]).toBe(404);
    await manager.stop();
    await expect(get(`${url}/${probe}`)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('the debug endpoint of a manager', () => {
  it('is served with what is added to it, until the manager stops', async () => {
    const debug = { bindAddress: loopback, extraHandlers: { '/debug/pprof/': says('profiles') } };
    const { manager } = await start({ debug });
    const { url } = manager.addresses.debug!;
    expect(await get(`${url}/debug/pprof/heap`)).toEqual([200, 'profiles']);
    expect((await get(`${url}/debug/why`))[0]).toBe(200);
    await manager.stop();
    await expect(get(`${url}/debug/why`)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a port that is taken', () => {
  it.each<[string, (bindAddress: string, port: number) => Partial<ManagerOptions>]>([
    ['metrics server', (bindAddress) => ({ metrics: { bindAddress, secure: false } })],
    ['metrics server', (bindAddress) => ({ metrics: { bindAddress, secure: true } })],
    ['health', (bindAddress) => ({ health: { bindAddress } })],
    ['debug server', (bindAddress) => ({ debug: { bindAddress } })],
    [
      'webhook server',
      (_address, port) => ({
        webhooks: { handlers: [], host: '127.0.0.1', port, certificates: selfSignedCertificates() },
      }),
    ],
  ])('ends the manager, with an error that names the %s', async (what, options) => {
    const end = new AbortController();
    const other = createServer({ name: 'another', port: 0 });
    const ended = other.start(end.signal);
    stops.push(() => {
      end.abort();
      return ended;
    });
    await other.whenReady();
    const { port } = other.address!;
    const harness = new ManagerHarness(options(`127.0.0.1:${port}`, port));
    const ready = harness.manager.whenReady();
    await harness.start();
    await expect(ready).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is in use`);
    await expect(ready).rejects.toThrow(what);
    await harness.stop();
  });
});
