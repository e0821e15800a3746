import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { defineKind } from '@kubewright/api';
import type { Kind, KubernetesObject, Unstructured } from '@kubewright/api';
import { Namespace } from '@kubewright/api/core/v1';
import { createToken, isNotFound, loadKubeconfig } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubewright } from '../cli/run-command.js';

interface Example {
  name: string;
  project: string;
  /** The kind of its sample; what of the status tells that the operator has done its work. */
  kind: Kind;
  done: (status: Record<string, unknown>) => boolean;
}

const custom = (group: string, version: string, kind: string): Kind =>
  defineKind<KubernetesObject>({ group: `${group}.example.com`, version, kind });

const examples: Example[] = [
  {
    name: 'appservice',
    project: 'appservice-operator',
    kind: custom('app', 'v1', 'AppService'),
    done: ({ availableReplicas }) => availableReplicas === 2,
  },
  {
    name: 'podset',
    project: 'podset-operator',
    kind: custom('app', 'v1alpha1', 'PodSet'),
    done: ({ availableReplicas, nodes }) =>
      availableReplicas === 3 && Array.isArray(nodes) && nodes.length === 3,
  },
  {
    name: 'pod-bugger',
    project: 'pod-bugger-operator',
    kind: custom('tools', 'v1alpha1', 'PodBuggerTool'),
    done: ({ installed }) => installed === 2,
  },
];

const root = path.resolve(import.meta.dirname, '../..');

/** The operator's built main with the rights of a service account, and what it logs. */
function runOperator(folder: string, kubeconfig: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['dist/main.js', ...args], {
    cwd: folder,
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async (): Promise<string> => {
    child.kill('SIGTERM');
    await ended;
    return output;
  };
}

describe('the operators in examples, deployed', () => {
  let env: TestEnvironment;
  let folder: string;
  let admin: string;
  beforeAll(async () => {
    env = await startTestEnvironment();
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-deployed-'));
    admin = await env.kubeconfigFile();
  }, 90_000);
  afterAll(async () => {
    await env.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A kubeconfig of the service account under which the operator is deployed. */
  async function kubeconfigOf({ project }: Example): Promise<string> {
    const account = { namespace: `${project}-system`, name: `${project}-controller-manager` };
    const { token } = await createToken(env.client, account);
    const { server, caCertificatePem = '' } = await loadKubeconfig({ path: admin });
    const cluster = {
      server,
      'certificate-authority-data': Buffer.from(caCertificatePem).toString('base64'),
    };
    const file = path.join(folder, `${project}.kubeconfig`);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a', cluster }],
      users: [{ name: 'a', user: { token } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    };
    await writeFile(file, JSON.stringify(config));
    return file;
  }

  async function samplesOf(project: string): Promise<KubernetesObject[]> {
    const samples = path.join(project, 'config/samples');
    const files = (await readdir(samples)).filter((file) => file !== 'kustomization.yaml');
    const texts = await Promise.all(files.map((file) => readFile(path.join(samples, file), 'utf8')));
    return texts.map((text) => parse(text) as KubernetesObject);
  }

  it.concurrent.each(examples)(
    '$name does its work with the rights that its manifests give, and undeploy leaves nothing behind',
    async (example) => {
      const { client } = env;
      const { project, kind, done } = example;
      const place = path.join(root, 'examples', example.name);
      const deployed = await kubewright([
        ...['deploy', place, '--kubeconfig', admin, '--image', 'registry.example.com/operator:v1'],
      ]);
      expect(deployed).toMatchObject({ code: 0, stderr: '' });

      const election = ['--leader-elect', '--leader-election-namespace', `${project}-system`];
      const stop = runOperator(place, await kubeconfigOf(example), election);
      let output = '';
      try {
        const samples = await samplesOf(place);
        for (const sample of samples) await client.create(sample);
        const name = samples.find((sample) => sample.kind === kind.kind)?.metadata?.name ?? '';
        await env.eventually(async () => {
          const { status = {} } = (await client.get(kind, name)) as Unstructured;
          expect(status).toSatisfy(done);
        });
        for (const sample of samples) await client.delete(sample);
      } finally {
        output = await stop();
      }
      expect(output).not.toMatch(/forbidden/i);

      const removed = await kubewright(['undeploy', place, '--kubeconfig', admin]);
      expect(removed).toMatchObject({ code: 0, stderr: '' });
      await expect(client.get(Namespace, `${project}-system`)).rejects.toSatisfy(isNotFound);
    },
    60_000,
  );
});
