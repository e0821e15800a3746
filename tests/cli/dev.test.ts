import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningCommand, kubewright } from './run-command.js';

const example = fileURLToPath(new URL('../../examples/appservice', import.meta.url));

describe('kubewright dev', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-dev-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const kubeconfig = (): string => path.join(folder, 'kubeconfig');

  /** A copy of the example without its code: `main` is what the test writes. */
  async function project(parts: { main?: string; sample?: string } = {}): Promise<string> {
    const copy = path.join(folder, 'project');
    await cp(path.join(example, 'config'), path.join(copy, 'config'), { recursive: true });
    await writeFile(
      path.join(copy, 'package.json'),
      '{ "name": "broken", "type": "module", "main": "main.js" }',
    );
    await writeFile(path.join(copy, 'main.js'), parts.main ?? 'setInterval(() => undefined, 1000);');
    if (parts.sample !== undefined)
      await writeFile(path.join(copy, 'config/samples/app_v1_appservice.yaml'), parts.sample);
    return copy;
  }

  it('brings the example to Available without a build, ends with code 0, once, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await kubewright([
      'dev',
      example,
      '--once',
      '--kubeconfig',
      kubeconfig(),
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Deployment nginx-app: 2\/2 ready/);
    expect(stdout).toMatch(/AppService nginx-app: Available\n$/);
    // No kubeconfig of a control plane that is gone.
    expect(await readdir(folder)).toEqual([]);
  });

  it('runs until Ctrl-C, says what to try, lets others use its cluster by context, and stops cleanly', async () => {
    const command = new RunningCommand(['dev', example, '--kubeconfig', kubeconfig()]);
    await command.seen(/export KUBECONFIG=(.*)\n/);
    await command.seen(/kubectl describe appservice nginx-app/);
    expect((await stat(kubeconfig())).mode & 0o777).toBe(0o600);

    // Another run, on the cluster of the first.
    const other = ['dev', example, '--once', '--context', 'kubewright', '--kubeconfig', kubeconfig()];
    const refused = await kubewright(other);
    expect(refused.stderr).toMatch(/^kubewright: dev would install .* into context kubewright .*: say --yes/);
    const converged = await kubewright([...other, '--yes']);
    expect(converged.stdout).toMatch(/context kubewright: https[\s\S]*AppService nginx-app: Available\n$/);
    expect(converged.code).toBe(0);

    const { code, stderr } = await command.stop('SIGINT');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('does not end with code 0 when --once is interrupted before anything has converged', async () => {
    const flags = ['--once', '--kubeconfig', kubeconfig()];
    const command = new RunningCommand(['dev', await project(), ...flags]);
    await command.seen(/control plane ready/);
    const { code } = await command.stop('SIGINT');
    expect(code).toBe(130);
    expect(await readdir(folder)).toEqual(['project']);
  });

  it('never replaces a kubeconfig that somebody else wrote', async () => {
    await writeFile(kubeconfig(), 'apiVersion: v1\nkind: Config\n');
    const { code, stderr } = await kubewright(['dev', example, '--once', '--kubeconfig', kubeconfig()]);
    expect(stderr).toMatch(
      /^kubewright: .*kubeconfig exists and was not written by kubewright: name another with --kubeconfig, or remove it\n$/,
    );
    expect(code).toBe(1);
    expect(await readFile(kubeconfig(), 'utf8')).toBe('apiVersion: v1\nkind: Config\n');
  });

  /** An operator that makes first one ConfigMap and a moment later another, and never writes a status. */
  const slowOperator = (client: string, api: string) => `
    import { createClient, createHttpTransport, loadKubeconfig } from '${client}';
    import { ConfigMap } from '${api}/core/v1.js';
    import { defineKind, setControllerReference } from '${api}/../index.js';
    const App = defineKind({ group: 'app.example.com', version: 'v1', kind: 'AppService' });
    const client = createClient({ transport: createHttpTransport(await loadKubeconfig({ path: process.env.KUBECONFIG })) });
    for await (const { type, object } of client.watch(App)) {
      if (type !== 'ADDED') continue;
      for (const name of ['first', 'second']) {
        const map = ConfigMap({ metadata: { name, namespace: 'default' } });
        setControllerReference(object, map);
        await client.create(map);
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
    }`;

  it('believes a sample that says nothing of itself only when its tree has stood still', async () => {
    const built = (name: string): string => fileURLToPath(new URL(`../../packages/${name}`, import.meta.url));
    const main = slowOperator(built('client/dist/index.js'), built('api/dist/groups'));
    const { code, stdout, stderr } = await kubewright([
      'dev',
      await project({ main }),
      '--once',
      '--kubeconfig',
      kubeconfig(),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/ConfigMap first[\s\S]*ConfigMap second[\s\S]*AppService nginx-app: Available\n$/);
  });

  const admitting = (runtime: string, api: string) => `
    import { runOperator, webhookFor } from '${runtime}';
    import { defineKind } from '${api}';
    const App = defineKind({ group: 'app.example.com', version: 'v1', kind: 'AppService' });
    const webhook = webhookFor(App).validator((app) => {
      throw new Error('no ' + app.metadata.name + ' today');
    });
    await runOperator({ name: 'admitting', webhooks: { handlers: [webhook] } });`;

  it('has the API server call the webhooks of the operator in place of the service that they name', async () => {
    const built = (name: string): string => fileURLToPath(new URL(`../../packages/${name}`, import.meta.url));
    const copy = await project({
      main: admitting(built('runtime/dist/index.js'), built('api/dist/index.js')),
    });
    await mkdir(path.join(copy, 'config/webhook'));
    await writeFile(
      path.join(copy, 'config/webhook/manifests.yaml'),
      `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: validating-webhook-configuration }
webhooks:
  - name: vappservice.kb.io
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig: { service: { name: webhook-service, namespace: system, path: /validate-app-example-com-v1-appservice } }
    rules: [{ apiGroups: [app.example.com], apiVersions: [v1], operations: [CREATE], resources: [appservices] }]
`,
    );
    const { code, stderr } = await kubewright(['dev', copy, '--once', '--kubeconfig', kubeconfig()]);
    expect(stderr).toMatch(
      /admission webhook "vappservice\.kb\.io" denied the request: no nginx-app today\n$/,
    );
    expect(code).toBe(1);
  });

  const refusals: Array<[string, () => Promise<string[]>, RegExp]> = [
    [
      'a folder that is no project',
      () => Promise.resolve(['dev', folder]),
      /^kubewright: no operator's project at .*: it has no package\.json; name its folder, or make one with "kubewright init"\n$/,
    ],
    [
      'a project with nothing to run',
      async () => {
        const copy = await project();
        await rm(path.join(copy, 'main.js'));
        return ['dev', copy];
      },
      /^kubewright: neither .*main\.ts nor .*main\.js exists: an operator starts in src\/main\.ts\n$/,
    ],
    [
      'a sample that fails validation',
      async () => [
        'dev',
        await project({
          sample:
            'apiVersion: app.example.com/v1\nkind: AppService\nmetadata: { name: a }\nspec: { image: x, size: -1, ports: [{ port: 80 }] }\n',
        }),
      ],
      /^kubewright: .*app_v1_appservice\.yaml: AppService\.app\.example\.com "a" is invalid: spec\.size: Invalid value: -1: .*\n$/,
    ],
    [
      'an operator that ends',
      async () => ['dev', await project({ main: 'console.error("no luck today"); process.exit(3);' })],
      /^kubewright: the operator of broken ended with code 3: no luck today\n$/,
    ],
    [
      'samples, of a cluster, that do not converge in time',
      async () => {
        const copy = await project();
        const crd = path.join(copy, 'config/crd/bases/app.example.com_appservices.yaml');
        await writeFile(crd, (await readFile(crd, 'utf8')).replace('scope: Namespaced', 'scope: Cluster'));
        return ['dev', copy, '--timeout', '6'];
      },
      /^kubewright: not converged after 6 s: AppService nginx-app is not answered by the operator\n$/,
    ],
  ];
  it.each(refusals)('ends with one sentence and code 1 for %s, with --once', async (_, args, sentence) => {
    const { code, stderr } = await kubewright([...(await args()), '--once', '--kubeconfig', kubeconfig()]);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  it('says so when the port is in use, and leaves no kubeconfig behind', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const args = ['control-plane', '--port', String(port), '--kubeconfig', kubeconfig()];
      const { code, stderr } = await kubewright(args);
      expect(stderr).toMatch(new RegExp(`^kubewright: .*${port}.*in use.*\\n$`));
      expect(code).toBe(1);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      other.close();
    }
  });
});
