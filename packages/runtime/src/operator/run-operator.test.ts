import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineKind, silentLogger } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
import { FakeApi } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { createClient, TransportError } from '@kubewright/client';
import type { OperatorProcess } from './operator-process.js';
import { runOperator } from './run-operator.js';
import type { OperatorOptions } from './run-operator.js';

type Signal = 'SIGTERM' | 'SIGINT';

/** A process that a test sends signals to. */
class FakeProcess implements OperatorProcess {
  readonly argv: string[];
  readonly env: Record<string, string | undefined> = {};
  exitCode?: number | string | null | undefined;
  readonly exits: number[] = [];
  printed = '';
  readonly stderr = { write: (text: string) => (this.printed += text) };
  readonly #listeners = new Map<Signal, Set<() => void>>();

  constructor(...args: string[]) {
    this.argv = ['node', 'main.js', ...args];
  }

  get listeners(): number {
    return [...this.#listeners.values()].reduce((count, listeners) => count + listeners.size, 0);
  }

  on(signal: Signal, listener: () => void): void {
    this.#listeners.set(signal, (this.#listeners.get(signal) ?? new Set()).add(listener));
  }

  off(signal: Signal, listener: () => void): void {
    this.#listeners.get(signal)?.delete(listener);
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  send(signal: Signal): void {
    for (const listener of this.#listeners.get(signal) ?? []) listener();
  }
}

const Widget = defineKind<CustomResource<object>>({ group: 'example.com', version: 'v1', kind: 'Widget' });

function setUp(fakeProcess: FakeProcess, options: Partial<OperatorOptions> = {}) {
  const api = new FakeApi();
  const clock = new ManualClock();
  const running = runOperator({
    name: 'widget-operator',
    controllers: [],
    transport: api,
    process: fakeProcess,
    logger: silentLogger,
    clock,
    ...options,
  });
  return { api, clock, running };
}

describe('runOperator', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs controllers until %s, stops in good order, and leaves nothing behind',
    async (signal) => {
      const seen: string[] = [];
      const fakeProcess = new FakeProcess();
      const { api, clock, running } = setUp(fakeProcess, {
        controllers: [controllerFor(ConfigMap).reconcileRequest(({ name }) => void seen.push(name))],
      });
      await createClient({ transport: api }).create(configMap('a'));
      await settleMicrotasks();
      expect(seen).toEqual(['a']);
      fakeProcess.send(signal);
      await running;
      expect([fakeProcess.exitCode, fakeProcess.printed, fakeProcess.exits]).toEqual([undefined, '', []]);
      expect([fakeProcess.listeners, api.watches, clock.pending, api.closed]).toEqual([0, 0, 0, true]);
    },
  );

  it('ends the process at once at the second signal', async () => {
    const fakeProcess = new FakeProcess();
    const { clock, running } = setUp(fakeProcess, {
      setup: (manager) => {
        manager.add({ name: 'stubborn', start: () => new Promise(() => undefined) });
      },
    });
    await settleMicrotasks();
    fakeProcess.send('SIGTERM');
    await settleMicrotasks();
    expect(fakeProcess.exits).toEqual([]);
    fakeProcess.send('SIGINT');
    expect(fakeProcess.exits).toEqual([1]);
    await clock.advance(30_000);
    await running;
    expect(fakeProcess.exits).toEqual([1, 1]);
    expect(fakeProcess.printed).toBe(
      'widget-operator: not stopped within 30000 ms: still running: stubborn\n',
    );
  });

  it('ends by the signal it was given', async () => {
    const stop = new AbortController();
    const { running } = setUp(new FakeProcess(), { signal: stop.signal });
    stop.abort();
    await running;
  });

  it('says in one sentence that a CustomResourceDefinition is not installed, with exit code 1', async () => {
    const fakeProcess = new FakeProcess();
    const { api, clock, running } = setUp(fakeProcess, {
      controllers: [controllerFor(Widget).reconcile(() => undefined)],
    });
    api.unserved.add('/apis/example.com/v1/widgets');
    await clock.advance(121_000);
    await running;
    expect(fakeProcess.exitCode).toBe(1);
    expect(fakeProcess.printed).toMatch(
      /^widget-operator: cannot watch Widget \(example\.com\/v1\): .*install its CustomResourceDefinition.*\n$/,
    );
    expect([fakeProcess.listeners, api.closed]).toEqual([0, true]);
  });

  const refused = () => {
    throw new TransportError('ConnectionRefused', 'GET https://10.0.0.1: connection refused');
  };

  it('says in one sentence that the API server is out of reach, at once, with exit code 1', async () => {
    const fakeProcess = new FakeProcess();
    const api = new FakeApi();
    api.intercept = refused;
    await setUp(fakeProcess, { transport: api }).running;
    expect(fakeProcess.exitCode).toBe(1);
    expect(fakeProcess.printed).toBe('widget-operator: GET https://10.0.0.1: connection refused\n');
  });

  it('gives up in one sentence when the API server is gone for a minute in the middle', async () => {
    const fakeProcess = new FakeProcess();
    const { api, clock, running } = setUp(fakeProcess, {
      controllers: [controllerFor(ConfigMap).reconcileRequest(() => undefined)],
    });
    await settleMicrotasks();
    api.intercept = refused;
    api.cutWatches();
    await clock.advance(59_000);
    expect(fakeProcess.exitCode).toBeUndefined();
    await clock.advance(10_000);
    await running;
    expect(fakeProcess.exitCode).toBe(1);
    expect(fakeProcess.printed).toBe(
      'widget-operator: the API server has not answered for 60 s: GET https://10.0.0.1: connection refused\n',
    );
    expect([clock.pending, api.closed]).toEqual([0, true]);
  });

  it('forgets an outage that ended in time', async () => {
    const fakeProcess = new FakeProcess();
    const { api, clock, running } = setUp(fakeProcess, {
      controllers: [controllerFor(ConfigMap).reconcileRequest(() => undefined)],
    });
    await settleMicrotasks();
    api.intercept = refused;
    api.cutWatches();
    await clock.advance(30_000);
    api.intercept = undefined;
    await clock.advance(120_000);
    expect(fakeProcess.exitCode).toBeUndefined();
    fakeProcess.send('SIGTERM');
    await running;
    expect(fakeProcess.printed).toBe('');
  });

  it.each([
    [['--kubeconfg', 'x'], /^widget-operator: unknown option --kubeconfg: did you mean --kubeconfig\?\n$/],
    [
      ['--leader-election=true'],
      /^widget-operator: unknown option --leader-election: did you mean --leader-elect\?\n$/,
    ],
    [['--wings'], /^widget-operator: unknown option --wings: this operator knows --kubeconfig, .*--help\n$/],
    [['--leader-elect=maybe'], /^widget-operator: --leader-elect must be true or false, got "maybe"\n$/],
    [
      ['--leader-elect', '--leader-election-id', 'My Operator'],
      /^widget-operator: leader election: the id "My Operator" cannot name a Lease: .*\n$/,
    ],
    [
      ['--metrics-bind-address', '8080'],
      /^widget-operator: --metrics-bind-address is "8080": write an address and a port, as in ":8443".*\n$/,
    ],
    [['--metrics-secure=maybe'], /^widget-operator: --metrics-secure must be true or false, got "maybe"\n$/],
    [['--context'], /^widget-operator: Option '--context <value>' argument missing\n$/],
    [
      ['--log-level', 'loud'],
      /^widget-operator: --log-level must be one of debug, info, warn, error, got "loud"\n$/,
    ],
    [['more'], /^widget-operator: Unexpected argument 'more'/],
  ])('refuses the arguments %j', async (args, message) => {
    const fakeProcess = new FakeProcess(...args);
    await setUp(fakeProcess).running;
    expect(fakeProcess.printed).toMatch(message);
    expect([fakeProcess.exitCode, fakeProcess.listeners]).toEqual([1, 0]);
  });

  it('shows the help', async () => {
    const fakeProcess = new FakeProcess('--help');
    const { api } = setUp(fakeProcess);
    await settleMicrotasks();
    expect(fakeProcess.printed).toMatch(
      /^Usage: widget-operator \[options\]\n\n {2}--kubeconfig <file> +The kubeconfig/,
    );
    expect([fakeProcess.exitCode, api.requests]).toEqual([undefined, []]);
  });

  const settings = { namespace: 'default', identity: 'me' };

  it.each([
    { args: ['--leader-elect', '--leader-election-namespace', 'default'], lease: 'default/widget-operator' },
    {
      args: ['--leader-elect=true', '--leader-election-id=a.b', '--leader-election-namespace=default'],
      lease: 'default/a.b',
    },
    { args: [], leaderElection: { id: 'coded', ...settings }, lease: 'default/coded' },
    {
      args: ['--leader-election-id', 'flag', '--leader-election-namespace', 'x'],
      leaderElection: { id: 'coded', ...settings },
      lease: 'x/flag',
    },
    { args: ['--leader-elect=false'], leaderElection: { id: 'coded', ...settings }, lease: undefined },
    { args: [], lease: undefined },
  ])('takes part in the election of $lease with $args', async ({ args, leaderElection, lease }) => {
    const fakeProcess = new FakeProcess(...args);
    let elected: Promise<void> | undefined;
    const { api, running } = setUp(fakeProcess, {
      ...(leaderElection !== undefined && { leaderElection }),
      setup: (manager) => {
        elected = manager.elected;
      },
    });
    await settleMicrotasks();
    await elected;
    expect([...api.objects('/apis/coordination.k8s.io/v1/leases').keys()]).toEqual(
      lease === undefined ? [] : [lease],
    );
    fakeProcess.send('SIGTERM');
    await running;
    expect([fakeProcess.printed, fakeProcess.exitCode]).toEqual(['', undefined]);
  });

  it('ends the process when it has lost the lease', async () => {
    const fakeProcess = new FakeProcess();
    const { api, clock, running } = setUp(fakeProcess, { leaderElection: { id: 'op', ...settings } });
    await settleMicrotasks();
    api.intercept = (request) => (request.path.includes('leases') ? { status: 500, body: {} } : undefined);
    await clock.advance(10_000);
    await running;
    expect([fakeProcess.exits, fakeProcess.exitCode]).toEqual([[1], 1]);
    expect(fakeProcess.printed).toMatch(
      /^widget-operator: leader election lost: lease op: it was not renewed/,
    );
  });

  it('ends quietly when it is asked to stop while it is being set up', async () => {
    const fakeProcess = new FakeProcess();
    let seen: AbortSignal | undefined;
    const { api, running } = setUp(fakeProcess, {
      setup: (_manager, { signal }) => {
        seen = signal;
        return new Promise(() => undefined);
      },
    });
    await settleMicrotasks();
    fakeProcess.send('SIGTERM');
    await running;
    expect([fakeProcess.printed, fakeProcess.exitCode, seen?.aborted, api.closed]).toEqual([
      '',
      undefined,
      true,
      true,
    ]);
  });

  it('says in one sentence that a kubeconfig cannot be read', async () => {
    const fakeProcess = new FakeProcess('--kubeconfig', '/does/not/exist');
    await runOperator({
      name: 'widget-operator',
      controllers: [],
      process: fakeProcess,
      logger: silentLogger,
    });
    expect(fakeProcess.printed).toMatch(/^widget-operator: .*\/does\/not\/exist.*\n$/);
    expect([fakeProcess.exitCode, fakeProcess.listeners]).toEqual([1, 0]);
  });

  it('records its calls where the option or the environment says, and says what cannot be written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-calls-'));
    try {
      const recordedWith = async (fakeProcess: FakeProcess, options: Partial<OperatorOptions>) => {
        const stop = new AbortController();
        const { running } = setUp(fakeProcess, {
          ...options,
          signal: stop.signal,
          setup: async ({ apiReader }) => {
            await apiReader.list(ConfigMap);
            stop.abort();
          },
        });
        await running;
      };
      const byEnvironment = new FakeProcess();
      byEnvironment.env['KUBEWRIGHT_RECORD_CALLS'] = path.join(folder, 'environment.jsonl');
      await recordedWith(byEnvironment, {});
      await recordedWith(new FakeProcess(), { recordCalls: path.join(folder, 'option.jsonl') });
      for (const name of ['environment', 'option'])
        expect(await readFile(path.join(folder, `${name}.jsonl`), 'utf8')).toBe(
          '{"verb":"get","path":"/version"}\n{"verb":"list","group":"","resource":"configmaps"}\n',
        );
      const nowhere = new FakeProcess();
      const file = path.join(folder, 'option.jsonl', 'calls.jsonl');
      await recordedWith(nowhere, { recordCalls: file });
      expect(nowhere.exitCode).toBe(1);
      expect(nowhere.printed).toContain(`widget-operator: cannot record calls in ${file}: `);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
