import { createClient, isInvalid, mergePatch } from 'kubewright';
import type { Client } from 'kubewright';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from 'kubewright/admissionregistration/v1';
import { Deployment } from 'kubewright/apps/v1';
import { Lease } from 'kubewright/coordination/v1';
import { Service } from 'kubewright/core/v1';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../../api/v1/app.js';
import type { AppSpec } from '../../api/v1/app.js';
import { claimLabels } from '../../controllers/host-claims.js';
import { sample, startOperator } from '../../test-support.js';
import { PROTECTED_ANNOTATION } from './validate-app.js';

describe('the webhooks of App', () => {
  let env: TestEnvironment;
  const warnings: string[] = [];
  let client: Client;
  beforeAll(async () => {
    ({ env } = await startOperator());
    client = createClient({
      transport: env.client.transport,
      onWarning: ({ text }) => void warnings.push(text),
    });
  }, 90_000);
  afterAll(() => env.stop());

  async function refusalOf(attempt: Promise<unknown>): Promise<string> {
    const error: unknown = await attempt.then(
      () => new Error('it was let in'),
      (reason: unknown) => reason,
    );
    expect(error).toSatisfy(isInvalid);
    return (error as Error).message;
  }

  describe('the schema', () => {
    it.each<[string, Partial<AppSpec>, string]>([
      ['a space in the image', { image: 'a b' }, 'spec.image'],
      ['a port too many', { port: 65536 }, 'spec.port'],
      ['fewer pods than none', { replicas: -1 }, 'spec.replicas'],
      [
        'an autoscaler with its limits the wrong way round',
        { autoscaling: { minReplicas: 3, maxReplicas: 2 } },
        'minReplicas must not exceed maxReplicas',
      ],
      ['config without anything in it', { config: {} }, 'set data, configMapRef, or both'],
      ['a host that is none', { ingress: { host: 'nothing' } }, 'spec.ingress.host'],
      ['the same variable twice', { env: [{ name: 'A' }, { name: 'A' }] }, 'Duplicate value'],
    ])('refuses %s', async (_, spec, says) => {
      expect(await refusalOf(env.client.create(sample('bad', spec)))).toContain(says);
    });

    it('refuses a name that no Service can have', async () => {
      expect(await refusalOf(env.client.create(sample('1st')))).toContain('begin with a letter');
      expect(await refusalOf(env.client.create(sample('a'.repeat(53))))).toContain('at most 52');
    });

    it('fills in what is left open', async () => {
      const { spec } = await env.client.create(
        sample('open', {
          config: { data: {} },
          probes: { liveness: {} },
          ingress: { host: 'open.example.com' },
        }),
      );
      expect(spec).toMatchObject({
        replicas: 1,
        port: 8080,
        config: { mountPath: '/etc/app' },
        probes: { liveness: { path: '/' } },
        ingress: { path: '/' },
      });
      expect(spec.resources).toBeUndefined();
    });
  });

  describe('the defaulter', () => {
    it.each<[string, Partial<AppSpec>, AppSpec['resources']]>([
      ['CPU is measured', { autoscaling: { maxReplicas: 2 } }, { requests: { cpu: '100m' } }],
      [
        'CPU and memory are measured',
        { autoscaling: { maxReplicas: 2, targetMemoryUtilizationPercentage: 70 } },
        { requests: { cpu: '100m', memory: '128Mi' } },
      ],
      [
        'one is limited',
        {
          autoscaling: { maxReplicas: 2, targetMemoryUtilizationPercentage: 70 },
          resources: { limits: { cpu: '1' } },
        },
        { limits: { cpu: '1' }, requests: { memory: '128Mi' } },
      ],
      [
        'it is requested already',
        { autoscaling: { maxReplicas: 2 }, resources: { requests: { cpu: '1m' } } },
        { requests: { cpu: '1m' } },
      ],
    ])('requests what an autoscaler measures: %s', async (_, spec, resources) => {
      const app = await env.client.create(sample('dry', spec), { dryRun: true });
      expect(app.spec.resources).toEqual(resources);
    });
  });

  describe('the validator', () => {
    it('names every field that is wrong', async () => {
      const message = await refusalOf(
        env.client.create(
          sample('wrong', {
            env: [{ name: 'A' }, { name: 'PORT', value: '1' }],
            resources: { requests: { cpu: '2' }, limits: { cpu: '1500m' } },
          }),
        ),
      );
      expect(message).toContain('spec.env[1].name: Forbidden: PORT is what spec.port says: set that');
      expect(message).toContain(
        'spec.resources.requests[cpu]: Invalid value: "2": must not exceed the limit of 1500m',
      );
    });

    it('refuses the host of another App, and lets an App keep its own', async () => {
      const ingress = { host: 'ours.example.com' };
      await env.client.create(sample('ours', { ingress }));
      await env.settled();
      const message = await refusalOf(env.client.create(sample('theirs', { ingress })));
      expect(message).toContain(
        'spec.ingress.host: Invalid value: "ours.example.com": belongs to the App default/ours',
      );
      await env.client.patch(App, 'ours', mergePatch({ spec: { ingress: { path: '/new' } } }));
    });

    it('lets an App have the host of one that is gone without its clean-up', async () => {
      await env.client.create(
        Lease({
          metadata: { namespace: 'default', name: 'host.lost.example.com', labels: claimLabels },
          spec: { holderIdentity: 'default/nobody' },
        }),
      );
      await env.client.create(sample('found', { ingress: { host: 'lost.example.com' } }));
      await env.settled();
      expect((await env.client.get(App, 'found')).status?.phase).toBe('Running');
    });

    it('refuses another port while pods run, and takes it when none do', async () => {
      await env.client.create(sample('port'));
      await env.settled();
      const port = (spec: Partial<AppSpec>) => env.client.patch(App, 'port', mergePatch({ spec }));
      expect(await refusalOf(port({ port: 9090 }))).toContain(
        'spec.port: Forbidden: cannot change from 8080 to 9090 while 1 pods run',
      );
      await port({ replicas: 0 });
      await env.settled();
      await port({ port: 9090, replicas: 1 });
      await env.settled();
      expect((await env.client.get(App, 'port')).status?.phase).toBe('Running');
    });

    it('refuses to delete what is protected', async () => {
      await env.client.create(sample('safe'));
      await env.settled();
      const protect = (value: string | null) =>
        env.client.patch(
          App,
          'safe',
          mergePatch({ metadata: { annotations: { [PROTECTED_ANNOTATION]: value } } }),
        );
      await protect('true');
      expect(await refusalOf(env.client.delete(App, 'safe'))).toContain('protected from deletion');
      await protect(null);
      await env.client.delete(App, 'safe');
    });

    it.each<[string, Partial<AppSpec>, string[]]>([
      ['nothing', { probes: { readiness: {} }, replicas: 2 }, []],
      [
        'an image without a fixed tag',
        { image: 'registry.example.com:5000/shop' },
        [
          'spec.image: registry.example.com:5000/shop has no fixed tag: pods that start later may run something else',
        ],
      ],
      ['a digest is fixed', { image: 'shop@sha256:' + '0'.repeat(64) }, []],
      [
        'a number of pods beside an autoscaler',
        { replicas: 4, autoscaling: { maxReplicas: 1 } },
        ['spec.replicas: does not count while spec.autoscaling is set'],
      ],
      [
        'several pods without a readiness probe',
        { replicas: 2 },
        ['spec.probes.readiness: without it requests reach pods that are still starting'],
      ],
    ])('warns of %s', async (_, spec, expected) => {
      warnings.length = 0;
      await client.create(sample('warned', spec), { dryRun: true });
      expect(warnings).toEqual(expected);
    });
  });

  it('that do not answer keep people from writing, but not the operator from working', async () => {
    await env.client.create(sample('orphan'));
    await env.settled();
    const [mutating] = (await env.client.list(MutatingWebhookConfiguration)).items;
    const [validating] = (await env.client.list(ValidatingWebhookConfiguration)).items;
    for (const configuration of [
      MutatingWebhookConfiguration(mutating!),
      ValidatingWebhookConfiguration(validating!),
    ]) {
      for (const { clientConfig } of configuration.webhooks ?? [])
        clientConfig.url = 'https://127.0.0.1:1/nobody';
      await env.client.update(configuration);
    }
    const change = mergePatch({ spec: { replicas: 2 } });
    await env.eventually(async () =>
      expect(env.client.patch(App, 'orphan', change)).rejects.toThrow(
        /failed calling webhook "mapp-v1\.kb\.io"/,
      ),
    );
    await expect(env.client.delete(App, 'orphan')).rejects.toThrow(
      /failed calling webhook "vapp-v1\.kb\.io"/,
    );

    await env.client.patch(Deployment, 'orphan', mergePatch({ spec: { replicas: 3 } }));
    await env.client.delete(Service, 'orphan');
    await env.settled();
    expect((await env.client.get(Deployment, 'orphan')).spec?.replicas).toBe(1);
    expect((await env.client.get(Service, 'orphan')).spec?.ports).toHaveLength(1);
    expect((await env.client.get(App, 'orphan')).status?.phase).toBe('Running');
  });
});
