import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findKubeAssets } from '@kubewright/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const oracles =
  process.env['KUBEWRIGHT_ORACLES'] ?? fileURLToPath(new URL('../../../shared/oracles', import.meta.url));
const golden = path.join(oracles, 'config-tree-golden/config');
const { kubectl } = findKubeAssets({ env: process.env });
const temporary = mkdtempSync(path.join(tmpdir(), 'kubewright-kustomize-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'prefixes and references': {
    'kustomization.yaml': `
namePrefix: one-
nameSuffix: -two
namespace: there
resources: [base, pvc.yaml]
replicas: [{ name: web, count: 4 }]
images: [{ name: nginx, newName: registry:5000/nginx, newTag: "1.27" }, { name: sidecar, digest: "sha256:abc" }]
commonAnnotations: { team: a }
`,
    'pvc.yaml':
      'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { storageClassName: fast, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n',
    'base/kustomization.yaml': `
namePrefix: base-
labels: [{ pairs: { app: web }, includeSelectors: true }, { pairs: { tier: front }, includeTemplates: true }]
resources: [all.yaml]
`,
    'base/all.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { a: "1" }
---
apiVersion: v1
kind: Secret
metadata: { name: token, namespace: elsewhere }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: web }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      serviceAccountName: web
      initContainers: [{ name: i, image: "sidecar:1" }]
      containers:
        - name: c
          image: nginx
          envFrom: [{ configMapRef: { name: settings } }, { secretRef: { name: token } }]
          env: [{ name: A, valueFrom: { configMapKeyRef: { name: settings, key: a } } }, { name: B, value: settings }]
      volumes:
        - { name: v, configMap: { name: settings } }
        - { name: p, persistentVolumeClaim: { claimName: data } }
        - { name: n, projected: { sources: [{ secret: { name: token } }, { configMap: { name: unknown } }] } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: web }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [get], resourceNames: [settings] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: web }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: web }
subjects: [{ kind: ServiceAccount, name: web }, { kind: ServiceAccount, name: default }, { kind: User, name: someone }]
---
apiVersion: example.com/v1
kind: Widget
metadata: { name: one }
spec: { containers: [{ image: "nginx:1" }] }
`,
  },
  'patches and replacements': {
    'kustomization.yaml': `
resources: [all.yaml]
patches:
  - path: strategic.yaml
  - target: { kind: ConfigMap, name: "a.*" }
    patch: '[{"op":"add","path":"/data/x","value":"y"}]'
  - patch: |
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: gone }
      $patch: delete
  - patch: |
      apiVersion: example.com/v1
      kind: Widget
      metadata: { name: w }
      spec: { list: [3], remove: null }
replacements:
  - source: { kind: ConfigMap, name: a, fieldPath: data.host }
    targets:
      - select: { kind: Deployment }
        fieldPaths: [ "spec.template.spec.containers.[name=c].env.[name=HOST].value" ]
      - select: { kind: Widget }
        fieldPaths: [ "metadata.annotations.[a.b/c]", "spec.items.*.host" ]
        options: { create: true }
      - select: { kind: ConfigMap, name: ab }
        fieldPaths: [data.url]
        options: { delimiter: "/", index: 2 }
`,
    'strategic.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  template:
    spec:
      containers:
        - { name: c, args: [x], env: [{ name: MORE, value: "1" }] }
        - { name: d, image: other }
`,
    'all.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data: { host: example.com }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: ab }
data: { url: "https://old/path" }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: gone }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers: [{ name: c, image: nginx, args: [a, b], env: [{ name: HOST, value: none }] }]
---
apiVersion: example.com/v1
kind: Widget
metadata: { name: w }
spec: { list: [1, 2], remove: me, items: [{ host: a }, { host: b }] }
`,
  },
};

function write(tree: Readonly<Record<string, string>>, name: string): string {
  const folder = path.join(temporary, name.replaceAll(' ', '-'));
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

function kubectlKustomize(folder: string): unknown[] {
  return documentsOf(
    execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8', maxBuffer: MAX_BYTES }),
  );
}

const MAX_BYTES = 64 * 1024 * 1024;

const documentsOf = (text: string): unknown[] =>
  [...parseAllDocuments(text)].map((document): unknown => document.toJS());

const command = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));

function buildInstaller(folder: string): unknown[] {
  const args = [command, 'build-installer', folder, '--kustomization', '.', '--output', '-'];
  return documentsOf(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: MAX_BYTES }));
}

const run = (args: readonly string[]): string =>
  execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' });

/** A project of our own with everything that commands can switch on. */
function scaffold(name: string, flags: readonly string[]): string {
  const folder = path.join(temporary, name);
  const kind = ['--group', 'crew', '--version', 'v1', '--kind', 'Captain'];
  run(['init', folder, '--domain', 'example.com', '--skip-install', ...flags]);
  run(['create', 'api', folder, ...kind]);
  run(['create', 'webhook', folder, ...kind, '--defaulting', '--programmatic-validation', '--conversion']);
  const packages = path.join(folder, 'node_modules');
  mkdirSync(packages);
  symlinkSync(
    fileURLToPath(new URL('../../packages/kubewright', import.meta.url)),
    path.join(packages, 'kubewright'),
  );
  run(['manifests', folder]);
  return path.join(folder, 'config');
}

describe('what a kustomization stands for, as kubectl kustomize prints it', () => {
  it.each(Object.entries(TREES))('%s', (name, tree) => {
    const folder = write(tree, name);
    expect(buildInstaller(folder)).toEqual(kubectlKustomize(folder));
  });

  it
    .skipIf(!existsSync(golden))
    .each([
      'default',
      'crd',
      'rbac',
      'manager',
      'webhook',
      'certmanager',
      'prometheus',
      'network-policy',
      'samples',
    ])("%s of a kubebuilder project's config", (folder) => {
    const target = path.join(golden, folder);
    expect(buildInstaller(target)).toEqual(kubectlKustomize(target));
  });

  it.each([
    ['plain', []],
    ['own-certificates', ['--certificates', 'operator']],
    ['namespaced', ['--namespaced', '--multigroup']],
  ])('the config of a project that kubewright made: %s', (name, flags) => {
    const config = scaffold(name, flags);
    for (const folder of ['default', 'manifests', 'samples'])
      expect(buildInstaller(path.join(config, folder))).toEqual(kubectlKustomize(path.join(config, folder)));
  });
});
