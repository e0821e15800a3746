import type { KubernetesObject, Stored } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../io/manifests.js';
import { NOTHING } from './changes.js';
import type { Finding } from './finding.js';
import { ProgramError } from './operator-runner.js';
import { BundleError } from './program-bundle.js';
import type { ProjectManifests } from './project.js';
import { DevSession } from './session.js';
import type { SessionParts, Turn } from './session.js';

const error = (message: string): Finding => ({ severity: 'error', message });

const manifest = (kind: string, name: string, rest: object = {}): Manifest => ({
  file: `/project/config/${name}.yaml`,
  object: { apiVersion: 'v1', kind, metadata: { name }, ...rest },
});

const configuration = manifest('ValidatingWebhookConfiguration', 'hooks', {
  webhooks: [{ clientConfig: { service: { namespace: 'system', name: 'webhook-service' } } }],
});

/** The parts of a session, which write down what they are asked to do. */
class FakeParts {
  readonly journal: string[] = [];
  readonly turns: Turn[] = [];
  readonly told: string[] = [];
  code = 'a';
  bundleFindings: Finding[] = [];
  generated: { written: string[]; findings: Finding[] } = { written: [], findings: [] };
  manifests: ProjectManifests = {
    definitions: [manifest('CustomResourceDefinition', 'webs')],
    roles: [manifest('ClusterRole', 'role')],
    webhooks: [],
    samples: [manifest('Web', 'sample')],
    findings: [],
  };
  /** By name of the object: what the server says of it. */
  readonly refused = new Map<string, string>();
  readonly stop = new AbortController();
  prepareFails: Finding | undefined;
  takeOver: () => Promise<void> = () => Promise.resolve();
  beforeBundle: () => Promise<void> = () => Promise.resolve();
  whenServed: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  isRunning = false;
  webhooksServed = false;
  #nowMs = 0;
  readonly #applied = new Map<string, string>();

  parts(overrides: Partial<SessionParts> = {}): SessionParts {
    const say = (what: string): void => void this.journal.push(what);
    return {
      clock: { now: () => (this.#nowMs += 10), setTimer: () => ({ cancel: () => undefined }) },
      signal: this.stop.signal,
      bundle: async () => {
        say('bundle');
        await this.beforeBundle();
        if (this.bundleFindings.length > 0) throw new BundleError(this.bundleFindings);
        return { file: 'main.js', code: this.code, imports: [], sources: [], waits: true };
      },
      generator: () =>
        Promise.resolve({
          generate: () => {
            say('generate');
            return Promise.resolve(this.generated);
          },
          reset: () => say('reset'),
        }),
      readManifests: () => Promise.resolve(this.manifests),
      objects: {
        apply: (manifests) => {
          const objects: Array<Stored<KubernetesObject>> = [];
          const findings: Finding[] = [];
          for (const { object } of manifests) {
            const name = object.metadata?.name ?? '';
            const refusal = this.refused.get(name);
            if (refusal !== undefined) findings.push(error(refusal));
            else if (this.#applied.get(name) !== JSON.stringify(object)) {
              this.#applied.set(name, JSON.stringify(object));
              say(`apply ${name}`);
              objects.push(object as Stored<KubernetesObject>);
            }
          }
          return Promise.resolve({ objects, findings });
        },
        storedOf: (manifests) => manifests.map(({ object }) => object as Stored<KubernetesObject>),
      },
      webhooks: this.#webhooks(),
      runner: this.#runner(say),
      operatorArgs: ['--debug'],
      hasNext: true,
      withRoles: true,
      withSamples: true,
      report: {
        findings: (source, findings) => {
          for (const { message } of findings) this.told.push(`${source}: ${message}`);
        },
        turned: (turn) => this.turns.push(turn),
        bundled: () => undefined,
        applied: () => undefined,
        defined: () => undefined,
        sampled: () => undefined,
      },
      ...overrides,
    };
  }

  #webhooks(): NonNullable<SessionParts['webhooks']> {
    const served = (): boolean => this.webhooksServed;
    return {
      get address() {
        return served() ? '127.0.0.1:1' : undefined;
      },
      get args() {
        return served() ? ['--webhooks'] : [];
      },
      serve: (manifests) => {
        this.webhooksServed ||= manifests.includes(configuration);
        return Promise.resolve();
      },
      trusting: (one) => one,
      whenServed: (signal) => this.whenServed(signal),
    };
  }

  #runner(say: (what: string) => void): SessionParts['runner'] {
    const running = (): boolean => this.isRunning;
    return {
      get isRunning() {
        return running();
      },
      warmUp: () => undefined,
      coolDown: () => {
        say('cool down');
        return Promise.resolve();
      },
      prepare: ({ args }) => {
        say(`prepare ${args.join(' ')}`);
        if (this.prepareFails !== undefined) return Promise.reject(new ProgramError(this.prepareFails, []));
        return Promise.resolve({
          takeOver: async () => {
            say('take over');
            this.isRunning = false;
            await this.takeOver();
            this.isRunning = true;
          },
          discard: () => {
            say('discard');
            return Promise.resolve();
          },
        });
      },
    };
  }
}

