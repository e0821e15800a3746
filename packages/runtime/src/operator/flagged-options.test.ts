import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, systemClock } from '@kubewright/api';

import { selfSignedCertificates } from '../certificates/self-signed.js';
import { createManager } from '../manager/manager.js';
import type { Manager, ManagerOptions } from '../manager/manager.js';
import { noMetrics } from '../metrics/metrics.js';
import { dialTls } from '../webhook/dial.js';
import { FakeApi } from '../test-support/fake-api.js';
import { createClient } from '@kubewright/client';
import { flaggedOptions } from './flagged-options.js';
import { operatorHelp, parseOperatorArguments } from './operator-arguments.js';

const parts = { name: 'widget-operator', clock: systemClock, logger: silentLogger };

function optionsOf(args: readonly string[], options: Partial<ManagerOptions> = {}) {
  return flaggedOptions(parseOperatorArguments(['node', 'main.js', ...args]), options, parts);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flags-'));
  const done = new AbortController();
  await selfSignedCertificates({ names: ['localhost'] }).follow((pair) => {
    done.abort(pair);
  }, done.signal);
  const pair = done.signal.reason as { certificate: string; key: string };
  await writeFile(path.join(folder, 'a.crt'), pair.certificate);
  await writeFile(path.join(folder, 'a.key'), pair.key);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], use: (manager: Manager) => Promise<void>, given = {}) {
  const manager = createManager({
    client: createClient({ transport: new FakeApi() }),
    ...given,
    ...optionsOf(args, given),
  });
  const running = manager.start();
  await Promise.race([manager.whenReady(), running]);
  try {
    await use(manager);
  } finally {
    await manager.stop();
    await running;
  }
}

describe('the flags of an operator', () => {
  it('open servers', async () => {
    const args = [
      '--metrics-bind-address=127.0.0.1:0',
      '--metrics-secure=false',
      '--health-probe-bind-address=127.0.0.1:0',
      '--debug-bind-address=:0',
    ];
    await run(args, async ({ addresses: { metrics, health, debug } }) => {
      const answers = [`${metrics!.url}/metrics`, `${health!.url}/readyz`, `${debug!.url}/debug/reconciles`];
      for (const url of answers) expect((await fetch(url)).status).toBe(200);
    });
  });

  it('say where certificates are, and where webhooks listen', async () => {
    const args = ['metrics', 'webhook'].flatMap((server) => [
      `--${server}-bind-address=127.0.0.1:0`,
      `--${server}-cert-path=${folder}`,
      `--${server}-cert-name=a.crt`,
      `--${server}-cert-key=a.key`,
    ]);
    const given = { webhooks: { handlers: [], port: 1 } };
    await run(
      args,
      async ({ addresses, webhooks }) => {
        expect(addresses.metrics!.url).toMatch(/^https:/);
        expect(webhooks!.address!.host).toBe('127.0.0.1');
        for (const address of [addresses.metrics!, webhooks!.address!])
          await dialTls(address, { clock: systemClock });
      },
      given,
    );
  });

  it.each([
    { args: [], given: {}, options: {} },
    {
      args: ['--metrics-bind-address=0', '--debug-bind-address=0'],
      given: {},
      options: { metrics: { bindAddress: '0' } },
    },
    {
      args: ['--metrics-secure'],
      given: { metrics: { bindAddress: ':1', secure: false } },
      options: { metrics: { bindAddress: ':1', secure: true } },
    },
    { args: ['--metrics-bind-address=0'], given: { metrics: noMetrics }, options: { metrics: noMetrics } },
    {
      args: ['--health-probe-bind-address=:2'],
      given: { health: { bindAddress: ':1', livenessPath: '/live' } },
      options: { health: { bindAddress: ':2', livenessPath: '/live' } },
    },
    { args: ['--debug-bind-address=0'], given: { debug: {} }, options: { debug: { bindAddress: '0' } } },
    { args: ['--webhook-cert-path=/x', '--webhook-bind-address=:1'], given: {}, options: {} },
    { args: ['--webhook-bind-address=0'], given: { webhooks: { handlers: [] } }, options: {} },
    {
      args: ['--webhook-bind-address=:10250'],
      given: { webhooks: { handlers: [], port: 1 } },
      options: { webhooks: { handlers: [], host: '', port: 10250 } },
    },
    {
      args: ['--webhook-port=9443'],
      given: { webhooks: { handlers: [], port: 1 } },
      options: { webhooks: { handlers: [], host: '', port: 9443 } },
    },
    { args: ['--webhook-port=9443'], given: {}, options: {} },
  ])('$args go before $given', ({ args, given, options }) => {
    expect(optionsOf(args, given)).toEqual(options);
  });

  it('cannot serve metrics that go elsewhere', () => {
    expect(() => optionsOf(['--metrics-bind-address=:1'], { metrics: noMetrics })).toThrow(
      /^--metrics-bind-address: the metrics of this operator go elsewhere/,
    );
  });

  it.each([
    [['--webhook-port=https'], '--webhook-port must be a port from 0 to 65535, got "https"'],
    [['--webhook-port=65536'], '--webhook-port must be a port from 0 to 65535, got "65536"'],
    [
      ['--webhook-port=9443', '--webhook-bind-address=:1'],
      '--webhook-port and --webhook-bind-address both say where webhooks are served: leave one out',
    ],
  ])('%j are refused', (args, message) => {
    expect(() => optionsOf(args)).toThrow(message);
  });

  it('are all in the help', () => {
    const help = operatorHelp('widget-operator');
    for (const flag of [
      'metrics-bind-address <address>',
      'metrics-secure',
      'webhook-cert-key <file>',
      'debug-bind-address <address>',
    ])
      expect(help).toContain(`  --${flag}  `);
  });
});
