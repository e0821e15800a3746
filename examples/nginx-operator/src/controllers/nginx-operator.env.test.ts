import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createPrometheusMetrics,
  findStatusCondition,
  isNotFound,
  isStatusConditionTrue,
  mergePatch,
} from 'kubewright';
import type { KubernetesObject } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { ConfigMap, Pod, Service } from 'kubewright/core/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NginxOperator } from '../api/v1/nginx-operator.js';
import type { NginxOperatorSpec } from '../api/v1/nginx-operator.js';
import { createGoldenSignals } from '../metrics/golden-signals.js';
import { OperatorCondition } from '../operator-condition/operator-condition.js';
import { operatorConditionCrd } from '../operator-condition/test-support/operator-condition-crd.js';
import { UPGRADEABLE, Upgradeable } from '../operator-condition/upgradeable.js';
import { OPERAND_AVAILABLE, OPERATOR_DEGRADED, nginxOperatorController } from './nginx-operator.js';

const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const crds = [file('config/crd/bases'), operatorConditionCrd];

let assets: string;
let env: TestEnvironment;
const metrics = await createPrometheusMetrics();

beforeAll(async () => {
  // A copy, so that a test may break it.
  assets = await mkdtemp(path.join(tmpdir(), 'nginx-operator-'));
  await cp(file('assets'), assets, { recursive: true });
  const signals = createGoldenSignals(metrics.registry);
  const upgradeable = new Upgradeable('nginx-operator.v1');
  env = await startTestEnvironment({ crds });
  // OLM makes it when it installs the operator.
  await env.client.create(
    OperatorCondition({ metadata: { name: 'nginx-operator.v1', namespace: 'default' }, spec: {} }),
  );
  await env.startManager([nginxOperatorController({ assets, signals, upgradeable })]);
}, 90_000);
afterAll(async () => {
  await env.stop();
  await rm(assets, { recursive: true });
});

async function create(name: string, spec: NginxOperatorSpec = {}) {
  const created = await env.client.create(NginxOperator({ metadata: { name, namespace: 'default' }, spec }));
  await env.settled();
  return created;
}

async function change(name: string, spec: object) {
  await env.client.patch(NginxOperator, name, mergePatch({ spec }));
  await env.settled();
}

async function conditionOf(name: string, type: string) {
  const { status } = await env.client.get(NginxOperator, name);
  return findStatusCondition(status?.conditions, type);
}

async function metric(name: string): Promise<number> {
  const lines = (await metrics.expose()).split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('the operand', () => {
  it('is what the manifests say where the spec says nothing', async () => {
    const nginx = await create('plain');
    const { spec, metadata } = await env.client.get(Deployment, 'plain');
    expect(spec?.replicas).toBe(1);
    expect(spec?.template.spec?.containers[0]).toMatchObject({
      image: 'docker.io/nginxinc/nginx-unprivileged:1.27.3',
      ports: [{ name: 'http', containerPort: 8080 }],
    });
    expect(spec?.template.spec?.volumes?.[0]?.configMap?.name).toBe('plain');
    expect((await env.client.get(Service, 'plain')).spec?.ports).toMatchObject([
      { name: 'http', port: 8080 },
    ]);
    expect((await env.client.get(ConfigMap, 'plain')).data?.['listen.inc']).toBe('listen 8080;\n');
    expect(metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'NginxOperator', uid: nginx.metadata.uid, controller: true }),
    ]);
  });

  it('listens on the ports of the spec, everywhere', async () => {
    const ports = [
      { name: 'web', port: 80 },
      { name: 'alt', port: 8181 },
    ];
    await create('ports', { ports, replicas: 2 });
    const { spec } = await env.client.get(Deployment, 'ports');
    const [container] = spec?.template.spec?.containers ?? [];
    expect(spec?.replicas).toBe(2);
    expect(container?.ports).toMatchObject([{ containerPort: 80 }, { containerPort: 8181 }]);
    expect(container?.readinessProbe?.tcpSocket?.port).toBe('web');
    expect((await env.client.get(Service, 'ports')).spec?.ports).toMatchObject([
      { name: 'web', port: 80, targetPort: 'web' },
      { name: 'alt', port: 8181, targetPort: 'alt' },
    ]);
    const config = await env.client.get(ConfigMap, 'ports');
    expect(config.data?.['listen.inc']).toBe('listen 80;\nlisten 8181;\n');
  });

  it('of two instances is reached by a Service each', async () => {
    await create('left');
    await create('right', { replicas: 2 });
    for (const [name, count] of [
      ['left', 1],
      ['right', 2],
    ] as const) {
      const { spec } = await env.client.get(Service, name);
      const pods = await env.client.list(Pod, { namespace: 'default', labelSelector: spec?.selector ?? {} });
      expect(pods.items).toHaveLength(count);
    }
  });

  it('is replaced pod by pod when forceRedeploy changes, and only then', async () => {
    await create('again', { forceRedeploy: 'one' });
    const podsOf = async () => {
      const labelSelector = { 'app.kubernetes.io/instance': 'again' };
      const { items } = await env.client.list(Pod, { namespace: 'default', labelSelector });
      return items.map(({ metadata }) => metadata.uid);
    };
    const before = await podsOf();
    await change('again', { replicas: 1 });
    expect(await podsOf()).toEqual(before);
    await change('again', { forceRedeploy: 'two' });
    await env.eventually(async () => {
      const after = await podsOf();
      expect(after).toHaveLength(1);
      expect(after).not.toEqual(before);
    });
  });

  it('comes back when somebody deletes it, and is put right when somebody changes it', async () => {
    await create('drift');
    await env.client.delete(Service, 'drift');
    await env.client.patch(Deployment, 'drift', mergePatch({ spec: { replicas: 5 } }));
    await env.settled();
    expect((await env.client.get(Service, 'drift')).spec?.selector).toMatchObject({ app: 'nginx' });
    expect((await env.client.get(Deployment, 'drift')).spec?.replicas).toBe(1);
  });

  it('goes with the NginxOperator', async () => {
    await create('gone');
    await env.client.delete(NginxOperator, 'gone');
    await env.eventually(async () => {
      for (const kind of [ConfigMap, Deployment, Service])
        await expect(env.client.get<KubernetesObject>(kind, 'gone')).rejects.toSatisfy(isNotFound);
    });
  });
});

