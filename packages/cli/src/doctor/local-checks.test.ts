import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CapturedIo } from '../test-support/captured-io.js';
import { version } from '../version.js';
import type { DoctorContext, LocalCheck } from './check.js';
import { deploymentConfig } from './checks/deployment-config.js';
import { generatedFiles } from './checks/generated-files.js';
import { nodeVersion } from './checks/node-version.js';
import { packages } from './checks/packages.js';
import { projectFile } from './checks/project-file.js';
import { tsconfig } from './checks/tsconfig.js';
import { compareVersions } from './compare-versions.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let folder: string;
beforeEach(async () => {
  // Within the tree, so that the packages are found.
  await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
  folder = await mkdtemp(path.join(root, 'node_modules/.cache/doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
};
const found = async (check: LocalCheck, given: Partial<DoctorContext> = {}): Promise<string[]> => {
  const context = {
    folder,
    kustomization: 'config/default',
    io: new CapturedIo(),
    nodeVersion: 'v24.1.0',
    ...given,
  };
  const findings = await check.run(context);
  for (const { severity, advice } of findings)
    expect(advice !== undefined).toBe(/warning|error/.test(severity));
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
};

describe('versions', () => {
  it.each([
    ['v1.36.1', '1.36', 1],
    ['1.9', '1.10', -1],
    ['v20.19.0', '20.19.0', 0],
    ['20.19.0-rc.1', '20.19.0', 0],
  ])('%s and %s compare as %s', (a, b, order) => {
    expect(compareVersions(a, b)).toBe(order);
  });
});

describe('the doctor', () => {
  it.each([
    ['v20.19.0', 'ok: Node v20.19.0'],
    ['v24.0.0', 'ok: Node v24.0.0'],
    ['v20.18.3', 'error: Node v20.18.3 is older than 20.19.0'],
    ['v18.20.0', 'error: Node v18.20.0 is older than 20.19.0'],
  ])('of Node %s says %s', async (version, finding) => {
    expect(await found(nodeVersion, { nodeVersion: version })).toEqual([finding]);
  });

  it('finds packages that are missing or of several releases', async () => {
    expect(await found(packages)).toEqual([`error: ${folder} has no package.json`]);
    await write({ 'package.json': '{ "dependencies": { "left-pad": "1" } }' });
    expect(await found(packages)).toEqual(['error: package.json names no package of kubewright']);
    await write({
      'package.json':
        '{ "dependencies": { "kubewright": "*" }, "devDependencies": { "@kubewright/testing": "*", "@kubewright/lost": "1" } }',
    });
    expect(await found(packages)).toEqual(['error: not installed: @kubewright/lost']);
    await write({ 'package.json': '{ "dependencies": { "kubewright": "*", "@kubewright/testing": "*" } }' });
    expect(await found(packages)).toEqual([`ok: kubewright ${version} (2 packages)`]);
    await write({ 'node_modules/kubewright/package.json': '{ "version": "0.0.9" }' });
    expect(await found(packages)).toEqual([
      `error: packages of several releases: @kubewright/testing ${version}, kubewright 0.0.9`,
    ]);
    await write({ 'node_modules/@kubewright/testing/package.json': '{ "version": "0.0.9" }' });
    expect(await found(packages)).toEqual([
      `warning: the project has kubewright 0.0.9, and this command is ${version}`,
    ]);
  });

  it('finds a PROJECT file that cannot be read, or is of another release', async () => {
    const project = (cliVersion: string, version = '3') =>
      write({
        PROJECT: `version: "${version}"\nlayout:\n- kubewright.io/v1\nprojectName: shop\ndomain: example.com\ncliVersion: ${cliVersion}\n`,
      });
    expect(await found(projectFile)).toEqual([expect.stringMatching(/^skipped: there is no PROJECT file/)]);
    await project(version);
    expect(await found(projectFile)).toEqual(['ok: shop with 0 kinds']);
    await project('0.0.9');
    expect(await found(projectFile)).toEqual([
      `warning: shop was made by kubewright 0.0.9, and this is ${version}`,
    ]);
    await project('99.0.0');
    expect(await found(projectFile)).toEqual([
      `error: shop was made by kubewright 99.0.0, and this is only ${version}`,
    ]);
    await project(version, '2');
    expect(await found(projectFile)).toEqual([expect.stringMatching(/^error: .*PROJECT has version "2"/)]);
  });

  it('finds a compiler that is not strict', async () => {
    expect(await found(tsconfig)).toEqual(['error: there is no tsconfig.json']);
    const set = (options: object) =>
      write({ 'a.ts': '', 'tsconfig.json': JSON.stringify({ compilerOptions: options }) });
    await set({ strict: true, module: 'nodenext' });
    expect(await found(tsconfig)).toEqual(['ok: strict, ES modules, 1 source files']);
    await set({ strictNullChecks: true, module: 'esnext' });
    expect(await found(tsconfig)).toEqual(['warning: tsconfig.json is not strict']);
    await set({ strict: false, module: 'commonjs' });
    expect(await found(tsconfig)).toEqual([
      'error: tsconfig.json checks neither null nor undefined: optional fields look required',
      'error: tsconfig.json makes CommonJS, and the packages are ES modules',
    ]);
    await set({ strict: true, module: 'esnxt' });
    expect(await found(tsconfig)).toEqual([
      expect.stringMatching(/^error: tsconfig\.json: Argument for '--module'/),
    ]);
  });

  it('finds generated files that are old, and sources that say nothing', async () => {
    await write({
      'src/shop.ts': `import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
export interface Shop extends CustomResource<{ size: () => void }> {}
export const Shop = defineKind<Shop>({ group: 'example.com', version: 'v1', kind: 'Shop' });
`,
    });
    const file = 'config/crd/bases/example.com_shops.yaml';
    expect(await found(generatedFiles)).toEqual([
      expect.stringMatching(
        /^error: src\/shop\.ts:3:\d+: error UnsupportedType: JSON cannot carry a function/,
      ),
    ]);
    await write({
      'src/shop.ts': (await readFile(path.join(folder, 'src/shop.ts'), 'utf8')).replace(
        '() => void',
        'string',
      ),
    });
    expect(await found(generatedFiles)).toEqual([`error: not what the sources say: ${file}`]);
    await expect(readFile(path.join(folder, file))).rejects.toThrow('ENOENT');
    await write({ 'src/shop.ts': 'export {};\n' });
    expect(await found(generatedFiles)).toEqual(['skipped: no type and no marker asks for manifests']);
  });

  it('finds manifests that cannot be rendered', async () => {
    expect(await found(deploymentConfig)).toEqual([
      `error: "${path.join(folder, 'config/crd')}" does not exist: an operator's project keeps its CRDs there`,
    ]);
    await write({ 'config/default/kustomization.yaml': 'resources: [lost.yaml]\n' });
    expect(await found(deploymentConfig)).toEqual([expect.stringContaining('lost.yaml')]);
    await write({ 'config/default/lost.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' });
    expect(await found(deploymentConfig)).toEqual(['ok: config/default makes 1 objects']);
  });
});
