import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Deployment } from '@kubewright/api/apps/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Namespace } from '@kubewright/api/core/v1';
import { ClusterRole } from '@kubewright/api/rbac/v1';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { isNotFound, mergePatch } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubewright } from './run-command.js';

const FILES: Readonly<Record<string, string>> = {
  'config/default/kustomization.yaml':
    'namespace: shop-system\nnamePrefix: shop-\nresources: [../crd, ../manager]\n',
  'config/crd/kustomization.yaml': 'resources: [carts.yaml]\n',
  'config/crd/carts.yaml': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: carts.shop.example.com }
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: carts, singular: cart, kind: Cart, listKind: CartList }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`,
  'config/manager/kustomization.yaml': 'resources: [manager.yaml, cart.yaml]\n',
  'config/manager/cart.yaml':
    'apiVersion: shop.example.com/v1\nkind: Cart\nmetadata: { name: first, namespace: system }\n',
  'config/manager/manager.yaml': `
apiVersion: v1
kind: Namespace
metadata: { name: system }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: manager }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: manager, namespace: system }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: manager, image: "controller:latest" }] }
`,
};

describe('kubewright deploy', () => {
  let env: TestEnvironment;
  let folder: string;
  let kubeconfig: string;

  beforeAll(async () => {
    env = await startTestEnvironment();
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-deploy-'));
    kubeconfig = await env.kubeconfigFile();
    for (const [file, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
  });
  afterAll(async () => {
    await env.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => kubewright([...args, folder, '--kubeconfig', kubeconfig]);

  it('applies everything, again without a change, and undeploy leaves nothing behind', async () => {
    const deploy = ['deploy', '--image', 'registry.example.com/shop:v2', '--no-wait'];
    const first = await run(...deploy);
    expect(first.stderr).toBe('');
    expect(first.stdout.trim().split('\n')).toEqual([
      'namespace/shop-system created',
      'customresourcedefinition.apiextensions.k8s.io/carts.shop.example.com created',
      'clusterrole.rbac.authorization.k8s.io/shop-manager created',
      'deployment.apps/shop-manager created',
      'cart.shop.example.com/shop-first created',
    ]);
    const { client } = env;
    const deployment = await client.get(Deployment, { namespace: 'shop-system', name: 'shop-manager' });
    expect(deployment.spec?.template.spec?.containers[0]?.image).toBe('registry.example.com/shop:v2');

    const again = await run(...deploy);
    expect(again.stdout).toMatch(/^namespace\/shop-system unchanged\n/);
    expect(again.stdout).not.toMatch(/created|configured/);

    const removed = await run('undeploy');
    expect(removed.stderr).toBe('');
    expect(removed.code).toBe(0);
    for (const [kind, key] of [
      [Namespace, { name: 'shop-system' }],
      [ClusterRole, { name: 'shop-manager' }],
      [CustomResourceDefinition, { name: 'carts.shop.example.com' }],
      [Deployment, { namespace: 'shop-system', name: 'shop-manager' }],
    ] as const)
      await expect(client.get(kind as typeof Namespace, key)).rejects.toSatisfy(isNotFound);
    expect((await run('undeploy')).stdout).not.toContain(' deleted');
  });

  describe('of an operator with finalizers', () => {
    const Cart = defineKind<CustomResource<object>>({
      group: 'shop.example.com',
      version: 'v1',
      kind: 'Cart',
    });
    const key = { namespace: 'default', name: 'mine' };

    const deployed = async () => {
      await run('deploy', '--no-wait');
      const finalizers = ['shop.example.com/hold'];
      await env.client.create(Cart({ metadata: { ...key, finalizers }, spec: {} }));
    };
    const letGo = () => env.client.patch(Cart, key, mergePatch({ metadata: { finalizers: [] } }));
    const manager = () => env.client.get(Deployment, 'shop-system/shop-manager');

    it('undeploy waits for it to clean up before it takes it away', async () => {
      await deployed();
      const undeploying = run('undeploy');
      await env.eventually(async () =>
        expect((await env.client.get(Cart, key)).metadata.deletionTimestamp).toBeDefined(),
      );
      expect((await manager()).metadata.deletionTimestamp).toBeUndefined();
      await letGo();
      const { code, stdout } = await undeploying;
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^customresourcedefinition\.apiextensions\.k8s\.io\/carts\.shop\.example\.com deleted\n/,
      );
      expect(stdout).toContain('deployment.apps/shop-manager deleted');
    });

    it('undeploy names the objects that nobody cleans up after, and leaves the operator where it is', async () => {
      await deployed();
      const { code, stdout, stderr } = await run('undeploy', '--timeout', '1');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        'kubewright: customresourcedefinition.apiextensions.k8s.io/carts.shop.example.com is still there: ' +
          'Cart default/mine wait for their finalizers (shop.example.com/hold): ' +
          'the operator removes them when it has cleaned up, so see whether it runs\n',
      );
      expect((await manager()).metadata.deletionTimestamp).toBeUndefined();
      await letGo();
      expect((await run('undeploy')).code).toBe(0);
    });
  });

  it('installs and removes the definitions alone', async () => {
    const installed = await run('install');
    expect(installed).toMatchObject({
      code: 0,
      stdout: 'customresourcedefinition.apiextensions.k8s.io/carts.shop.example.com created\n',
    });
    expect((await run('uninstall')).stdout).toContain('carts.shop.example.com deleted');
  });

  it('says how to get the kinds that a cluster does not have by itself', async () => {
    const manifest = 'apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: selfsigned }\n';
    await mkdir(path.join(folder, 'certified'));
    await writeFile(path.join(folder, 'certified/kustomization.yaml'), 'resources: [issuer.yaml]\n');
    await writeFile(path.join(folder, 'certified/issuer.yaml'), manifest);
    const flags = ['--kubeconfig', kubeconfig, '--kustomization', 'certified'];
    const { code, stderr } = await kubewright(['deploy', folder, ...flags]);
    expect(stderr).toMatch(
      /^kubewright: issuer\.cert-manager\.io\/selfsigned: the server knows no kind Issuer: install cert-manager .*"kubewright edit --certificates operator"\n$/,
    );
    expect(code).toBe(1);
  });

  it('names the object that the server refuses, and why', async () => {
    const role = path.join(folder, 'config/manager/cart.yaml');
    await writeFile(
      role,
      'apiVersion: shop.example.com/v2\nkind: Cart\nmetadata: { name: first, namespace: system }\n',
    );
    const { code, stderr } = await run('deploy', '--no-wait');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^kubewright: cart\.shop\.example\.com\/shop-first: .*shop\.example\.com\/v2/);
  });
});
