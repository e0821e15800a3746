import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { startControlPlane } from '@kubewright/control-plane';
import { createClient } from '@kubewright/client';
import { writeYaml } from '@kubewright/generator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubewright } from './run-command.js';

const definition = (fields: Record<string, object>, name = 'widgets') => ({
  apiVersion: 'apiextensions.k8s.io/v1' as const,
  kind: 'CustomResourceDefinition' as const,
  metadata: { name: `${name}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: name, kind: `K${name}` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } },
        },
      },
    ],
  },
});
const both = { size: { type: 'integer' }, color: { type: 'string' } };
const one = { size: { type: 'integer' } };
const short = { ...both, color: { type: 'string', maxLength: 5 } };

let folder = '';
const at = (...parts: string[]): string => path.join(folder, ...parts);
const git = (...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'crd-diff-'));
  await mkdir(at('crds'));
  const gadgets = definition(one, 'gadgets');
  await writeFile(at('both.yaml'), writeYaml([definition(both)]));
  await writeFile(
    at('short.json'),
    JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [definition(short)] }),
  );
  await writeFile(at('crds', 'widgets.yaml'), writeYaml([{ kind: 'Other' }, definition(both)]));
  await writeFile(at('crds', 'gadgets.yaml'), writeYaml([gadgets]));
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  await writeFile(at('crds', 'widgets.yaml'), writeYaml([definition(one)]));
});
afterAll(() => rm(folder, { recursive: true }));

const diff = (...args: string[]) => kubewright(['crd', 'diff', ...args], {}, folder);

describe('kubewright crd diff', () => {
  it('says what breaks, and ends with code 2', async () => {
    const { code, stdout } = await diff(at('both.yaml'), at('crds', 'widgets.yaml'));
    expect(stdout).toContain('breaking for stored objects:\n  widgets.example.com v1 .spec.color: ');
    expect(code).toBe(2);
  });

  it('ends with code 0 when nothing changed, and when it need not fail', async () => {
    expect(await diff('both.yaml', 'both.yaml')).toMatchObject({ code: 0, stderr: '' });
    expect((await diff('both.yaml', 'crds/widgets.yaml', '--fail-on', 'never')).code).toBe(0);
  });

  it('prints findings as JSON, and reads lists', async () => {
    const { code, stdout } = await diff('both.yaml', 'short.json', '--output', 'json');
    const finding = { code: 'LimitTightened', severity: 'breaksClients', version: 'v1', path: '.spec.color' };
    expect(JSON.parse(stdout)).toMatchObject([finding]);
    expect(code).toBe(2);
    const loosened = await diff('short.json', 'both.yaml');
    expect(loosened.code).toBe(0);
    expect((await diff('short.json', 'both.yaml', '--fail-on', 'warning')).code).toBe(2);
  });

  it('compares with files and folders of a revision', async () => {
    const { code, stdout } = await diff('git:HEAD:crds', 'crds');
    expect(stdout).toContain('.spec.color: the schema no longer has it (FieldRemoved)');
    expect(code).toBe(2);
    expect((await diff('git:HEAD:both.yaml', 'both.yaml')).code).toBe(0);
  });

  it('compares with the definitions of a cluster, of which it takes those that are meant', async () => {
    const controlPlane = await startControlPlane({ listen: {} });
    try {
      const client = createClient({ transport: controlPlane.transport });
      for (const crd of [definition(both), definition(one, 'others')])
        await client.create(CustomResourceDefinition(crd));
      await writeFile(at('kubeconfig'), controlPlane.kubeconfig());
      const { code, stdout } = await diff('cluster', 'crds', '--kubeconfig', 'kubeconfig');
      expect(stdout).toContain('.spec.color: the schema no longer has it');
      expect(stdout).toContain('gadgets.example.com .: the definition is new');
      expect(stdout).not.toContain('others');
      expect(code).toBe(2);
    } finally {
      await controlPlane.stop();
    }
  });

  it.each([
    [['missing.yaml', 'both.yaml'], 'missing.yaml: there is no such file or folder'],
    [['git:HEAD', 'both.yaml'], 'write git:REVISION:PATH'],
    [['git:nowhere:crds', 'both.yaml'], 'git:nowhere:crds: fatal: '],
    [['git:--help:crds', 'both.yaml'], 'write git:REVISION:PATH'],
    [['git:HEAD:nothing', 'both.yaml'], 'HEAD has no nothing'],
    [['kubeconfig.yaml', 'both.yaml'], 'no CustomResourceDefinition is in there'],
    [['old.yaml', 'both.yaml'], 'only apiextensions.k8s.io/v1 is read'],
    [['empty.yaml', 'both.yaml'], 'without spec.group'],
    [['broken.yaml', 'both.yaml'], 'broken.yaml: '],
    [['cluster', 'cluster'], 'one of the two must be a file, folder or revision'],
  ])('says what is wrong with %s, and ends with code 1', async (args, message) => {
    await writeFile(at('kubeconfig.yaml'), 'kind: Config\n');
    await writeFile(
      at('old.yaml'),
      'kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1beta1\n',
    );
    await writeFile(
      at('empty.yaml'),
      'kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\n',
    );
    await writeFile(at('broken.yaml'), 'kind: [\n');
    const { code, stdout, stderr } = await diff(...args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });
});