describe('the status', () => {
  it('says that the operator succeeded and the operand is available', async () => {
    const { metadata } = await create('fine', { replicas: 2 });
    const { status } = await env.client.get(NginxOperator, 'fine');
    expect(status?.readyReplicas).toBe(2);
    expect(findStatusCondition(status?.conditions, OPERATOR_DEGRADED)).toMatchObject({
      status: 'False',
      reason: 'OperatorSucceeded',
      message: 'operator successfully reconciling',
      observedGeneration: metadata.generation,
    });
    expect(isStatusConditionTrue(status?.conditions, OPERAND_AVAILABLE)).toBe(true);
  });

  it('says that the operator is degraded when the server refuses the operand, and recovers with the spec', async () => {
    await create('refused', { ports: [{ name: '0', port: 80 }] });
    const degraded = await conditionOf('refused', OPERATOR_DEGRADED);
    expect(degraded).toMatchObject({ status: 'True', reason: 'OperandFailed' });
    expect(degraded?.message).toContain('ports[0].name');
    await change('refused', { ports: [{ name: 'web', port: 80 }] });
    expect(await conditionOf('refused', OPERATOR_DEGRADED)).toMatchObject({
      status: 'False',
      reason: 'OperatorSucceeded',
    });
  });

  it.each([
    {
      what: 'a missing manifest',
      break: () => rm(path.join(assets, 'nginx_service.yaml')),
      reason: 'OperandManifestNotAvailable',
      message: /nginx_service\.yaml/,
    },
    {
      what: 'a manifest that is no YAML',
      break: () => writeFile(path.join(assets, 'nginx_deployment.yaml'), 'spec: [\n'),
      reason: 'OperandManifestInvalid',
      message: /nginx_deployment\.yaml: .*line 2/s,
    },
    {
      what: 'a manifest of another kind',
      break: () => writeFile(path.join(assets, 'nginx_configmap.yaml'), 'apiVersion: v1\nkind: Secret\n'),
      reason: 'OperandManifestInvalid',
      message: /must be a ConfigMap of v1, not Secret of v1/,
    },
    {
      what: 'a manifest without containers',
      break: () =>
        writeFile(path.join(assets, 'nginx_deployment.yaml'), 'apiVersion: apps/v1\nkind: Deployment\n'),
      reason: 'OperandManifestInvalid',
      message: /its pods have no container/,
    },
  ])(
    'says that the operator is degraded by $what, and of which',
    async ({ break: spoil, reason, message }) => {
      const name = `spoilt-${reason.toLowerCase()}-${message.source.length}`;
      const before = await metric(`nginx_operator_failures_total{reason="${reason}"}`);
      try {
        await spoil();
        await create(name);
        const degraded = await conditionOf(name, OPERATOR_DEGRADED);
        expect(degraded).toMatchObject({ status: 'True', reason });
        expect(degraded?.message).toMatch(message);
        expect(await conditionOf(name, OPERAND_AVAILABLE)).toBeUndefined();
        expect(await metric(`nginx_operator_failures_total{reason="${reason}"}`)).toBe(before + 1);
      } finally {
        await cp(file('assets'), assets, { recursive: true });
      }
    },
  );
});

describe('what others are told', () => {
  const upgradeable = async () => {
    const { spec } = await env.client.get(OperatorCondition, 'nginx-operator.v1');
    return findStatusCondition(spec.conditions, UPGRADEABLE);
  };

  it('OLM: upgradeable, but not while pods are being replaced', async () => {
    await create('held', { replicas: 1 });
    expect(await upgradeable()).toMatchObject({ status: 'True', reason: 'OperatorUpgradeable' });
    await env.client.patch(Deployment, 'held', mergePatch({ spec: { paused: true } }));
    await change('held', { forceRedeploy: 'now' });
    expect(await upgradeable()).toMatchObject({ status: 'False', reason: 'OperandRolloutInProgress' });
    expect(await metric('nginx_operator_rollouts_in_progress')).toBe(1);
    expect(await conditionOf('held', OPERAND_AVAILABLE)).toMatchObject({ status: 'False' });
    await env.client.patch(Deployment, 'held', mergePatch({ spec: { paused: null } }));
    await env.settled();
    expect(await upgradeable()).toMatchObject({ status: 'True' });
    expect(await metric('nginx_operator_rollouts_in_progress')).toBe(0);
  });

  it('Prometheus: the four golden signals', async () => {
    const before = {
      traffic: await metric('nginx_operator_reconciles_total'),
      latency: await metric('nginx_operator_rollout_seconds_count'),
    };
    await create('measured', { replicas: 2 });
    expect(await metric('nginx_operator_reconciles_total')).toBeGreaterThan(before.traffic);
    expect(await metric('nginx_operator_rollout_seconds_count')).toBe(before.latency + 1);
    expect(await metric('nginx_operator_rollouts_in_progress')).toBe(0);
  });
});
