import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findKubeAssets, startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appServiceController } from '../../examples/appservice/src/controllers/app-service.js';
import { Kubectl } from './kubectl.js';

const example = fileURLToPath(new URL('../../examples/appservice', import.meta.url));

const deployment = (image: string) => `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { app: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: ${image}
          ports: [{ containerPort: 80 }]
`;

describe('real kubectl on the embedded control plane', () => {
  let env: TestEnvironment;
  let home: string;
  let kubectl: Kubectl;
  beforeAll(async () => {
    env = await startTestEnvironment({
      target: 'embedded',
      crds: path.join(example, 'config/crd'),
      controllers: [appServiceController],
    });
    home = await mkdtemp(path.join(tmpdir(), 'kubewright-kubectl-'));
    const { kubectl: binary } = findKubeAssets({ env: process.env });
    kubectl = new Kubectl({ binary, kubeconfig: await env.kubeconfigFile(), home });
  });
  afterAll(async () => {
    await env.stop();
    await rm(home, { recursive: true, force: true });
  });

  it('says which version it talks to', async () => {
    const version = JSON.parse(await kubectl.run(['version', '-o', 'json'])) as {
      serverVersion: { gitVersion: string };
    };
    expect(version.serverVersion.gitVersion).toBe('v1.36.1');
  });

  it('lists the resources, custom ones included', async () => {
    const resources = await kubectl.run(['api-resources']);
    expect(resources).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m);
    expect(resources).toMatch(/^appservices +app\.example\.com\/v1 +true +AppService$/m);
    expect(resources).toMatch(/^namespaces +ns +v1 +false +Namespace$/m);
  });

  it('gets nodes as a table', async () => {
    expect(await kubectl.run(['get', 'nodes'])).toMatch(/^NAME +STATUS +ROLES +AGE +VERSION\n\S+ +Ready/);
  });

  it('applies a deployment, sees it roll out, and applies it again without a change', async () => {
    expect(await kubectl.run(['apply', '-f', '-'], { stdin: deployment('nginx:1.27.3') })).toBe(
      'deployment.apps/web created\n',
    );
    await kubectl.run(['rollout', 'status', 'deployment/web', '--timeout=20s']);
    expect(await kubectl.run(['get', 'deploy', 'web'])).toMatch(
      /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +2\/2 +2 +2 +\d+s\n$/,
    );
    expect(await kubectl.run(['apply', '-f', '-'], { stdin: deployment('nginx:1.27.3') })).toBe(
      'deployment.apps/web unchanged\n',
    );
    expect(await kubectl.run(['apply', '-f', '-'], { stdin: deployment('nginx:1.28.0') })).toBe(
      'deployment.apps/web configured\n',
    );
    await kubectl.run(['rollout', 'status', 'deployment/web', '--timeout=20s']);
    const images = await kubectl.run([
      'get',
      'pods',
      '-l',
      'app=web',
      '-o',
      'jsonpath={.items[*].spec.containers[0].image}',
    ]);
    expect(images.split(' ')).toEqual(['nginx:1.28.0', 'nginx:1.28.0']);
  });

  it('describes a deployment, with its events', async () => {
    const text = await kubectl.run(['describe', 'deployment', 'web']);
    expect(text).toMatch(/^Name: +web$/m);
    expect(text).toMatch(/^Replicas: +2 desired \| 2 updated \| 2 total \| 2 available \| 0 unavailable$/m);
    expect(text).toMatch(/ScalingReplicaSet .* Scaled up replica set web-\S+ from 0 to 2/);
  });

  it('scales through the scale subresource', async () => {
    expect(await kubectl.run(['scale', 'deployment/web', '--replicas=3'])).toBe(
      'deployment.apps/web scaled\n',
    );
    await kubectl.run(['rollout', 'status', 'deployment/web', '--timeout=20s']);
    expect(
      (await kubectl.run(['get', 'pods', '-l', 'app=web', '-o', 'name'])).trim().split('\n'),
    ).toHaveLength(3);
  });

  it.each([
    [
      'strategic',
      '{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"A","value":"1"}]}]}}}}',
    ],
    ['merge', '{"metadata":{"labels":{"tier":"front"}}}'],
    ['json', '[{"op":"replace","path":"/spec/replicas","value":1}]'],
  ])('patches with a %s patch', async (type, patch) => {
    expect(await kubectl.run(['patch', 'deployment', 'web', `--type=${type}`, '-p', patch])).toBe(
      'deployment.apps/web patched\n',
    );
  });

  it('keeps what each of the three patches did', async () => {
    const { metadata, spec } = JSON.parse(await kubectl.run(['get', 'deployment', 'web', '-o', 'json'])) as {
      metadata: { labels: object };
      spec: { replicas: number; template: { spec: { containers: object[] } } };
    };
    expect(metadata.labels).toEqual({ app: 'web', tier: 'front' });
    expect(spec.replicas).toBe(1);
    expect(spec.template.spec.containers).toMatchObject([
      { image: 'nginx:1.28.0', env: [{ name: 'A', value: '1' }] },
    ]);
  });

  it('edits an object in an editor', async () => {
    await kubectl.run(['create', 'configmap', 'edited', '--from-literal=mode=old']);
    const env = { KUBE_EDITOR: "sed -i 's/mode: old/mode: new/'" };
    expect(await kubectl.run(['edit', 'configmap', 'edited'], { env })).toBe('configmap/edited edited\n');
    expect(await kubectl.run(['get', 'configmap', 'edited', '-o', 'jsonpath={.data.mode}'])).toBe('new');
  });

  it('watches', async () => {
    const watch = kubectl.stream(['get', 'configmaps', '-w', '--field-selector=metadata.name=watched']);
    try {
      await kubectl.run(['create', 'configmap', 'watched', '--from-literal=a=1']);
      expect(await watch.line(/^watched /)).toMatch(/^watched +1 +\d+s$/);
      await kubectl.run(['patch', 'configmap', 'watched', '-p', '{"data":{"b":"2"}}']);
      expect(await watch.line(/^watched +2 /)).toMatch(/^watched +2 +\d+s$/);
    } finally {
      await watch.stop();
    }
  });

  it('explains built-in and custom fields', async () => {
    const builtin = await kubectl.run(['explain', 'deployment.spec.replicas']);
    expect(builtin).toMatch(/GROUP: +apps\nKIND: +Deployment\nVERSION: +v1/);
    expect(builtin).toMatch(/FIELD: replicas <integer>/);
    const custom = await kubectl.run(['explain', 'appservice.spec']);
    expect(custom).toMatch(/KIND: +AppService/);
    expect(custom).toMatch(/ports\t<\[\]Object> -required-/);
    expect(await kubectl.run(['explain', 'appservice', '--recursive'])).toMatch(/nodePort\t<integer>/);
  });

  it('shows a custom resource converging, with its printer columns', async () => {
    await kubectl.run(['apply', '-k', path.join(example, 'config/samples')]);
    await kubectl.run(['wait', '--for=condition=Available', 'appservice/nginx-app', '--timeout=20s']);
    expect(await kubectl.run(['get', 'appservice'])).toMatch(
      /^NAME +SIZE +READY +AGE\nnginx-app +2 +2 +\d+s\n$/,
    );
    expect(await kubectl.run(['get', 'service', 'nginx-app'])).toMatch(
      /nginx-app +NodePort +10\.96\.\d+\.\d+ +<none> +80:30002\/TCP +\d+s/,
    );
    expect(await kubectl.run(['describe', 'appservice', 'nginx-app'])).toMatch(/^Kind: +AppService$/m);
  });

  it('is told what is wrong with a manifest', async () => {
    const file = path.join(home, 'bad.yaml');
    await writeFile(
      file,
      'apiVersion: app.example.com/v1\nkind: AppService\nmetadata: { name: bad }\nspec: { size: -1, image: a, ports: [{ port: 80 }] }\n',
    );
    const refused = await kubectl.attempt(['apply', '-f', file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'The AppService "bad" is invalid: spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 0',
    );
    const unknown = await kubectl.attempt(['apply', '-f', '-'], {
      stdin: deployment('a').replace('replicas:', 'replicass:'),
    });
    expect(unknown.stderr).toContain('strict decoding error: unknown field "spec.replicass"');
  });

  it('deletes with everything below', async () => {
    expect(await kubectl.run(['delete', 'deployment', 'web'])).toBe(
      'deployment.apps "web" deleted from default namespace\n',
    );
    await env.settled();
    expect(await kubectl.run(['get', 'replicasets,pods', '-l', 'app=web', '-o', 'name'])).toBe('');
    await kubectl.run(['delete', 'appservice', 'nginx-app', '--cascade=foreground']);
    expect(await kubectl.run(['get', 'deployments,services', '-l', 'app=nginx-app', '-o', 'name'])).toBe('');
  });

  it('deletes a namespace with its content', async () => {
    await kubectl.run(['create', 'namespace', 'team']);
    await kubectl.run(['create', 'configmap', 'a', '-n', 'team']);
    await kubectl.run(['delete', 'namespace', 'team', '--timeout=20s']);
    const gone = await kubectl.attempt(['get', 'namespace', 'team']);
    expect(gone.stderr).toBe('Error from server (NotFound): namespaces "team" not found\n');
  });
});
