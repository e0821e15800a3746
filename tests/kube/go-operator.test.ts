import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineKind } from '@kubewright/api';
import type { Condition, KubernetesObject } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { ConfigMap } from '@kubewright/api/core/v1';
import { Event } from '@kubewright/api/events/v1';
import { mergePatch } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionalBinary } from './optional-binary.js';

interface Site extends KubernetesObject {
  spec: { image: string; replicas?: number };
  status?: { readyReplicas?: number; settings?: string; conditions?: Condition[] };
}
const Site = defineKind<Site>({ group: 'go.example.com', version: 'v1', kind: 'Site' });

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.go.example.com' },
  spec: {
    group: 'go.example.com',
    scope: 'Namespaced',
    names: { plural: 'sites', singular: 'site', kind: 'Site', listKind: 'SiteList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['image'],
                properties: { image: { type: 'string' }, replicas: { type: 'integer', default: 1 } },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

const binary = optionalBinary('go-operator');

describe.skipIf(binary === undefined)('an operator on controller-runtime (kube:build makes it)', () => {
  let env: TestEnvironment;
  let home: string;
  let operator: Operator;
  const site = { namespace: 'default', name: 'blog' };
  beforeAll(async () => {
    env = await startTestEnvironment({ target: 'embedded', crds: [definition] });
    home = await mkdtemp(path.join(tmpdir(), 'kubewright-go-operator-'));
    operator = new Operator(binary as string, await env.kubeconfigFile(), home);
  });
  afterAll(async () => {
    await operator.stop();
    await env.stop();
    await rm(home, { recursive: true, force: true });
  });

  it('becomes the leader and brings a custom resource to Ready', async () => {
    await env.client.create(Site({ metadata: site, spec: { image: 'nginx:1.27', replicas: 2 } }));
    const ready = await operator.eventually(env, async () => {
      const { status } = await env.client.get(Site, site);
      expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' }));
      return status;
    });
    expect(ready?.readyReplicas).toBe(2);
    const lease = await env.client.get(Lease, { ...site, name: 'site-operator.go.example.com' });
    expect(lease.spec?.holderIdentity).not.toBe('');
  });

  it('owns what it applies', async () => {
    const deployment = await env.client.get(Deployment, site);
    expect(deployment.metadata.ownerReferences).toMatchObject([
      { kind: 'Site', name: 'blog', controller: true },
    ]);
    expect(deployment.metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: 'site-operator', operation: 'Apply', apiVersion: 'apps/v1' }),
    );
  });

  it('takes back a field that another client changed', async () => {
    await env.client.patch(Deployment, site, mergePatch({ spec: { replicas: 5 } }));
    await operator.eventually(env, async () => {
      expect((await env.client.get(Deployment, site)).spec?.replicas).toBe(2);
    });
  });

  it('follows the custom resource, and a config map it only watches', async () => {
    await env.client.patch(Site, site, mergePatch({ spec: { image: 'nginx:1.28', replicas: 3 } }));
    const settings = await env.client.create(ConfigMap({ metadata: site, data: { color: 'blue' } }));
    await operator.eventually(env, async () => {
      const { status } = await env.client.get(Site, site);
      expect(status).toMatchObject({ readyReplicas: 3, settings: settings.metadata.resourceVersion });
    });
    const deployment = await env.client.get(Deployment, site);
    expect(deployment.spec?.template.spec?.containers[0]?.image).toBe('nginx:1.28');
  });

  it('records events', async () => {
    await operator.eventually(env, async () => {
      const events = await env.client.list(Event, { namespace: 'default' });
      expect(events.items).toContainEqual(
        expect.objectContaining({
          reason: 'Ready',
          regarding: expect.objectContaining({ kind: 'Site' }) as unknown,
        }),
      );
    });
  });

  it('finishes its finalizer, and what it owned is collected', async () => {
    await env.client.delete(Site, site);
    await operator.eventually(env, async () => {
      await expect(env.client.get(Site, site)).rejects.toMatchObject({ reason: 'NotFound' });
      await expect(env.client.get(Deployment, site)).rejects.toMatchObject({ reason: 'NotFound' });
    });
    const farewell = await env.client.get(ConfigMap, { ...site, name: 'farewell-blog' });
    expect(farewell.data).toEqual({ site: 'blog' });
  });

  it('gives its lease back when it is stopped', async () => {
    expect(await operator.stop()).toBe(0);
    const lease = await env.client.get(Lease, { ...site, name: 'site-operator.go.example.com' });
    expect(lease.spec?.holderIdentity ?? '').toBe('');
  });
});

/** The running operator; its log is shown with the check that failed. */
class Operator {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  #log = '';

  constructor(binary: string, kubeconfig: string, home: string) {
    const env = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig };
    this.#child = spawn(binary, [], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#exit = once(this.#child, 'exit');
    for (const output of [this.#child.stdout, this.#child.stderr])
      output?.on('data', (text: Buffer) => (this.#log += text.toString()));
  }

  async eventually<T>(env: TestEnvironment, check: () => Promise<T>): Promise<T> {
    try {
      return await env.eventually(check, { timeoutMs: 30_000 });
    } catch (error) {
      throw new Error(`the operator's log:\n${this.#log.slice(-4000)}`, { cause: error });
    }
  }

  async stop(): Promise<unknown> {
    this.#child.kill('SIGTERM');
    const [code] = await this.#exit;
    return code;
  }
}
