import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigMap, Secret, Service } from '@kubewright/api/core/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl } from './kubectl.js';
import { optionalBinary } from './optional-binary.js';

const helmBinary = optionalBinary('helm');

const CHART: Readonly<Record<string, string>> = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\nappVersion: "1.0"\n',
  'values.yaml': 'image: nginx:1.27\nreplicas: 2\nserviceAccount: true\n',
  'crds/widgets.yaml': `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.helm.example.com }
spec:
  group: helm.example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { size: { type: integer, default: 1 } } }
`,
  'templates/workload.yaml': `
{{- if .Values.serviceAccount }}
apiVersion: v1
kind: ServiceAccount
metadata: { name: {{ .Release.Name }} }
---
{{- end }}
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }} }
data: { image: {{ .Values.image | quote }} }
---
apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }} }
spec:
  selector: { app: {{ .Release.Name }} }
  ports: [{ port: 80 }]
---
apiVersion: helm.example.com/v1
kind: Widget
metadata: { name: {{ .Release.Name }} }
spec: {}
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec:
      containers: [{ name: web, image: {{ .Values.image | quote }} }]
`,
  'templates/hook.yaml': `
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-hook
  annotations: { helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: before-hook-creation }
data: { revision: {{ .Release.Revision | quote }} }
`,
};

describe.skipIf(helmBinary === undefined)(
  'helm 4 on the embedded control plane (kube:build makes helm)',
  () => {
    let env: TestEnvironment;
    let home: string;
    let chart: string;
    let helm: Kubectl;
    const site = { namespace: 'default', name: 'site' };
    beforeAll(async () => {
      env = await startTestEnvironment({ target: 'embedded' });
      home = await mkdtemp(path.join(tmpdir(), 'kubewright-helm-'));
      chart = path.join(home, 'web');
      for (const [file, text] of Object.entries(CHART)) {
        await mkdir(path.dirname(path.join(chart, file)), { recursive: true });
        await writeFile(path.join(chart, file), text);
      }
      helm = new Kubectl({ binary: helmBinary as string, kubeconfig: await env.kubeconfigFile(), home });
    });
    afterAll(async () => {
      await env.stop();
      await rm(home, { recursive: true, force: true });
    });

    const image = async () => {
      const deployment = await env.client.get(Deployment, site);
      return deployment.spec?.template.spec?.containers[0]?.image;
    };

    it('installs a chart with a CRD, a custom resource and a hook, and waits until it is ready', async () => {
      const output = await helm.run(['install', 'site', chart, '--wait', '--timeout', '60s']);
      expect(output).toMatch(/^STATUS: deployed$/m);
      expect(await image()).toBe('nginx:1.27');
      const deployment = await env.client.get(Deployment, site);
      expect(deployment.status?.readyReplicas).toBe(2);
      expect(deployment.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'Helm' });
      expect(deployment.metadata.managedFields).toContainEqual(
        expect.objectContaining({ manager: 'helm', operation: 'Apply' }),
      );
      const hook = await env.client.get(ConfigMap, { namespace: 'default', name: 'site-hook' });
      expect(hook.data).toEqual({ revision: '1' });
    });

    it('upgrades it: what the values change is changed, what the chart drops is gone', async () => {
      await helm.run([
        ...['upgrade', 'site', chart, '--set', 'image=nginx:1.28,replicas=3,serviceAccount=false'],
        ...['--wait', '--timeout', '60s'],
      ]);
      expect(await image()).toBe('nginx:1.28');
      const deployment = await env.client.get(Deployment, site);
      expect(deployment.spec?.replicas).toBe(3);
      const releases = await env.client.list(Secret, {
        namespace: 'default',
        labelSelector: { owner: 'helm' },
      });
      expect(releases.items.map(({ metadata }) => metadata.name)).toEqual([
        'sh.helm.release.v1.site.v1',
        'sh.helm.release.v1.site.v2',
      ]);
    });

    it('rolls back to the first revision', async () => {
      await helm.run(['rollback', 'site', '1', '--wait', '--timeout', '60s']);
      expect(await image()).toBe('nginx:1.27');
      const history = JSON.parse(await helm.run(['history', 'site', '-o', 'json'])) as { status: string }[];
      expect(history.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'deployed']);
    });

    it('tells about it: list, status, get manifest', async () => {
      expect(await helm.run(['list'])).toMatch(/^site\s+default\s+3\s.*deployed\s+web-0\.1\.0/m);
      expect(await helm.run(['status', 'site'])).toMatch(/^STATUS: deployed$/m);
      expect(await helm.run(['get', 'manifest', 'site'])).toContain('kind: Deployment');
    });

    it('refuses to take over what others made, and says whose it is', async () => {
      const foreign = { ...site, name: 'other' };
      await env.client.create(Service({ metadata: foreign, spec: { ports: [{ port: 80 }] } }));
      const { code, stderr } = await helm.attempt(['install', 'other', chart, '--skip-crds']);
      expect(code).not.toBe(0);
      expect(stderr).toContain('invalid ownership metadata');
    });

    it('uninstalls it', async () => {
      await helm.run(['uninstall', 'site', '--wait', '--timeout', '60s']);
      await expect(env.client.get(Deployment, site)).rejects.toMatchObject({ reason: 'NotFound' });
    });
  },
);
