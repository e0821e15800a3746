import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Kind, KubernetesObject, Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { Service } from '@kubewright/api/core/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppService } from '../examples/appservice/src/api/v1/app-service.js';
import { OLD_SPEC_ANNOTATION } from '../examples/appservice/src/controllers/app-service.js';

const example = fileURLToPath(new URL('../examples/appservice', import.meta.url));

/** The operator as a user runs it: its built main, in a process of its own. */
class OperatorRun {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(kubeconfig: string) {
    this.#child = spawn(process.execPath, ['dist/main.js', '--log-level', 'error'], {
      cwd: example,
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#child.kill(signal);
    await this.#ended;
  }
}

describe('an operator killed with SIGKILL and started again', () => {
  let env: TestEnvironment;
  let kubeconfig: string;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds: `${example}/config/crd` });
    kubeconfig = await env.kubeconfigFile();
  }, 90_000);
  afterAll(() => env.stop());

  /** Resolves with the first object of that name, there or to come, that passes. */
  async function waitFor<T extends KubernetesObject>(
    kind: Kind<T>,
    name: string,
    passes: (object: Stored<T>) => boolean,
  ): Promise<Stored<T>> {
    const signal = AbortSignal.timeout(30_000);
    const fieldSelector = { 'metadata.name': name };
    for await (const event of env.client.watch(kind, { namespace: 'default', fieldSelector, signal })) {
      if (event.type !== 'BOOKMARK' && event.type !== 'DELETED' && passes(event.object as Stored<T>))
        return event.object as Stored<T>;
    }
    throw new Error(`the watch of ${kind.kind} ${name} ended`);
  }

  const isDone = (app: Stored<AppService>): boolean =>
    app.status?.availableReplicas === 2 &&
    app.metadata.annotations?.[OLD_SPEC_ANNOTATION] === JSON.stringify(app.spec);

  const create = (name: string) =>
    env.client.create(
      AppService({
        metadata: { name, namespace: 'default' },
        spec: { size: 2, image: 'nginx:1.27.3', ports: [{ port: 80, targetPort: 8080 }] },
      }),
    );

  /** What the operator is answerable for, without names and what the server allots. */
  async function outcome(name: string): Promise<unknown> {
    const deployment = await env.client.get(Deployment, name);
    const service = await env.client.get(Service, name);
    const app = await env.client.get(AppService, name);
    const { clusterIP: _ip, clusterIPs: _ips, ports, ...serviceSpec } = service.spec ?? {};
    const text = JSON.stringify({
      deployment: deployment.spec,
      service: { ...serviceSpec, ports: ports?.map(({ nodePort: _nodePort, ...port }) => port) },
      annotation: app.metadata.annotations,
      available: app.status?.availableReplicas,
    });
    return JSON.parse(text.replaceAll(name, 'NAME'));
  }

  const moments: Array<[string, (name: string) => Promise<unknown>]> = [
    ['before it did anything', () => Promise.resolve()],
    ['when the Deployment was there', (name) => waitFor(Deployment, name, () => true)],
    ['when the Service was there', (name) => waitFor(Service, name, () => true)],
    [
      'when the spec was recorded',
      (name) => waitFor(AppService, name, (app) => app.metadata.annotations !== undefined),
    ],
    [
      'when the first status was written',
      (name) => waitFor(AppService, name, (app) => app.status !== undefined),
    ],
  ];

  let undisturbed: unknown;
  beforeAll(async () => {
    await create('undisturbed');
    const operator = new OperatorRun(kubeconfig);
    await waitFor(AppService, 'undisturbed', isDone);
    await operator.end('SIGTERM');
    undisturbed = await outcome('undisturbed');
  }, 60_000);

  it.each(moments)('converges to the same state: killed %s', async (moment, reached) => {
    const name = `killed-${moments.findIndex(([text]) => text === moment)}`;
    const killed = new OperatorRun(kubeconfig);
    const due = reached(name);
    await create(name);
    await due;
    await killed.end('SIGKILL');
    const again = new OperatorRun(kubeconfig);
    await waitFor(AppService, name, isDone);
    await again.end('SIGTERM');

    expect(await outcome(name)).toEqual(undisturbed);
  });
});
