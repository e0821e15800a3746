import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergePatch } from '@kubewright/client';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { Event } from '@kubewright/api/events/v1';
import { ConfigMap, Secret } from '@kubewright/api/core/v1';
import { Ingress } from '@kubewright/api/networking/v1';
import { findObject } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from '../../examples/app/src/api/v1/app.js';
import type { AppSpec } from '../../examples/app/src/api/v1/app.js';
import { kubewright } from '../cli/run-command.js';
import { writeAccountKubeconfig } from './account-kubeconfig.js';
import { OperatorProgram } from './operator-program.js';

const example = fileURLToPath(new URL('../../examples/app', import.meta.url));
const NAMESPACE = 'app-operator-system';
const ACCOUNT = 'app-operator-controller-manager';
const SECRET = { namespace: NAMESPACE, name: 'app-operator-webhook-server-cert' };

describe('examples/app, deployed', () => {
  let env: TestEnvironment;
  let folder: string;
  let kubeconfig: string;
  let operator: OperatorProgram | undefined;
  beforeAll(async () => {
    env = await startTestEnvironment();
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-app-'));
    kubeconfig = await env.kubeconfigFile();
  }, 90_000);
  afterAll(async () => {
    await operator?.stop();
    await env.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const calls = () => path.join(folder, 'calls');

  /** The program with the rights of the service account that was deployed, and no others. */
  async function start(): Promise<OperatorProgram> {
    const file = path.join(folder, 'operator.kubeconfig');
    const { client } = env;
    await writeAccountKubeconfig({ client, kubeconfig, namespace: NAMESPACE, account: ACCOUNT, file });
    return OperatorProgram.start({
      folder: example,
      args: [
        `--kubeconfig=${file}`,
        '--leader-elect',
        `--leader-election-namespace=${NAMESPACE}`,
        '--metrics-bind-address=127.0.0.1:0',
        '--webhook-bind-address=127.0.0.1:0',
      ],
      env: { POD_NAMESPACE: NAMESPACE, KUBEWRIGHT_RECORD_CALLS: calls() },
    });
  }

  const key = { namespace: 'default', name: 'web' };
  const change = (spec: { [Field in keyof AppSpec]?: AppSpec[Field] | null }) =>
    env.client.patch(App, key, mergePatch({ spec }));
  const untilRunning = (replicas: number) =>
    env.eventually(async () => {
      const { metadata, status } = await env.client.get(App, key);
      expect(status).toMatchObject({ phase: 'Running', observedGeneration: metadata.generation, replicas });
    });
  const untilTold = (reason: string) =>
    env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace: 'default' });
      expect(items.map((event) => event.reason)).toContain(reason);
    });

  it('does all its work with the roles that its markers make', async () => {
    const { code, stderr } = await kubewright(['deploy', example, '--kubeconfig', kubeconfig, '--no-wait']);
    expect([code, stderr]).toEqual([0, '']);
    operator = await start();

    // Nobody reaches the service here: the API server would wait for the webhooks.
    await env.eventually(async () => {
      const [mutating] = (await env.client.list(MutatingWebhookConfiguration)).items;
      const [validating] = (await env.client.list(ValidatingWebhookConfiguration)).items;
      expect(mutating?.webhooks?.[0]?.clientConfig.caBundle).toBeTruthy();
      expect(validating?.webhooks?.[0]?.clientConfig.caBundle).toBeTruthy();
    });
    await env.client.delete(MutatingWebhookConfiguration, 'app-operator-mutating-webhook-configuration');
    await env.client.delete(ValidatingWebhookConfiguration, 'app-operator-validating-webhook-configuration');

    // Left behind by an App that nobody knows.
    const host = 'web.example.com';
    await env.client.create(
      Lease({
        metadata: { namespace: NAMESPACE, name: `host.${host}` },
        spec: { holderIdentity: 'default/nobody' },
      }),
    );
    await env.client.create(
      App({
        metadata: key,
        spec: {
          image: 'registry.example.com/shop:1.0.0',
          config: { data: { a: '1' } },
          ingress: { host },
        },
      }),
    );
    await untilRunning(1);
    await change({ autoscaling: { minReplicas: 2, maxReplicas: 3 } });
    await untilRunning(2);
    await change({ autoscaling: null, config: null, ingress: null, replicas: 3 });
    await untilRunning(3);
    await env.eventually(async () => {
      expect(await findObject(env.client, Ingress, key)).toBeUndefined();
      expect(await findObject(env.client, ConfigMap, { ...key, name: 'web-config' })).toBeUndefined();
      expect(
        await findObject(env.client, Lease, { namespace: NAMESPACE, name: `host.${host}` }),
      ).toBeUndefined();
    });
    await untilTold('RolloutComplete');
    expect(await statusOf(`${operator.urlOf('the metrics server')}/metrics`)).toBe(401);
  }, 120_000);

  it('goes on where it was after a restart, and mends its certificates', async () => {
    await operator?.stop();
    await env.client.patch(Secret, SECRET, mergePatch({ data: { 'tls.crt': '' } }));
    operator = await start();
    await env.eventually(async () =>
      expect((await env.client.get(Secret, SECRET)).data?.['tls.crt']).toBeTruthy(),
    );
    await env.client.delete(App, key);
    await env.eventually(async () => expect(await findObject(env.client, App, key)).toBeUndefined());
    await operator.stop();
    operator = undefined;
  }, 120_000);

  it('needs all its permissions, and no others', async () => {
    const { code, stdout } = await kubewright(['rbac', 'check', example, '--calls', calls(), '--strict']);
    expect(stdout).toMatch(/^\d+ distinct calls: all are allowed, every rule was used\n$/);
    expect(code).toBe(0);
  });
});

/** Of an HTTPS server whose certificate nobody signed, for a token that nobody gave. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, headers: { authorization: 'Bearer nobody' } };
    get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
