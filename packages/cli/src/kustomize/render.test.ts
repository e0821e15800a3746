import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderKustomization } from './render.js';

const root = mkdtempSync(path.join(tmpdir(), 'kubewright-render-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let trees = 0;
function tree(files: Readonly<Record<string, string>>): string {
  const folder = path.join(root, String(trees++));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const MANAGER = `
apiVersion: v1
kind: Namespace
metadata: { name: system }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: manager, namespace: system }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: manager }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: manager }
subjects: [{ kind: ServiceAccount, name: manager, namespace: system }, { kind: User, name: manager }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: manager }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: manager, namespace: system }
spec:
  template:
    spec:
      serviceAccountName: manager
      containers: [{ name: manager, image: "controller:latest" }]
`;

describe('a kustomization', () => {
  // What kubectl kustomize makes of the same is compared in tests/kube/kustomize.test.ts.
  it('gives names and namespaces to objects and to what refers to them, in the order in which they are applied', async () => {
    const folder = tree({
      'default/kustomization.yaml': 'namespace: shop-system\nnamePrefix: shop-\nresources: [../manager]\n',
      'manager/kustomization.yaml': 'resources: [manager.yaml]\n',
      'manager/manager.yaml': MANAGER,
    });
    const objects = await renderKustomization({
      folder: path.join(folder, 'default'),
      images: [{ name: 'controller', newName: 'registry.example.com/shop', newTag: 'v2' }],
    });
    expect(
      objects.map(({ kind, metadata }) => `${kind} ${metadata?.namespace ?? '-'} ${metadata?.name}`),
    ).toEqual([
      'Namespace - shop-system',
      'ServiceAccount shop-system shop-manager',
      'ClusterRole - shop-manager',
      'ClusterRoleBinding - shop-manager',
      'Deployment shop-system shop-manager',
    ]);
    expect(objects[3]).toMatchObject({
      roleRef: { name: 'shop-manager' },
      subjects: [
        { kind: 'ServiceAccount', name: 'shop-manager', namespace: 'shop-system' },
        // kustomize renames users who are called as a service account is; nobody who has that name meant that.
        { kind: 'User', name: 'manager' },
      ],
    });
    expect(objects[4]).toMatchObject({
      spec: {
        template: {
          spec: {
            serviceAccountName: 'shop-manager',
            containers: [{ image: 'registry.example.com/shop:v2' }],
          },
        },
      },
    });
  });

  it.each([
    ['no kustomization', {}, /has no kustomization\.yaml/],
    [
      'a field that is not rendered',
      { 'kustomization.yaml': 'helmCharts: []\n' },
      /the field "helmCharts" is not rendered/,
    ],
    ['malformed YAML', { 'kustomization.yaml': 'a: [' }, /kustomization\.yaml: /],
    [
      'a resource that is not there',
      { 'kustomization.yaml': 'resources: [x.yaml]\n' },
      /"x\.yaml" does not exist/,
    ],
    [
      'a resource elsewhere',
      { 'kustomization.yaml': 'resources: [https://x/y]\n' },
      /is not on this machine/,
    ],
    ['itself', { 'kustomization.yaml': 'resources: [.]\n' }, /is a resource of itself/],
    [
      'an object twice',
      { 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', 'a.yaml': MANAGER, 'b.yaml': MANAGER },
      /has Namespace system twice/,
    ],
    [
      'a patch of nothing',
      {
        'kustomization.yaml': 'patches: [{ patch: "apiVersion: v1\\nkind: Pod\\nmetadata: { name: p }" }]\n',
      },
      /there is no Pod p to patch/,
    ],
    [
      'a patch that does not fit',
      {
        'kustomization.yaml':
          'resources: [a.yaml]\npatches: [{ target: { kind: Namespace }, patch: \'[{"op":"remove","path":"/x"}]\' }]\n',
        'a.yaml': MANAGER,
      },
      /does not fit Namespace system/,
    ],
    [
      'a replacement without its source',
      {
        'kustomization.yaml':
          'resources: [a.yaml]\nreplacements: [{ source: { kind: Service }, targets: [{ select: { kind: Namespace } }] }]\n',
        'a.yaml': MANAGER,
      },
      /takes its value from \{"kind":"Service"\}, which is not there/,
    ],
  ])('is refused for %s', async (_reason, files, message) => {
    await expect(renderKustomization({ folder: tree(files) })).rejects.toThrow(message);
  });
});
