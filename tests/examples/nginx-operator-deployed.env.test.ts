import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findStatusCondition } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Secret } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NginxOperator } from '../../examples/nginx-operator/src/api/v1/nginx-operator.js';
import { OperatorCondition } from '../../examples/nginx-operator/src/operator-condition/operator-condition.js';
import { operatorConditionCrd } from '../../examples/nginx-operator/src/operator-condition/test-support/operator-condition-crd.js';
import { kubewright } from '../cli/run-command.js';
import { writeAccountKubeconfig } from './account-kubeconfig.js';
import { OperatorProgram } from './operator-program.js';

const example = fileURLToPath(new URL('../../examples/nginx-operator', import.meta.url));
const NAMESPACE = 'nginx-operator-system';
const SECRET = { namespace: NAMESPACE, name: 'nginx-operator-webhook-server-cert' };

describe('examples/nginx-operator, deployed', () => {
  let env: TestEnvironment;
  let folder: string;
  let kubeconfig: string;
  let operator: OperatorProgram | undefined;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds: [operatorConditionCrd] });
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-nginx-'));
    kubeconfig = await env.kubeconfigFile();
  }, 90_000);
  afterAll(async () => {
    await operator?.stop();
    await env.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const calls = () => path.join(folder, 'calls');
  const key = { namespace: 'default', name: 'web' };

  async function start(): Promise<OperatorProgram> {
    const file = path.join(folder, 'operator.kubeconfig');
    const account = 'nginx-operator-controller-manager';
    await writeAccountKubeconfig({ client: env.client, kubeconfig, namespace: NAMESPACE, account, file });
    return OperatorProgram.start({
      folder: example,
      args: [
        `--kubeconfig=${file}`,
        '--leader-elect',
        `--leader-election-namespace=${NAMESPACE}`,
        '--metrics-bind-address=127.0.0.1:0',
        '--webhook-bind-address=127.0.0.1:0',
      ],
      env: {
        POD_NAMESPACE: NAMESPACE,
        OPERATOR_CONDITION_NAME: 'nginx-operator.v1',
        KUBEWRIGHT_RECORD_CALLS: calls(),
      },
    });
  }

  const untilAvailable = () =>
    env.eventually(async () => {
      const { metadata, status } = await env.client.get(NginxOperator, key);
      const available = findStatusCondition(status?.conditions, 'OperandAvailable');
      expect(available).toMatchObject({ status: 'True', observedGeneration: metadata.generation });
    });

  it('does all its work with the roles that its markers make', async () => {
    const { code, stderr } = await kubewright(['deploy', example, '--kubeconfig', kubeconfig, '--no-wait']);
    expect([code, stderr]).toEqual([0, '']);
    await env.client.create(
      OperatorCondition({ metadata: { name: 'nginx-operator.v1', namespace: NAMESPACE }, spec: {} }),
    );
    operator = await start();
    await env.client.create(NginxOperator({ metadata: key, spec: { replicas: 2 } }));
    await untilAvailable();
    const ports = [{ name: 'http', port: 8181 }];
    await env.client.patch(NginxOperator, key, mergePatch({ spec: { ports } }));
    await untilAvailable();
    await env.eventually(async () => {
      const { spec } = await env.client.get(OperatorCondition, {
        ...key,
        namespace: NAMESPACE,
        name: 'nginx-operator.v1',
      });
      expect(findStatusCondition(spec.conditions, 'Upgradeable')?.status).toBe('True');
    });
    const crd = await env.client.get(CustomResourceDefinition, 'nginxoperators.operator.example.com');
    expect(crd.spec.conversion?.webhook?.clientConfig?.caBundle).toBeTruthy();
  }, 120_000);

  it('mends its certificate after a restart', async () => {
    await operator?.stop();
    await env.client.patch(Secret, SECRET, mergePatch({ data: { 'tls.crt': '' } }));
    operator = await start();
    await env.eventually(async () =>
      expect((await env.client.get(Secret, SECRET)).data?.['tls.crt']).toBeTruthy(),
    );
    await operator.stop();
    operator = undefined;
  }, 120_000);

  it('needs all its permissions, and no others', async () => {
    const { code, stdout } = await kubewright(['rbac', 'check', example, '--calls', calls(), '--strict']);
    expect(stdout).toMatch(/^\d+ distinct calls: all are allowed, every rule was used\n$/);
    expect(code).toBe(0);
  });
});
