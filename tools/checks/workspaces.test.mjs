import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unsupportedNode } from '../bootstrap/node-version.mjs';
import { BINARIES, KUBERNETES_VERSION, assetsFolder } from '../kubernetes/assets.mjs';
import { root } from './tree.mjs';

const readJson = (...parts) => JSON.parse(readFileSync(path.join(root, ...parts), 'utf8'));

const projects = ['packages', 'examples'].flatMap((parent) =>
  readdirSync(path.join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(path.join(root, folder, 'package.json'))),
);
/** What a workspace has for somewhere else than Node: scripts for a browser, for example. */
const partsOf = (folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name !== 'node_modules' && existsSync(path.join(root, folder, name, 'tsconfig.json')))
    .map((name) => `${folder}/${name}`);
const folderOf = new Map(projects.map((folder) => [readJson(folder, 'package.json').name, folder]));

describe('the workspaces', () => {
  it('are all built by tsc -b', () => {
    const references = readJson('tsconfig.json').references.map((reference) => reference.path);
    expect(references.toSorted()).toEqual([...projects, ...projects.flatMap(partsOf)].toSorted());
  });

  it.each(projects)('%s references the packages it depends on, and no other', (folder) => {
    const { dependencies = {}, devDependencies = {} } = readJson(folder, 'package.json');
    const needed = Object.keys(dependencies).filter((name) => folderOf.has(name));
    const forTests = Object.keys(devDependencies).filter((name) => folderOf.has(name));
    const references = readJson(folder, 'tsconfig.json').references ?? [];
    const referenced = references.map((reference) => path.posix.join(folder, reference.path));
    for (const name of needed) expect(referenced).toContain(folderOf.get(name));
    const allowed = [...needed, ...forTests].map((name) => folderOf.get(name));
    expect(referenced.filter((other) => !allowed.includes(other))).toEqual([]);
  });

  it.each(projects)('%s has the version, licence and Node of the whole', (folder) => {
    const whole = readJson('package.json');
    const { version, license, engines, type } = readJson(folder, 'package.json');
    expect({ version, license, engines, type }).toEqual({
      version: whole.version,
      license: whole.license,
      engines: whole.engines,
      type: 'module',
    });
  });

  it('are installed from a lock without addresses', () => {
    const { packages } = readJson('package-lock.json');
    const addresses = Object.values(packages).filter((entry) => /^\w+:/.test(entry.resolved ?? ''));
    expect(addresses).toEqual([]);
  });
});

describe('Node', () => {
  it('older than 20.19 is refused in one sentence', () => {
    expect(unsupportedNode('20.18.3')).toMatch(
      /^kubewright needs Node 20\.19 or newer; this is Node 20\.18\.3 \(.+\)$/,
    );
    expect(unsupportedNode('18.20.0')).toBeDefined();
  });

  it('from 20.19 on is welcome', () => {
    expect(['20.19.0', '22.1.0', '26.10.0'].map((version) => unsupportedNode(version))).toEqual(
      Array.from({ length: 3 }),
    );
  });
});

describe('the real Kubernetes', () => {
  it('is the same release in the Go module and in the cache', () => {
    const goMod = readFileSync(path.join(root, 'tools/kubernetes/kubernetes/go.mod'), 'utf8');
    expect(goMod).toContain(`k8s.io/kubernetes v${KUBERNETES_VERSION}\n`);
  });

  it('is found by @kubewright/testing where kube:build puts it', async () => {
    const { findKubeAssets } = await import('@kubewright/testing');
    const cache = mkdtempSync(path.join(tmpdir(), 'kubewright-assets-'));
    try {
      const folder = assetsFolder({ XDG_CACHE_HOME: cache });
      mkdirSync(folder, { recursive: true });
      for (const name of BINARIES) writeFileSync(path.join(folder, name), '');
      expect(findKubeAssets({ env: { XDG_CACHE_HOME: cache } })['kube-apiserver']).toBe(
        path.join(folder, 'kube-apiserver'),
      );
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
    // All sources of the package are transformed for it, which a busy machine takes its time for.
  }, 60_000);
});
