import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { Service } from '@kubewright/api/core/v1';
import type { Client } from '@kubewright/client';
import { createToken, jsonPatch, mergePatch } from '@kubewright/client';
import { parse, stringify } from 'yaml';
import { Shell } from './shell.js';
import type { RunningProgram } from './shell.js';

const NAMESPACE = 'shop-system';
const MANAGER = { namespace: NAMESPACE, name: 'shop-controller-manager' };

/**
 * Test environments have no kubelet that runs containers: the process of the pod is started here, from the bundle alone,
 * with the arguments of its container and the token of its service account, so that it may do what the roles say.
 */
export async function startDeployed(options: {
  readonly client: Client;
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** Of the project, with the bundle. */
  readonly project: string;
  /** Empty: where the process runs. */
  readonly folder: string;
}): Promise<RunningProgram> {
  const { client, kubeconfig, project, folder } = options;
  const deployment = await client.get(Deployment, MANAGER);
  const { serviceAccountName = '', containers = [] } = deployment.spec?.template.spec ?? {};
  const { token } = await createToken(client, { namespace: NAMESPACE, name: serviceAccountName });
  const own = path.join(folder, 'kubeconfig');
  await writeFile(own, asUser(await readFile(kubeconfig, 'utf8'), token));
  await cp(path.join(project, 'dist/bundle'), path.join(folder, 'dist'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');

  const port = await freePort();
  await playService(client, port);
  const args = (containers[0]?.args ?? []).map((argument) =>
    argument.replace(/^(--(?:health-probe|metrics)-bind-address=):\d+$/, '$1127.0.0.1:0'),
  );
  const webhookPort = '--webhook-port=9443';
  if (!args.includes(webhookPort)) throw new Error(`no ${webhookPort} among ${args.join(' ')}`);
  const given = args.map((argument) => (argument === webhookPort ? `--webhook-port=${port}` : argument));
  return new Shell(folder).start(
    `node dist/main.js --kubeconfig=${own} --leader-election-namespace=${NAMESPACE} ${given.join(' ')}`,
  );
}

function asUser(kubeconfig: string, token: string): string {
  const config = parse(kubeconfig) as { users: Array<{ user: object }> };
  return stringify({ ...config, users: config.users.map((entry) => ({ ...entry, user: { token } })) });
}

/** There is no network of services either: that of the webhooks leads to this machine; its name is still what TLS checks. */
async function playService(client: Client, port: number): Promise<void> {
  const service = { namespace: NAMESPACE, name: 'shop-webhook-service' };
  const spec = { type: 'ExternalName', externalName: 'localhost', selector: null };
  await client.patch(
    Service,
    service,
    mergePatch({
      spec: { ...spec, clusterIP: null, clusterIPs: null, ipFamilies: null, ipFamilyPolicy: null },
    }),
  );
  for (const [kind, name] of [
    [MutatingWebhookConfiguration, 'shop-mutating-webhook-configuration'],
    [ValidatingWebhookConfiguration, 'shop-validating-webhook-configuration'],
  ] as const)
    await client.patch(
      kind as typeof MutatingWebhookConfiguration,
      name,
      jsonPatch([{ op: 'replace', path: '/webhooks/0/clientConfig/service/port', value: port }]),
    );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