const FIRST = { ...NOTHING, bundle: true, apply: true };
const SAVE = { ...NOTHING, generate: true, bundle: true };

describe('DevSession', () => {
  let fake: FakeParts;
  let session: DevSession;
  beforeEach(() => {
    fake = new FakeParts();
    session = new DevSession(fake.parts());
  });

  /** Has an operator run, and forgets how that came about. */
  async function begin(): Promise<void> {
    await session.change(FIRST);
    fake.journal.length = 0;
    fake.turns.length = 0;
  }

  it('brings up definitions, the operator, samples and roles, in this order', async () => {
    await session.change(FIRST);
    expect(fake.journal).toEqual([
      'bundle',
      'prepare --debug',
      'apply webs',
      'take over',
      'apply sample',
      'apply role',
    ]);
    expect(fake.turns).toMatchObject([{ isFirst: true, isComplete: true, restarted: true }]);
  });

  it('applies no samples and no roles where it shall not', async () => {
    session = new DevSession(fake.parts({ withRoles: false, withSamples: false }));
    await session.change(FIRST);
    expect(fake.journal.filter((step) => step.startsWith('apply'))).toEqual(['apply webs']);
  });

  it('starts the operator anew when its code changed, and tells how long that took', async () => {
    await begin();
    fake.code = 'b';
    await session.change(SAVE, ['/project/src/a.ts'], 40);
    expect(fake.journal).toEqual(['bundle', 'generate', 'prepare --debug', 'take over']);
    const [turn] = fake.turns;
    expect(turn).toMatchObject({ files: ['/project/src/a.ts'], isFirst: false, restarted: true });
    expect(turn?.durationMs).toBeGreaterThan(0);
    expect(turn?.steps.map(([name]) => name).sort()).toEqual(['bundle', 'generate', 'load', 'start']);
  });

  it('leaves the operator alone when its code is the same, unless told that files it reads changed', async () => {
    await begin();
    await session.change(SAVE);
    expect(fake.journal).toEqual(['bundle', 'generate']);
    expect(fake.turns).toMatchObject([{ isComplete: true, restarted: false }]);
    fake.journal.length = 0;
    await session.change({ ...NOTHING, bundle: true, restart: true });
    expect(fake.journal).toEqual(['bundle', 'prepare --debug', 'take over']);
  });

  it('applies definitions that the generator wrote before the operator takes over', async () => {
    await begin();
    fake.code = 'b';
    fake.generated = { written: ['config/crd/webs.yaml'], findings: [] };
    fake.manifests = {
      ...fake.manifests,
      definitions: [manifest('CustomResourceDefinition', 'webs', { spec: 2 })],
    };
    await session.change(SAVE);
    expect(fake.journal).toEqual(['bundle', 'generate', 'prepare --debug', 'apply webs', 'take over']);
    expect(fake.turns).toMatchObject([{ written: ['config/crd/webs.yaml'], restarted: true }]);
  });

  it('does nothing for nothing', async () => {
    await session.change(NOTHING, ['/project/README.md']);
    expect([fake.journal, fake.turns]).toEqual([[], []]);
  });

  it('takes up what is saved during a turn in one more, however often', async () => {
    await begin();
    let release = (): void => undefined;
    fake.beforeBundle = () => new Promise((resolve) => (release = resolve));
    fake.code = 'b';
    const first = session.change(SAVE, ['1']);
    fake.beforeBundle = () => Promise.resolve();
    const others = [session.change(SAVE, ['2']), session.change(SAVE, ['3']), session.change(SAVE, ['2'])];
    release();
    await Promise.all([first, ...others]);
    expect(fake.turns.map(({ files }) => files)).toEqual([['1'], ['2', '3']]);
  });

  const refusals: Array<[string, () => void, string, string[]]> = [
    [
      'types that the generator refuses',
      () => (fake.generated = { written: [], findings: [error('no such type')] }),
      'generator: no such type',
      ['bundle', 'generate', 'prepare --debug', 'discard'],
    ],
    [
      'code that does not bundle',
      () => (fake.bundleFindings = [error('unexpected token')]),
      'bundle: unexpected token',
      ['bundle', 'generate'],
    ],
    [
      'a program that fails as it is loaded',
      () => (fake.prepareFails = error('it threw')),
      'operator: it threw',
      ['bundle', 'generate', 'prepare --debug'],
    ],
    [
      'a definition that the server refuses',
      () => {
        fake.generated = { written: ['a'], findings: [] };
        fake.refused.set('webs', 'it is invalid');
      },
      'server: it is invalid',
      ['bundle', 'generate', 'prepare --debug', 'discard'],
    ],
    [
      'a definition that cannot be read',
      () => {
        fake.generated = { written: ['a'], findings: [] };
        fake.manifests = {
          ...fake.manifests,
          findings: [{ ...error('no YAML'), file: 'config/crd/a.yaml' }],
        };
      },
      'project: no YAML',
      ['bundle', 'generate', 'prepare --debug', 'discard'],
    ],
  ];
  it.each(refusals)(
    'goes on with the old operator for %s, and mends it with the next turn',
    async (_, spoil, told, steps) => {
      await begin();
      const good = fake.manifests;
      fake.code = 'b';
      spoil();
      await session.change(SAVE);
      expect(fake.told).toEqual([told]);
      expect(fake.journal).toEqual(steps);
      expect(fake.turns).toMatchObject([{ isComplete: false, restarted: false }]);
      expect(fake.isRunning).toBe(true);

      fake.generated = { written: [], findings: [] };
      fake.bundleFindings = [];
      fake.prepareFails = undefined;
      fake.refused.clear();
      fake.manifests = good;
      await session.change({ ...NOTHING, apply: true });
      expect(fake.journal.slice(steps.length)).toEqual([
        'bundle',
        'generate',
        'prepare --debug',
        'take over',
      ]);
    },
  );

  it('tells of warnings, and goes on', async () => {
    await begin();
    fake.code = 'b';
    fake.generated = { written: [], findings: [{ severity: 'warning', message: 'hm' }] };
    await session.change(SAVE);
    expect([fake.told, fake.turns[0]?.restarted]).toEqual([['generator: hm'], true]);
  });

  it('applies a sample again that was refused, without starting the operator again', async () => {
    fake.refused.set('sample', 'size is -1');
    await session.change({ ...FIRST, restart: true });
    expect(fake.told).toEqual(['server: size is -1']);
    expect(fake.turns).toMatchObject([{ isComplete: false, restarted: true }]);
    fake.journal.length = 0;
    fake.refused.clear();
    await session.change({ ...NOTHING, apply: true });
    expect(fake.journal).toEqual(['bundle', 'apply sample']);
  });

  it('tells of a sample that cannot be read only after all else is up', async () => {
    fake.manifests = {
      ...fake.manifests,
      findings: [{ ...error('no YAML'), file: 'config/samples/a.yaml' }],
    };
    await session.change(FIRST);
    expect(fake.told).toEqual(['server: no YAML']);
    expect(fake.journal).toContain('apply sample');
  });

  it('starts an operator that ended, with the next turn, though its code be the same', async () => {
    await begin();
    fake.isRunning = false;
    session.operatorEnded();
    expect(fake.journal).toEqual([]);
    await session.change({ ...NOTHING, apply: true });
    expect(fake.journal).toEqual(['bundle', 'prepare --debug', 'take over']);
  });

  it('tells of an operator that ends as it takes over, and starts it with the next turn', async () => {
    await begin();
    fake.code = 'b';
    fake.takeOver = () => Promise.reject(new ProgramError(error('the port is taken'), []));
    await session.change(SAVE);
    expect(fake.told).toEqual(['operator: the port is taken']);
    fake.takeOver = () => Promise.resolve();
    fake.journal.length = 0;
    await session.change({ ...NOTHING, apply: true });
    expect(fake.journal).toEqual(['bundle', 'generate', 'prepare --debug', 'take over']);
  });

  it('reads everything anew when settings changed, and takes another process', async () => {
    await begin();
    await session.change({ ...SAVE, reset: true });
    expect(fake.journal.slice(0, 2)).toEqual(['reset', 'cool down']);
  });

  it('tells the operator where to serve webhooks as soon as manifests have some', async () => {
    await begin();
    fake.code = 'b';
    fake.generated = { written: ['a'], findings: [] };
    fake.manifests = { ...fake.manifests, webhooks: [configuration] };
    await session.change(SAVE);
    expect(fake.journal).toEqual([
      'bundle',
      'generate',
      'prepare --debug',
      'discard',
      'bundle',
      'prepare --debug --webhooks',
      'take over',
      'apply hooks',
    ]);
  });

  it('leaves webhook configurations alone where the API server cannot call this machine', async () => {
    session = new DevSession(fake.parts({ webhooks: undefined }));
    fake.manifests = {
      ...fake.manifests,
      webhooks: [configuration, manifest('ValidatingWebhookConfiguration', 'url')],
    };
    await session.change(FIRST);
    expect(fake.journal.filter((step) => step.startsWith('apply'))).toEqual([
      'apply webs',
      'apply url',
      'apply sample',
      'apply role',
    ]);
  });

  it('waits for webhooks to be served, until somebody saves again', async () => {
    fake.manifests = { ...fake.manifests, webhooks: [configuration] };
    fake.whenServed = (signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const first = session.change(FIRST);
    while (!fake.journal.includes('take over')) await Promise.resolve();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(fake.journal).not.toContain('apply hooks');
    fake.whenServed = () => Promise.resolve();
    fake.code = 'b';
    await session.change(SAVE);
    await first;
    expect(fake.journal.slice(-4)).toEqual(['take over', 'apply hooks', 'apply sample', 'apply role']);
  });

  it('does not wait for webhooks of an operator that has ended', async () => {
    fake.manifests = { ...fake.manifests, webhooks: [configuration] };
    fake.whenServed = () => new Promise(() => undefined);
    fake.takeOver = () => Promise.reject(new ProgramError(error('oh'), []));
    await session.change(FIRST);
    expect(fake.told).toEqual(['operator: oh']);
  });

  it('says nothing any more once it was stopped', async () => {
    await begin();
    fake.bundleFindings = [error('late')];
    fake.beforeBundle = () => {
      fake.stop.abort();
      return Promise.resolve();
    };
    await session.change(SAVE);
    await session.change(SAVE);
    expect(fake.turns).toEqual([]);
  });

  it('fails with what nobody foresaw', async () => {
    fake.beforeBundle = () => Promise.reject(new Error('the disk is full'));
    await expect(session.change(FIRST)).rejects.toThrow('the disk is full');
  });
});
