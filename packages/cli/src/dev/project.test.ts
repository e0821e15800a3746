import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProject, readProjectManifests } from './project.js';

const crd = (name: string): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ${name}.example.com\nspec:\n  group: example.com\n`;

describe('a project', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-project-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  }
  const named = (
    manifests: ReadonlyArray<{ file: string; object: { kind: string; metadata?: { name?: string } } }>,
  ) => manifests.map(({ file, object }) => [path.relative(folder, file), object.kind, object.metadata?.name]);

  it('has the name of its package, or of its folder', async () => {
    await write({ 'package.json': '{ "name": "web-operator" }' });
    expect(await loadProject(folder)).toEqual({ name: 'web-operator', folder });
    await write({ 'package.json': '{}' });
    expect((await loadProject(folder)).name).toBe(path.basename(folder));
    await write({ 'package.json': '{' });
    await expect(loadProject(folder)).rejects.toThrow(/package\.json is not valid JSON/);
  });

  it('has definitions as its kustomization patches them, and those that it does not name yet', async () => {
    await write({
      'config/crd/bases/webs.yaml': crd('webs'),
      'config/crd/bases/sites.yaml': crd('sites'),
      'config/crd/kustomization.yaml': 'resources:\n- bases/webs.yaml\npatches:\n- path: patches/webs.yaml\n',
      'config/crd/patches/webs.yaml': `${crd('webs')}  conversion:\n    strategy: Webhook\n`,
    });
    const { definitions, findings } = await readProjectManifests(folder);
    expect(findings).toEqual([]);
    expect(named(definitions)).toEqual([
      ['config/crd/bases/webs.yaml', 'CustomResourceDefinition', 'webs.example.com'],
      ['config/crd/bases/sites.yaml', 'CustomResourceDefinition', 'sites.example.com'],
    ]);
    expect(definitions[0]?.object).toMatchObject({ spec: { conversion: { strategy: 'Webhook' } } });
  });

  it('has of its other folders what a cluster for development needs', async () => {
    const object = (kind: string, name: string): string =>
      `apiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name} }\n`;
    await write({
      'config/crd/webs.yaml': crd('webs'),
      'config/rbac/role.yaml': `${object('ClusterRole', 'manager')}---\n${object('Role', 'leader')}`,
      'config/rbac/service_account.yaml': object('ServiceAccount', 'manager'),
      'config/webhook/manifests.yaml': object('MutatingWebhookConfiguration', 'hooks'),
      'config/webhook/service.yaml': object('Service', 'webhook-service'),
      'config/samples/web.yaml': object('Web', 'sample'),
      'config/samples/.web.yaml.swp.yaml': 'a: [',
      'config/samples/kustomization.yaml': 'resources: [web.yaml]',
    });
    const { definitions, roles, webhooks, samples, findings } = await readProjectManifests(folder);
    expect(
      [definitions, roles, webhooks, samples].map((part) => named(part).map(([, ...rest]) => rest)),
    ).toEqual([
      [['CustomResourceDefinition', 'webs.example.com']],
      [['ClusterRole', 'manager']],
      [['MutatingWebhookConfiguration', 'hooks']],
      [['Web', 'sample']],
    ]);
    expect(findings).toEqual([]);
  });

  it('tells what it cannot read by file, line and column, and has the rest', async () => {
    await write({
      'config/crd/bases/webs.yaml': crd('webs'),
      'config/crd/kustomization.yaml': 'resources: [bases/gone.yaml]\n',
      'config/samples/bad.yaml': 'kind: Web\nmetadata: [\n',
      'config/samples/none.yaml': 'kind: Web\n',
      'config/samples/web.yaml': 'apiVersion: v1\nkind: Web\nmetadata: { name: a }\n',
    });
    const { definitions, samples, findings } = await readProjectManifests(folder);
    expect(findings).toMatchObject([
      {
        severity: 'error',
        file: expect.stringMatching(/^config\/crd\//),
        message: expect.stringContaining('gone.yaml'),
      },
      { severity: 'error', file: 'config/samples/bad.yaml', line: 3, column: 1 },
      { file: 'config/samples/none.yaml', message: expect.stringContaining('not a Kubernetes object') },
    ]);
    expect([definitions, samples].map((part) => part.length)).toEqual([1, 1]);
  });

  it('has nothing where there is no config', async () => {
    expect(await readProjectManifests(folder)).toEqual({
      definitions: [],
      roles: [],
      webhooks: [],
      samples: [],
      findings: [],
    });
  });
});
